internal import Conversations
internal import Guards
internal import Language
internal import Plumbing
internal import Providers

/// A translation, and what the guards say of it.
struct CheckedTranslation: Sendable {
    var translation: Translation
    /// Nil where nobody has looked at it yet.
    var findings: [GuardFinding]?
    /// What was wrong with the other answer, where there are two.
    var refused: [TranslationFlag]

    var flags: [TranslationFlag] { findings?.map(\.stored) ?? [] }

    init(translation: Translation, findings: [GuardFinding]? = nil, refused: [GuardFinding]? = nil) {
        self.translation = translation
        self.findings = findings
        self.refused = refused?.map(\.stored) ?? translation.refused
    }
}

extension UtteranceInterpreter {
    /// The translation of what was said, by the first translator that answers.
    ///
    /// An answer with something wrong is asked for once more where the translator can be told what. The better of the two is the
    /// utterance's; both are stored and paid for, and neither call is ever repeated. One that declines, and declines again
    /// when it is told what to do, has failed: its answers are not stored, and the next translator is asked. Of other translators
    /// nothing can be asked again, so their answers are looked at when the voice is on its way.
    ///
    /// The clauses of a translator that can be told are looked at one by one before they are spoken, and where one is found
    /// wanting, it and all behind it wait for the complete answer, and for the second one. Where all that was wrong is being
    /// spoken already, it is asked for once only: a second answer would be heard on top of the first. One that ends as no answer
    /// does, at a limit of its length or in a refusal, is asked for once more, too, behind what is being spoken.
    ///
    /// - Parameter queue: where the clauses go while the translation is still coming.
    func translated(
        _ saying: Saying, to queue: ClauseQueue? = nil, _ work: Work
    ) async throws -> CheckedTranslation {
        if let done = work.record?.translation { return CheckedTranslation(translation: done) }
        // Until it is decided whether a second question is asked, and which answer is better, a run that goes on must not
        // take the first answer for the utterance's: it finds it under its key, and asks on.
        work.journal.withholdConclusions()
        let checked = try await decided(saying, to: queue, work)
        if checked.findings != nil { concludeFlags(of: checked, work) }
        work.journal.releaseConclusions()
        // Its part of a batch is paid for: a run that goes on must not have to look for the whole.
        if saying.batched != nil { try await work.journal.flush() }
        return checked
    }

    private func decided(
        _ saying: Saying, to queue: ClauseQueue?, _ work: Work
    ) async throws -> CheckedTranslation {
        var saying = saying
        if let line = saying.batched {
            let first = Answer(
                translation: line.translation, key: line.key, connection: nil,
                take: {
                    work.journal.conclude(
                        with: .answered(work.utterance.id, line.key, .translation(line.translation), line.timing))
                })
            do {
                return try await checked(first, of: saying, work) { [saying] in
                    let shown = try await surroundings(of: saying, work)
                    return question(providers.translators.first, 0, .alone, saying, shown, work)
                }
            } catch let error as ProviderError {
                // It declined; the others are asked what it need not be asked again.
                saying.refusal = error
            }
        }
        let shown = try await surroundings(of: saying, work)
        return try await firstAnswer(of: providers.translators, .translation) { [saying] translator, place, hedge in
            // What was said to all of its batch was said to it.
            if place == 0, let refusal = saying.refusal { throw refusal }
            let question = question(translator, place, hedge, saying, shown, work)
            let takesHints = translator.capabilities.takesHints
            let mayBeSpoken: @Sendable (String) -> Bool = { [guards] clause in
                guards.mayBeSpoken(clause: clause, source: saying.recognition.text, pair: saying.pair)
            }
            let came = Locked("")
            let first: Answer
            do {
                first = try await ask(question, work) { piece in
                    guard let queue else { return }
                    came.withLock { $0 += piece }
                    queue.hear(piece, from: place) { !takesHints || mayBeSpoken($0) }
                }
            } catch let error as ProviderError where error.failure == .unusable && takesHints && !control.isUnattended {
                var begun: BegunTranslation?
                if let queue, queue.hasBegun {
                    // Who has lost to another that is being spoken could not have the second answer used.
                    try hedge.mustClaim()
                    begun = BegunTranslation(
                        queue.begun, ofCut: came.withLock { $0 }, source: saying.recognition.text, pair: saying.pair)
                }
                return try await askedAgain(question, of: saying, behind: begun, work)
            }
            guard takesHints else { return CheckedTranslation(translation: first.translation) }
            let begun = queue?.hasBegun ?? false ? queue?.begun : nil
            if begun != nil, queue?.remainder(of: first.translation.text).allSatisfy(mayBeSpoken) ?? true {
                first.take()
                return CheckedTranslation(
                    translation: first.translation,
                    findings: findings(in: first.translation, of: saying.recognition, saying.pair))
            }
            return try await checked(
                first, of: saying, behind: begun.map { BegunTranslation($0, of: first.translation.text) }, work
            ) { question }
        }
    }

