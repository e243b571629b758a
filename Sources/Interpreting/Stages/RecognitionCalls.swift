internal import Audio
internal import Conversations
internal import Plumbing
internal import Providers
internal import Resilience

/// The calls of recognizers for an utterance. Only those that are not pinned to a language show their hypotheses.
struct RecognitionCalls: Sendable {
    let calls: ProviderCalls
    /// Recognizes utterances that seem to end; nil if recognition waits for their ends.
    let speculation: SpeculativeRecognition?

    var chain: ProviderChain<any SpeechRecognizer> { calls.providers.recognizers }

    /// Recognizes the whole utterance in one call, or in parts if the recognizer refuses its length or size.
    func wholeOrInParts<Answer>(
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

    func ask(
        _ request: RecognitionRequest, by call: ProviderCall<any SpeechRecognizer>, _ work: UtteranceWork
    ) async throws -> Recorded<Recognition> {
        try await ask(request, by: call, work, evidence: work.utterance.evidence) { text in
            if !call.isPinned { work.lane.offer(text) }
        }
    }

    /// Recognizes an utterance in parts, one after the other, if it is longer, or has more bytes, than the recognizer takes.
    ///
    /// Each part's answer is finished work under its own key, stored before the next part is requested. So no part is paid
    /// for twice: neither if a later part fails nor if the run is killed and resumed. Parts depend on the samples alone, and
    /// are the same then.
    ///
    /// - Parameter longest: how many samples a part may have, if that is less than the recognizer says to take.
    /// - Throws: ``ProviderError`` of class `unusable`, too, for a part that must have a second of clear speech in it and is
    ///   answered without words. The other parts have words, so the utterance cannot be dropped as one without.
    func askInParts(
        _ request: RecognitionRequest, by call: ProviderCall<any SpeechRecognizer>, longest: Int,
        _ work: UtteranceWork
    ) async throws -> Recorded<Recognition> {
        let recognizer = call.provider
        @Sendable func offer(_ text: String) {
            if !call.isPinned { work.lane.offer(text) }
        }
        let partCalls = recognizer.calling { part, hypothesis in
            do {
                return try await ask(
                    part, by: call, work, evidence: evidence(of: part, in: work), hypothesis: hypothesis)
            } catch var error as ProviderError {
                error.isWordless = false
                throw error
            }
        }
        let (whole, parts) = try await RecognitionParts(request, for: recognizer.capabilities, longest: longest)
            .answered(by: partCalls, partial: offer, content: \.answer)
        guard let timing = StageTiming(ofParts: parts.map(\.timing), inTurn: true) else { throw CancellationError() }
        return Recorded(
            answer: whole, stored: .recognition(whole),
            key: calls.store.keys.recognition(
                of: request, audioHash: work.utterance.audioHash, provider: recognizer.descriptor),
            timing: timing, connection: timing.connection)
    }

    private func ask(
        _ request: RecognitionRequest, by call: ProviderCall<any SpeechRecognizer>, _ work: UtteranceWork,
        evidence: SpeechEvidence, hypothesis: PartialSink<String>
    ) async throws -> Recorded<Recognition> {
        let recognizer = call.provider
        let isWhole = request.audio.count == work.samples.count
        let hash =
            isWhole ? work.utterance.audioHash : ContentHash.of(samples: PCM16.quantized(request.audio))
        let journal = calls.journal(
            call,
            calls.store.keys.recognition(
                of: request, audioHash: hash, prompt: request.prompt, provider: recognizer.descriptor),
            in: work.journal)
        var retry = calls.retry(call, in: work.journal)
        // It would give the same answer again; and in a language that was not spoken there may well be no words.
        if recognizer.capabilities.isDeterministic || call.isPinned { retry.policy.unusableAttempts = 1 }
        let asked: any SpeechRecognizer =
            if let speculation, call.index == 0, !call.isPinned {
                SpeculativeRecognition.Recognizer(base: recognizer, speculation: speculation)
            } else {
                recognizer
            }
        return try await recognizer.calling { request, hypothesis in
            try await journal.recognize(
                request, by: asked, evidence: evidence,
                limit: calls.limit(.recognition, recognizer.capabilities.deadline), hypothesis: hypothesis)
        }.retrying(retry).answer(request, partial: hypothesis)
    }

    /// The evidence of voice in a part: as much of the utterance's voice as cannot all lie in the other parts.
    private func evidence(of part: RecognitionRequest, in work: UtteranceWork) -> SpeechEvidence {
        var evidence = work.utterance.evidence
        let elsewhere = (work.samples.count - part.audio.count) * 1_000 / speechSampleRate
        evidence.voicedMilliseconds = max(0, evidence.voicedMilliseconds - elsewhere)
        return evidence
    }
}
