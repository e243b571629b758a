internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

extension UtteranceInterpreter {
    /// The translation of what was said, by the first translator that answers.
    ///
    /// An answer with flags is asked for once more, with what was wrong, where the translator can be told so. The better of the
    /// two is the utterance's; both are stored and paid for, and neither call is ever repeated.
    func translated(_ recognition: Recognition, _ pair: LanguagePair, _ work: Work) async throws -> Translation {
        if let done = work.record?.translation { return done }
        let earlier = try await context.pairs(for: work.utterance.sequence) { try await work.journal.flush() }
        return try await firstAnswer(of: providers.translators, .translation) { translator, place, hedge in
            let question = Question(
                translator: translator, place: place, hedge: hedge,
                request: TranslationRequest(
                    text: recognition.text, pair: pair,
                    earlier: Array(earlier.suffix(translator.capabilities.contextPairs)),
                    context: call(work.utterance)))
            let first = try await ask(question, work)
            guard translator.capabilities.takesHints, let hint = TranslationGuards.hint(for: findings(first, question))
            else { return first.translation }
            var again = question
            again.request.hint = hint
            let second: Answer
            do {
                second = try await ask(again, work, earlierCost: first.journal.cost)
            } catch is ProviderError {
                return first.translation
            }
            let better = TranslationGuards.best(of: [findings(first, question), findings(second, question)])
            if better == 1 { return second.translation }
            second.journal.prefer(
                .translation(first.translation), of: translator.descriptor, from: first.journal)
            return first.translation
        }
    }

    /// Looks at a translation that nobody has looked at yet.
    func flag(_ translation: Translation, of recognition: Recognition, _ pair: LanguagePair, _ work: Work) {
        guard translation.flags.isEmpty, work.record?.outcome.isFinal != true else { return }
        let flags = guards.flags(of: translation, recognition.text, pair)
        if !flags.isEmpty { work.journal.conclude(with: .flagged(work.utterance.id, flags)) }
    }

    /// What one translator is asked.
    private struct Question: Sendable {
        var translator: any Translator
        var place: Int
        var hedge: HedgedCall
        var request: TranslationRequest
    }

    private struct Answer: Sendable {
        var translation: Translation
        var journal: StageJournal
    }

    private func findings(_ answer: Answer, _ question: Question) -> [GuardFinding] {
        // Nothing is wrong with most answers, and looking again would take as long as the first time.
        guard !answer.translation.flags.isEmpty else { return [] }
        return guards.check(
            source: question.request.text, translation: answer.translation.text, pair: question.request.pair)
    }

    private func ask(_ question: Question, _ work: Work, earlierCost: Money? = .zero) async throws -> Answer {
        let (translator, request) = (question.translator, question.request)
        let link = providers.translators.links[question.place]
        let journal = journal(
            .translation, question.place, link.pace, question.hedge, work,
            .translation(
                text: request.text, pair: request.pair, earlier: request.earlier, hint: request.hint,
                provider: translator.descriptor), earlierCost: earlierCost)
        let translation = try await RecordedTranslator(
            base: translator, journal: journal, guards: guards, limit: limit(.translation), time: time
        )
        .retrying(configuration.retry, time: time, limit: work.journal.remaining, budget: link.retries)
        .translate(request) { _ in try question.hedge.mustClaim() }
        return Answer(translation: translation, journal: journal)
    }
}

extension TranslationGuards {
    /// What they find, as it is stored.
    func flags(of translation: Translation, _ source: String, _ pair: LanguagePair) -> [TranslationFlag] {
        check(source: source, translation: translation.text, pair: pair)
            .map { TranslationFlag(name: $0.flag, reason: $0.reason, evidence: $0.evidence) }
    }
}