    /// The answer of one whose first was a refusal, empty, cut off or in no form that can be read, and who is told so, once.
    ///
    /// - Parameter begun: what of the first is being spoken already, if anything.
    private func askedAgain(
        _ question: Question, of saying: Saying, behind begun: BegunTranslation?, _ work: Work
    ) async throws -> CheckedTranslation {
        var question = question
        let finding = question.refusal.withLock { $0 } ?? Self.unreadable
        question.request.hint = finding.hint
        question.request.begun = begun?.begun
        let translation = try await ask(question, work, behind: begun).translation
        return CheckedTranslation(
            translation: translation, findings: findings(in: translation, of: saying.recognition, saying.pair),
            refused: [finding])
    }

    private static let unreadable = GuardFinding(
        flag: "form", severity: .unusable, reason: "the answer was empty, cut off or in no form that can be read",
        hint: "It was empty, cut off or not in the form asked for: give the whole translation in that form.")

    /// An answer that the guards have looked at, or the better of two where it was asked for once more.
    ///
    /// - Parameters:
    ///   - begun: what is being spoken already, if anything: the second answer should begin with it, too.
    ///   - question: what its translator is asked.
    /// - Throws: `ProviderError` where it is a refusal and no other answer can be had.
    private func checked(
        _ first: Answer, of saying: Saying, behind begun: BegunTranslation? = nil, _ work: Work,
        _ question: () async throws -> Question
    ) async throws -> CheckedTranslation {
        let (recognition, pair) = (saying.recognition, saying.pair)
        let findings = findings(in: first.translation, of: recognition, pair)
        let checked = CheckedTranslation(translation: first.translation, findings: findings)
        guard let hint = TranslationGuards.hint(for: findings) else {
            first.take()
            return checked
        }
        var question = try await question()
        guard question.translator.capabilities.takesHints else {
            first.take()
            return checked
        }
        question.request.hint = hint
        question.request.begun = begun?.begun
        let refusal = findings.first(where: \.isRefusal)
        question.refusal.withLock { $0 = refusal }
        let second: Answer
        do {
            second = try await ask(question, work, behind: begun)
        } catch let error as ProviderError {
            guard refusal == nil else { throw error }
            // A second question that the end of the run interrupts is asked again by the next run.
            try Task.checkCancellation()
            first.take()
            return checked
        }
        let findingsAgain = self.findings(in: second.translation, of: recognition, pair)
        if TranslationGuards.best(of: [findings, findingsAgain]) == 1 {
            return CheckedTranslation(
                translation: second.translation, findings: findingsAgain, refused: findings)
        }
        second.prefer(first)
        return CheckedTranslation(
            translation: first.translation, findings: findings, refused: findingsAgain)
    }

