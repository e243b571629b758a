internal import Audio
internal import Conversations
internal import Guards
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// A recognizer's answer for an utterance, and what the guards have decided on it.
struct Recognized: Sendable {
    var checked: CheckedRecognition
    /// The answer of this run, not concluded yet; nil for an answer that an earlier run has concluded.
    var recorded: Recorded<Recognition>?
    /// The index of the recognizer that has answered in this run.
    var providerIndex: Int?

    /// Concludes the answer as the recognition of the utterance, with the doubts about it.
    func conclude(in journal: UtteranceJournal) {
        guard let recorded else { return }
        journal.conclude(recorded)
        if !checked.flags.isEmpty { journal.conclude(.doubted(journal.utterance, checked.flags)) }
    }
}

/// Asks recognizers for the text of an utterance.
struct RecognitionStage: Sendable {
    let recognizers: RecognitionCalls
    /// Nil if recognizers are shown no earlier text.
    let carried: CarriedText?
    /// Whether each utterance's language is detected among the two.
    let isTwoWay: Bool

    private var calls: ProviderCalls { recognizers.calls }

    /// The recognition; nil if all recognizers heard no words in clear speech.
    ///
    /// The answer is not concluded here, because the direction stage may choose another one. Until then, a resumed run must not
    /// take the first answer as final. It finds the answer under its key, and makes the further calls.
    func recognize(_ work: UtteranceWork) async throws -> Recognized? {
        if let done = CheckedRecognition(of: work.record) { return Recognized(checked: done) }
        guard !work.lacksAudio else {
            throw ProviderError(
                .unusable, stage: .recognition, provider: "store", "its audio is no longer in the store",
                cure: "restore the store's folder 'blobs' from a backup, then resume it")
        }
        let request = try await request(for: work)
        let isCorrected = work.record?.isCorrected ?? false
        let wordless = Locked<Set<Int>>([])
        do {
            return try await calls.firstAnswer(of: recognizers.chain, .recognition) { call in
                var request = request
                if isCorrected, try await hasFound(work.utterance, by: call.provider) {
                    let pair = work.utterance.direction.pair
                    request.candidates = [pair.from, pair.to]
                }
                do {
                    return try await recognize(request, by: call, work)
                } catch let error as ProviderError where error.isWordless {
                    wordless.withLock { _ = $0.insert(call.index) }
                    throw error
                }
            }
        } catch let error as ProviderError where error.failure == .unusable {
            // If the client has left, not all retries were made.
            guard wordless.withLock({ $0.count }) == recognizers.chain.links.count, !calls.control.isUnattended
            else { throw error }
            return nil
        }
    }

    private func request(for work: UtteranceWork) async throws -> RecognitionRequest {
        let utterance = work.utterance
        let pair = utterance.direction.pair
        let isKnown = !isTwoWay || work.record?.isCorrected ?? false || utterance.direction.isGiven
        let prompt = try await carried?.text(before: utterance) { try await work.journal.flush() }
        return RecognitionRequest(
            audio: PCM16.floats(work.samples), language: pair.from, candidates: isKnown ? [] : [pair.from, pair.to],
            varieties: pair.varieties, prompt: prompt, context: calls.context(of: utterance))
    }

    /// Whether the recognizer has already found the language of the correction when both languages were allowed. Then
    /// the stored answer counts like one that is pinned to the language.
    private func hasFound(
        _ utterance: Utterance, by recognizer: any SpeechRecognizer
    ) async throws -> Bool {
        guard isTwoWay else { return false }
        let pair = utterance.direction.pair
        let key = calls.store.keys.recognition(
            audioHash: utterance.audioHash, language: pair.from, candidates: [pair.from, pair.to],
            varieties: pair.varieties, provider: recognizer.descriptor)
        guard case .recognition(let found)? = try await calls.store.answer(for: key) else { return false }
        return found.languageOfWords(in: pair) == pair.from && found.hasWords
    }

