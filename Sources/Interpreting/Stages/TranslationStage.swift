internal import Conversations
internal import Guards
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// Calls translators for an utterance, and checks their answers.
///
/// If an answer has a fault and the translator takes hints, the translator is called once more with a hint. The better of the
/// two answers is used. Both are stored and paid for, and neither call is ever repeated. A model that declines twice has
/// failed: its answers are not stored, and the next translator is called. Answers of translators that take no hints are
/// checked while the speech is being made.
///
/// Clauses of a translator that takes hints are checked before they are spoken. If a clause fails the check, it and all
/// later ones wait for the complete answer, and for the second one. If all faults are in clauses that are already being
/// spoken, there is no second call. Its answer would be heard in addition to the first one.
///
/// An answer that ends improperly, at a length limit or in a refusal, is requested again, too. The second answer then continues
/// the text that is being spoken.
struct TranslationStage: Sendable {
    let translators: TranslationCalls
    /// Nil if no translation has to fit the time of its original.
    let shortening: ShorteningStage?

    private var calls: ProviderCalls { translators.calls }
    private var guards: TranslationGuards { translators.guards }

    /// The translation of what was said, by the first translator that answers.
    ///
    /// - Parameter queue: receives the clauses while the translation is still coming.
    func translate(
        _ input: TranslationInput, to queue: ClauseQueue? = nil, _ work: UtteranceWork
    ) async throws -> CheckedTranslation {
        if let done = work.record?.translation {
            // The guards judge engines, not users.
            return CheckedTranslation(translation: done, findings: done.isCorrected ? [] : nil)
        }
        // Neither answer is concluded before the decision. A resumed run finds both under their keys.
        var decided = try await decide(input, to: queue, work)
        if let shortening {
            decided = try await shortening.fitted(decided, of: input, work) { translation, request in
                findings(in: translation, of: input, besides: request)
            }
        }
        work.journal.conclude(decided.recorded)
        let translation = decided.translation
        if translation.findings != nil { concludeFlags(of: translation, work) }
        // Stored now, so that a resumed run finds this line without the whole batch.
        if input.batched != nil { try await work.journal.flush() }
        return translation
    }

    /// The translation with its findings. If the guards have not checked it yet, they do so now, and the findings are concluded.
    func flags(on checked: CheckedTranslation, of input: TranslationInput, _ work: UtteranceWork) -> CheckedTranslation
    {
        guard checked.findings == nil else { return checked }
        var checked = checked
        checked.findings = findings(in: checked.translation, of: input)
        concludeFlags(of: checked, work)
        return checked
    }

    // MARK: Deciding on an answer

    private func decide(
        _ input: TranslationInput, to queue: ClauseQueue?, _ work: UtteranceWork
    ) async throws -> CheckedAnswer {
        var input = input
        if let line = input.batched {
            let first = Recorded(
                answer: line.translation, stored: .translation(line.translation), key: line.key, timing: line.timing)
            do {
                let call = ProviderCall(stage: .translation, index: 0, link: translators.chain.links[0])
                var checked = try await checked(first, of: input, work) { [input] in
                    let shown = try await translators.surroundings(of: input, work)
                    return translators.question(to: call, input, shown, work)
                }
                if call.provider.capabilities.takesHints { checked.call = call }
                return checked
            } catch let error as ProviderError {
                // The model declined, so only the fallbacks are called.
                input.refusal = error
            }
        }
        let shown = try await translators.surroundings(of: input, work)
        return try await calls.firstAnswer(of: translators.chain, .translation) { [input] call in
            // A refusal of the whole batch applies to each of its lines.
            if call.index == 0, let refusal = input.refusal { throw refusal }
            let question = translators.question(to: call, input, shown, work)
            guard question.takesHints else {
                return CheckedAnswer(
                    recorded: try await translators.ask(question, work) { piece in
                        queue?.append(piece, from: call.index) { _ in true }
                    })
            }
            var checked = try await decideWithHints(question, input, to: queue, work)
            checked.call = call
            return checked
        }
    }