    /// Why an answer of one who can be told so is a failure: it declines, or came in another form than it was asked for and is
    /// no translation. Nil for any other.
    private func refusal(in translation: Translation, to question: Question) -> ProviderError? {
        guard question.translator.capabilities.takesHints else { return nil }
        let (text, pair) = (question.request.text, question.request.pair)
        let provider = question.translator.descriptor.name
        if let finding = guards.refusal(source: text, translation: translation.text, pair: pair) {
            let isAgain = question.refusal.withLock { known in
                defer { known = finding }
                return known != nil
            }
            return finding.failure(of: provider, isAgain: isAgain)
        }
        // Prose around a document may be anything. What is in its form is kept, and flagged.
        guard translation.isOutOfForm,
            let finding = guards.check(source: text, translation: translation.text, pair: pair)
                .first(where: { $0.severity == .unusable })
        else { return nil }
        question.refusal.withLock { $0 = finding }
        return ProviderError(
            .unusable, stage: .translation, provider: provider,
            "its answer is not of the form it was asked for, and \(finding.reason)")
    }

    private func question(
        _ translator: any Translator, _ place: Int, _ hedge: HedgedCall, _ saying: Saying, _ shown: Surroundings,
        _ work: Work
    ) -> Question {
        let (earlier, later) = shown.shown(to: translator)
        return Question(
            translator: translator, place: place, hedge: hedge,
            request: TranslationRequest(
                text: saying.recognition.text, pair: saying.pair, earlier: earlier, later: later,
                terms: terms.terms(in: saying.recognition.text, saying.pair),
                formality: terms.formality(into: saying.pair.to, by: translator),
                summary: translator.summarizer == nil ? nil : shown.summary,
                // Only who is told has other answers for it.
                isWritten: conversation.isWritten && translator.capabilities.takesHints,
                speaker: saying.speaker.rawValue, context: call(work.utterance)))
    }

    /// What a translator may be shown around an utterance. What is not shown what comes next has all the room for what was
    /// said before.
    private struct Surroundings: Sendable {
        var earlier: [ContextPair]
        var later: [LaterLine]
        /// The earlier pairs that have room beside what comes next.
        var earlierBesideLater: [ContextPair]
        /// What was said before these; nil where that is not known.
        var summary: String?

        func shown(to translator: any Translator) -> (earlier: [ContextPair], later: [LaterLine]) {
            let capabilities = translator.capabilities
            return capabilities.takesLater
                ? (earlierBesideLater.suffix(capabilities.contextPairs), later)
                : (earlier.suffix(capabilities.contextPairs), [])
        }
    }

    private func surroundings(of saying: Saying, _ work: Work) async throws -> Surroundings {
        let sequence = work.utterance.sequence
        // Its turn comes with the pairs before it; who asks for the summary sooner waits for it sooner.
        if windows.summaries != nil {
            _ = try await windows.context.pairs(for: sequence) { try await work.journal.flush() }
        }
        let summary = try await summary(for: work)
        let besides = summary.map(Summary.tokens) ?? 0
        let earlier = try await windows.context.pairs(for: sequence, besides: besides) {
            try await work.journal.flush()
        }
        guard !saying.later.isEmpty else {
            return Surroundings(earlier: earlier, later: [], earlierBesideLater: earlier, summary: summary)
        }
        let taken = saying.later.reduce(0) { $0 + $1.tokens }
        return Surroundings(
            earlier: earlier, later: saying.later,
            earlierBesideLater: try await windows.context.pairs(for: sequence, besides: besides + taken) {},
            summary: summary)
    }

