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
    /// The answer of this run, which is not the utterance's yet; nil for an answer that an earlier run has concluded.
    var recorded: Recorded<Recognition>?
    /// The place of the recognizer that has answered in this run.
    var place: Int?

    /// Makes it the utterance's recognition, with the doubts about it.
    func conclude(in journal: UtteranceJournal) {
        guard let recorded else { return }
        journal.conclude(recorded)
        if !checked.flags.isEmpty { journal.conclude(.doubted(journal.utterance, checked.flags)) }
    }
}

/// Asks recognizers for the text of an utterance.
struct RecognitionStage: Sendable {
    let calls: ProviderCalls
    /// Nil if recognizers are shown no earlier text.
    let carried: CarriedText?
    /// Whether each utterance's language is detected among the two.
    let isTwoWay: Bool
    /// Has answers already for utterances that seemed to end; nil if recognition waits for their ends.
    let speculation: SpeculativeRecognition?

    private var recognizers: ProviderChain<any SpeechRecognizer> { calls.providers.recognizers }

    /// The text; nil if speech seems clear, and every recognizer has been asked and has heard no words in it.
    ///
    /// The answer is not concluded yet, because the direction of the utterance may choose another one. Until that is decided, a
    /// run that continues must not take the first answer as the utterance's. It finds the answer under its key, and makes the
    /// further calls.
    func recognize(_ work: UtteranceWork) async throws -> Recognized? {
        if let done = CheckedRecognition(of: work.record) { return Recognized(checked: done) }
        guard !work.lacksAudio else {
            throw ProviderError(
                .unusable, stage: .recognition, provider: "store", "its audio is not in the store any more",
                cure: "restore the store's folder 'blobs' from a backup, then resume it")
        }
        let request = try await request(for: work)
        let isCorrected = work.record?.isCorrected ?? false
        let wordless = Locked<Set<Int>>([])
        do {
            return try await calls.firstAnswer(of: recognizers, .recognition) { call in
                var request = request
                if isCorrected, try await hasFound(work.utterance, by: call.provider) {
                    let pair = work.utterance.direction.pair
                    request.candidates = [pair.from, pair.to]
                }
                do {
                    return try await recognize(request, by: call, work)
                } catch let error as ProviderError where error.isWordless {
                    wordless.withLock { _ = $0.insert(call.place) }
                    throw error
                }
            }
        } catch let error as ProviderError where error.failure == .unusable {
            // If the client has left, the recognizers have not been asked often enough for that.
            guard wordless.withLock({ $0.count }) == recognizers.links.count, !calls.control.isUnattended
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

    /// Whether the recognizer, asked which of the two languages it was, has already named the one that is now known. Then that
    /// answer is as good as one pinned to the language, and finished.
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

    /// One recognizer's answer for an utterance, checked before any other code uses it.
    ///
    /// If the recognizer was shown a text and seems to repeat it, it is asked again without the text. That answer becomes
    /// the utterance's, and both are stored and paid for.
    private func recognize(
        _ request: RecognitionRequest, by call: ProviderCall<any SpeechRecognizer>, _ work: UtteranceWork
    ) async throws -> Recognized {
        try await wholeOrInParts(call.provider, work) {
            try await recognizeWhole(request, by: call, work)
        } inParts: { longest in
            // No part is shown a text: it would have to be the text of the part before.
            var request = request
            request.prompt = nil
            let recorded = try await askInParts(request, by: call, longest: longest, work)
            return recognized(recorded, verdict(on: recorded.answer, to: request, work), by: call)
        }
    }

    /// Asks for the whole utterance at once, or in parts if it is too long or turns out to be too large.
    private func wholeOrInParts<Answer>(
        _ recognizer: any SpeechRecognizer, _ work: UtteranceWork, whole: () async throws -> Answer,
        inParts: (_ longest: Int) async throws -> Answer
    ) async throws -> Answer {
        let samples = work.samples.count
        guard !recognizer.capabilities.isTooLong(samples: samples) else { return try await inParts(.max) }
        do {
            return try await whole()
        } catch let error as ProviderError where error.failure == .tooLarge {
            guard let smaller = RecognitionParts.smaller(than: samples) else { throw error }
            return try await inParts(smaller)
        }
    }

    private func recognizeWhole(
        _ request: RecognitionRequest, by call: ProviderCall<any SpeechRecognizer>, _ work: UtteranceWork
    ) async throws -> Recognized {
        let capabilities = call.provider.capabilities
        var request = request
        if !capabilities.takesPrompt { request.prompt = nil }
        let shown = [capabilities.ownPrompt, request.prompt].compactMap { $0 }.joined(separator: " ")
        let first = try await ask(request, by: call, work)
        let verdict = verdict(on: first.answer, after: shown, to: request, work)
        guard verdict.decision == .askAgain else { return recognized(first, verdict, by: call) }
        request.prompt = capabilities.ownPrompt == nil ? nil : ""
        let second: Recorded<Recognition>
        do {
            second = try await ask(request, by: call, work)
        } catch is ProviderError {
            // A second call that the end of the run interrupts is made again by the next run.
            try Task.checkCancellation()
            // The first answer is judged as it stands.
            return recognized(first, self.verdict(on: first.answer, to: request, work), by: call)
        }
        return recognized(
            second, self.verdict(on: second.answer, to: request, work), after: verdict.flags, by: call)
    }

    /// The part of an answer that is kept, and the doubts about it.
    private func recognized(
        _ recorded: Recorded<Recognition>, _ verdict: RecognitionVerdict, after earlier: [RecognitionFlag] = [],
        by call: ProviderCall<any SpeechRecognizer>
    ) -> Recognized {
        var recorded = recorded
        if case .cut(let text) = verdict.decision {
            recorded.answer = recorded.answer.cut(to: text)
            recorded.stored = .recognition(recorded.answer)
            recorded.key = .cut(recorded.key, to: text)
        }
        return Recognized(
            checked: CheckedRecognition(recorded.answer, flags: earlier + verdict.flags), recorded: recorded,
            place: call.place)
    }

    private func verdict(
        on recognition: Recognition, after prompt: String = "", to request: RecognitionRequest, _ work: UtteranceWork
    ) -> RecognitionVerdict {
        let languages = request.candidates.isEmpty ? [request.language] : request.candidates
        return RecognitionGuards.standard.verdict(
            on: HeardAnswer(recognition, to: work.utterance, in: languages, prompt: prompt.isEmpty ? nil : prompt))
    }

    // MARK: One language

    /// The result of asking a recognizer for one language, in addition to its earlier answer.
    struct PinnedAnswer: Sendable {
        /// Nil if it heard no words in clear speech.
        var recorded: Recorded<Recognition>?
        var evidence: PinnedEvidence
    }

    /// The answers of the recognizer that has answered if it is told each of the two languages, in the order of the pair. The
    /// answers are stored under their keys and do not become the utterance's, and none of their hypotheses is shown.
    ///
    /// - Parameter place: the place of that recognizer; nil if none has answered in this run.
    /// - Returns: no answers if it cannot be told a language, and none for a language that it does not take after all. If it
    ///   heard no words, the answer has none.
    /// - Throws: `ProviderError` if a later call may bring an answer.
    func answersInEachLanguage(by place: Int?, _ work: UtteranceWork) async throws -> [PinnedAnswer] {
        let pair = work.utterance.direction.pair
        guard !work.samples.isEmpty, let place else { return [] }
        let capabilities = recognizers.links[place].provider.capabilities
        guard capabilities.detectsLanguage, capabilities.languages.isSuperset(of: [pair.from, pair.to]) else {
            return []
        }
        // No slot of the call before is kept while waiting.
        try await work.journal.flush()
        // A call that fails does not cancel the other, which is paid for.
        return try await withThrowingTaskGroup(of: Result<PinnedAnswer?, ProviderError>.self) { group in
            for language in [pair.from, pair.to] {
                group.addTask {
                    do {
                        return .success(try await answer(in: language, by: place, work))
                    } catch let error as ProviderError {
                        return .failure(error)
                    }
                }
            }
            var results: [Result<PinnedAnswer?, ProviderError>] = []
            for try await result in group { results.append(result) }
            let answers = try results.compactMap { try $0.get() }
            return answers.sorted { $0.evidence.language == pair.from && $1.evidence.language != pair.from }
        }
    }

    private func answer(
        in language: LanguageCode, by place: Int, _ work: UtteranceWork
    ) async throws -> PinnedAnswer? {
        let request = RecognitionRequest(
            audio: PCM16.floats(work.samples), language: language, varieties: work.utterance.direction.pair.varieties,
            context: calls.context(of: work.utterance))
        let call = ProviderCall(
            stage: .recognition, place: place, link: recognizers.links[place], hedge: .alone, isPinned: true)
        do {
            let recorded = try await recognizers.answer(by: place) { recognizer in
                try await wholeOrInParts(recognizer, work) {
                    try await ask(request, by: call, work)
                } inParts: { longest in
                    try await askInParts(request, by: call, longest: longest, work)
                }
            }
            // Durable before anything waits, and with it the call releases its slot.
            try await work.journal.flush()
            let recognition = recorded.answer
            return PinnedAnswer(
                recorded: recorded,
                evidence: PinnedEvidence(
                    language: language, text: recognition.text, confidence: recognition.estimatedConfidence,
                    isDoubted: recognition.language != language || !recognition.hasWords
                        || isDoubted(recognition, in: language, by: call.provider, work)))
        } catch let error as ProviderError {
            switch error.failure {
            case .unusable:
                // No words came for clear speech: that is evidence about the language.
                return PinnedAnswer(evidence: PinnedEvidence(language: language, text: "", isDoubted: true))
            case .rejected, .unsupported, .tooLarge: return nil
            case .transient, .throttled, .starting, .timeout, .unavailable, .missing, .quota, .unauthorized,
                .unaffordable:
                throw error
            }
        }
    }

    /// Whether a guard finds anything odd. An answer that is kept because no other evidence contradicts it is not enough here.
    private func isDoubted(
        _ recognition: Recognition, in language: LanguageCode, by recognizer: any SpeechRecognizer,
        _ work: UtteranceWork
    ) -> Bool {
        let verdict = RecognitionGuards.standard.verdict(
            on: HeardAnswer(
                recognition, to: work.utterance, in: [language], prompt: recognizer.capabilities.ownPrompt))
        return verdict.decision != .keep || !verdict.flags.isEmpty
    }
}