    // MARK: One recognizer

    /// The checked answer of one recognizer for an utterance.
    ///
    /// If the recognizer was shown a text and seems to repeat it, it is called again without the text. That answer
    /// becomes the utterance's, and both are stored and paid for.
    private func recognize(
        _ request: RecognitionRequest, by call: ProviderCall<any SpeechRecognizer>, _ work: UtteranceWork
    ) async throws -> Recognized {
        try await recognizers.wholeOrInParts(call.provider, work) {
            try await recognizeWhole(request, by: call, work)
        } inParts: { longest in
            // A prompt would have to be the text of the part before.
            var request = request
            request.prompt = nil
            let recorded = try await recognizers.askInParts(request, by: call, longest: longest, work)
            return recognized(recorded, verdict(on: recorded.answer, to: request, work), by: call)
        }
    }

    private func recognizeWhole(
        _ request: RecognitionRequest, by call: ProviderCall<any SpeechRecognizer>, _ work: UtteranceWork
    ) async throws -> Recognized {
        let capabilities = call.provider.capabilities
        var request = request
        if !capabilities.takesPrompt { request.prompt = nil }
        let shown = [capabilities.ownPrompt, request.prompt].compactMap { $0 }.joined(separator: " ")
        let first = try await recognizers.ask(request, by: call, work)
        let verdict = verdict(on: first.answer, after: shown, to: request, work)
        guard verdict.decision == .askAgain else {
            return try await inOwnScript(first, verdict, to: request, by: call, work)
        }
        request.prompt = capabilities.ownPrompt == nil ? nil : ""
        let second: Recorded<Recognition>
        do {
            second = try await recognizers.ask(request, by: call, work)
        } catch is ProviderError {
            // If the run ends during the second call, the next run repeats it.
            try Task.checkCancellation()
            // Without a second answer, the first one counts.
            return recognized(first, self.verdict(on: first.answer, to: request, work), by: call)
        }
        var recognized = try await inOwnScript(
            second, self.verdict(on: second.answer, to: request, work), to: request, by: call, work)
        recognized.checked.flags = verdict.flags + recognized.checked.flags
        return recognized
    }

    /// The answer, or the one to a further request if it is not in the script of its language.
    private func inOwnScript(
        _ recorded: Recorded<Recognition>, _ verdict: RecognitionVerdict, to request: RecognitionRequest,
        by call: ProviderCall<any SpeechRecognizer>, _ work: UtteranceWork
    ) async throws -> Recognized {
        let asking = ScriptRequest(recognizers: recognizers) { self.verdict(on: $0, after: $1, to: request, work) }
        var verdict = verdict
        let answer = try await asking.answer(after: recorded, verdict, to: request, by: call, work)
        verdict.flags = answer.flags
        return recognized(answer.recorded, verdict, by: call)
    }

    /// The part of an answer that is kept, and the doubts about it.
    private func recognized(
        _ recorded: Recorded<Recognition>, _ verdict: RecognitionVerdict, by call: ProviderCall<any SpeechRecognizer>
    ) -> Recognized {
        var recorded = recorded
        if case .cut(let text) = verdict.decision {
            recorded.answer = recorded.answer.cut(to: text)
            recorded.stored = .recognition(recorded.answer)
            recorded.key = .cut(recorded.key, to: text)
        }
        return Recognized(
            checked: CheckedRecognition(recorded.answer, flags: verdict.flags), recorded: recorded,
            providerIndex: call.index)
    }

    private func verdict(
        on recognition: Recognition, after prompt: String = "", to request: RecognitionRequest, _ work: UtteranceWork
    ) -> RecognitionVerdict {
        let languages = request.candidates.isEmpty ? [request.language] : request.candidates
        return RecognitionGuards.standard.verdict(
            on: HeardAnswer(recognition, to: work.utterance, in: languages, prompt: prompt.isEmpty ? nil : prompt))
    }
}