    /// The answer of a translator that takes hints.
    private func decideWithHints(
        _ question: TranslationQuestion, _ input: TranslationInput, to queue: ClauseQueue?, _ work: UtteranceWork
    ) async throws -> CheckedAnswer {
        let isSafeToSpeak: @Sendable (String) -> Bool = { [guards] clause in
            guards.isSafeToSpeak(clause: clause, source: input.recognition.text, pair: input.pair)
        }
        let came = Locked("")
        let first: Recorded<Translation>
        do {
            first = try await translators.ask(question, work) { piece in
                guard let queue else { return }
                came.withLock { $0 += piece }
                queue.append(piece, from: question.call.index, isSafeToSpeak: isSafeToSpeak)
            }
        } catch let error as ProviderError where error.failure == .unusable && !calls.control.isUnattended {
            var begun: BegunTranslation?
            if let queue, queue.hasBegun {
                begun = BegunTranslation(
                    queue.begun, ofCut: came.withLock { $0 }, source: input.recognition.text, pair: input.pair)
            }
            return try await askAgain(
                question, of: input, after: error.finding ?? Self.unreadable, continuing: begun, work)
        }
        let begun = queue.flatMap { $0.hasBegun ? $0.begun : nil }
        if begun != nil, queue?.remainder(of: first.answer.text).allSatisfy(isSafeToSpeak) ?? true {
            return CheckedAnswer(
                recorded: first, findings: findings(in: first.answer, of: input, besides: question.request))
        }
        return try await checked(
            first, of: input, besides: question.request,
            continuing: begun.map { BegunTranslation($0, of: first.answer.text) }, work
        ) { question }
    }

    /// The second answer of a translator after a first one that was a refusal, empty, cut off or unreadable. The request names
    /// that fault. There is no third one.
    ///
    /// - Parameter begun: the part of the first answer that is already being spoken, if any.
    private func askAgain(
        _ question: TranslationQuestion, of input: TranslationInput, after finding: GuardFinding,
        continuing begun: BegunTranslation?, _ work: UtteranceWork
    ) async throws -> CheckedAnswer {
        var question = question
        question.request.hint = finding.hint
        question.isAfterRefusal = finding.isRefusal
        question.request.begun = begun?.begun
        let recorded = try await translators.ask(question, work, continuing: begun)
        return CheckedAnswer(
            recorded: recorded, findings: findings(in: recorded.answer, of: input, besides: question.request),
            refused: [finding])
    }

    private static let unreadable = GuardFinding(
        flag: "form", severity: .unusable, reason: "the answer was empty, cut off or unreadable",
        hint: "It was empty, cut off or not in the form asked for: give the whole translation in that form.")

    /// An answer that the guards have checked, or the better one of two.
    ///
    /// - Parameters:
    ///   - request: what the translator was shown; nil if the text was one line of a batch.
    ///   - begun: the text that is already being spoken, if any: the second answer should begin with it, too.
    ///   - question: the call of its translator.
    /// - Throws: `ProviderError` if it is a refusal and there is no other answer.
    private func checked(
        _ first: Recorded<Translation>, of input: TranslationInput, besides request: TranslationRequest? = nil,
        continuing begun: BegunTranslation? = nil, _ work: UtteranceWork,
        _ question: () async throws -> TranslationQuestion
    ) async throws -> CheckedAnswer {
        let settled = try await TranslationGuards.settle(
            first, findings(in: first.answer, of: input, besides: request)
        ) { hint, refusal in
            var question = try await question()
            guard question.takesHints else { return nil }
            question.request.hint = hint
            question.request.begun = begun?.begun
            question.isAfterRefusal = refusal != nil
            let second = try await translators.ask(question, work, continuing: begun)
            return (second, findings(in: second.answer, of: input, besides: question.request))
        }
        var checked = CheckedAnswer(
            recorded: settled.answer, findings: settled.findings, refused: settled.otherFindings)
        if !settled.isSecond, let second = settled.other { checked.recorded = first.preferred(over: second) }
        return checked
    }

    /// - Parameter request: what a language model was shown besides the text; nil for other translators.
    private func findings(
        in translation: Translation, of input: TranslationInput, besides request: TranslationRequest? = nil
    ) -> [GuardFinding] {
        guards.check(
            source: input.recognition.text, translation: translation.text, pair: input.pair,
            glossary: translators.terms.terms(in: input.recognition.text, input.pair), origin: translation.origin,
            neighbours: Neighbours(earlier: request?.earlier ?? [], later: request?.later ?? []))
    }

    /// Concludes the faults of a translation, in the same transaction as the translation if possible: only this run knows the
    /// faults of the other answer.
    private func concludeFlags(of checked: CheckedTranslation, _ work: UtteranceWork) {
        guard !checked.flags.isEmpty || !checked.refused.isEmpty else { return }
        work.journal.conclude(.flagged(work.utterance.id, checked.flags, refused: checked.refused))
    }
}
