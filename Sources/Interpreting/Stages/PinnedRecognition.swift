internal import Audio
internal import Conversations
internal import Guards
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// The answer of a recognizer that was pinned to one language, after its answer for both.
struct PinnedAnswer: Sendable {
    /// Nil if it heard no words in clear speech.
    var recorded: Recorded<Recognition>?
    var evidence: PinnedEvidence
}

/// Recognizes an utterance again, in each of the two languages of a conversation.
struct PinnedRecognition: Sendable {
    let recognizers: RecognitionCalls

    /// The answers of one recognizer that is pinned to each of the two languages, in the order of the pair.
    ///
    /// The answers are stored under their keys, but not as the recognition of the utterance. Their hypotheses are not shown.
    ///
    /// - Parameter index: the index of the recognizer that has answered in this run; nil if none has.
    /// - Returns: no answers if the recognizer cannot be pinned, and none for a language that it refuses. If it heard no words,
    ///   the text of the answer is empty.
    /// - Throws: `ProviderError` if a later call may bring an answer.
    func answersInEachLanguage(by index: Int?, _ work: UtteranceWork) async throws -> [PinnedAnswer] {
        let pair = work.utterance.direction.pair
        guard !work.samples.isEmpty, let index else { return [] }
        let capabilities = recognizers.chain.links[index].provider.capabilities
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
                        return .success(try await answer(in: language, by: index, work))
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
        in language: LanguageCode, by index: Int, _ work: UtteranceWork
    ) async throws -> PinnedAnswer? {
        let request = RecognitionRequest(
            audio: PCM16.floats(work.samples), language: language, varieties: work.utterance.direction.pair.varieties,
            context: recognizers.calls.context(of: work.utterance))
        let link = recognizers.chain.links[index]
        let call = ProviderCall(stage: .recognition, index: index, link: link, isPinned: true)
        do {
            let recorded = try await recognizers.chain.answer(by: index) { recognizer in
                try await recognizers.wholeOrInParts(recognizer, work) {
                    try await recognizers.ask(request, by: call, work)
                } inParts: { longest in
                    try await recognizers.askInParts(request, by: call, longest: longest, work)
                }
            }
            // The answer is stored before any wait, and its call releases its slot.
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

    /// Whether a guard has any doubt, even one for which the answer would be kept. How sure the recognizer is counts by itself.
    private func isDoubted(
        _ recognition: Recognition, in language: LanguageCode, by recognizer: any SpeechRecognizer,
        _ work: UtteranceWork
    ) -> Bool {
        RecognitionGuards.standard.suspects(
            HeardAnswer(recognition, to: work.utterance, in: [language], prompt: recognizer.capabilities.ownPrompt))
    }
}