    /// Tells what is wrong with a translation. If no guard has looked at it yet, they do it here, and it is written down.
    func flag(_ checked: CheckedTranslation, of recognition: Recognition, _ pair: LanguagePair, _ work: Work) {
        guard work.record?.outcome.isFinal != true else {
            let known = work.record?.translation
            work.refused.withLock { $0 = known?.refused.map(\.name) ?? [] }
            return work.flags.withLock { $0 += known?.flags.map(\.name) ?? [] }
        }
        var checked = checked
        if checked.findings == nil {
            checked.findings = findings(in: checked.translation, of: recognition, pair)
            concludeFlags(of: checked, work)
        }
        work.flags.withLock { $0 += checked.flags.map(\.name) }
        work.refused.withLock { $0 = checked.refused.map(\.name) }
    }

    /// Writes down what is wrong with a translation, in the transaction that makes it the utterance's if that is known by
    /// then: what was wrong with the other answer is known to this run alone.
    private func concludeFlags(of checked: CheckedTranslation, _ work: Work) {
        guard !checked.flags.isEmpty || !checked.refused.isEmpty else { return }
        work.journal.conclude(with: .flagged(work.utterance.id, checked.flags, refused: checked.refused))
    }

    private func findings(
        in translation: Translation, of recognition: Recognition, _ pair: LanguagePair
    ) -> [GuardFinding] {
        guards.check(
            source: recognition.text, translation: translation.text, pair: pair,
            glossary: terms.terms(in: recognition.text, pair), origin: translation.origin)
    }

    /// What one translator is asked.
    private struct Question: Sendable {
        var translator: any Translator
        var place: Int
        var hedge: HedgedCall
        var request: TranslationRequest
        /// How it has declined, if it has.
        let refusal = Locked<GuardFinding?>(nil)
    }

    private struct Answer: Sendable {
        var translation: Translation
        /// What it is stored under.
        var key: ContentKey
        var connection: ConnectionTiming?
        /// Makes it the utterance's, where it is not that by itself.
        var take: @Sendable () -> Void = {}
        /// Makes another answer the utterance's after all.
        var prefer: @Sendable (Answer) -> Void = { _ in }
    }

    /// - Parameter piece: takes the translation's pieces.
    private func ask(
        _ question: Question, _ work: Work, behind begun: BegunTranslation? = nil,
        piece: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> Answer {
        let (translator, request) = (question.translator, question.request)
        let link = providers.translators.links[question.place]
        let journal = journal(
            .translation, question.place, link, question.hedge, work,
            .translation(
                text: request.text, pair: request.pair, earlier: request.earlier, later: request.later,
                hint: request.hint, begun: request.begun, terms: request.terms, formality: request.formality,
                summary: request.summary, isWritten: request.isWritten, provider: translator.descriptor))
        var retry = retry(.translation, question.place)
        // The same question may have the same answer: who can be told what was wrong is asked another.
        if translator.capabilities.takesHints { retry.unusableAttempts = 1 }
        let translation = try await RecordedTranslator(
            base: translator, journal: journal, limit: limit(.translation), time: time, begun: begun,
            refusal: { refusal(in: $0, to: question) }
        )
        .retrying(
            retry, time: time, limit: retryLimit(.translation, question.place, work), budget: link.retries,
            outage: outage(.translation, question.place, link)
        )
        .translate(request) { text in
            try question.hedge.mustClaim()
            piece(text)
        }
        return Answer(
            translation: translation, key: journal.key, connection: journal.connection,
            prefer: { earlier in
                journal.prefer(
                    .translation(earlier.translation), of: translator.descriptor, as: earlier.key,
                    over: earlier.connection)
            })
    }
}

extension UtteranceInterpreter {
    /// What was recognized with the glossary's terms put right. What was heard stays in the record. What is written was not
    /// heard, and is meant as it stands.
    func corrected(_ recognition: Recognition, _ pair: LanguagePair?, _ work: Work) -> Recognition {
        var recognition = recognition
        if let known = work.record?.correction {
            recognition.text = known.text
        } else if !conversation.isWritten, let pair, let correction = terms.corrected(recognition.text, pair) {
            work.journal.conclude(with: .corrected(work.utterance.id, correction))
            recognition.text = correction.text
        }
        return recognition
    }
}
