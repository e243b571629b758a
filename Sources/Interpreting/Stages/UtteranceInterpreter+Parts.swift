internal import Audio
internal import Conversations
internal import Plumbing
internal import Providers
internal import Resilience

extension UtteranceInterpreter {
    /// What was said in an utterance that is longer, or has more bytes, than the recognizer takes: it is asked for part after
    /// part.
    ///
    /// Each part's answer is finished work under a key of its own, written down before the next part is asked for, so none is
    /// paid for twice: neither when a later part fails nor when the run is killed and resumed. Parts depend on the samples
    /// alone, and are the same then.
    ///
    /// - Parameters:
    ///   - longest: how many samples a part may have, where that is less than the recognizer says to take.
    ///   - aside: where the answer does not become the utterance's, told its timing.
    /// - Throws: ``ProviderError`` of class `unusable`, too, for a part that must have a second of clear speech in it and is
    ///   answered without words: the others have some, so the utterance cannot be left out as one without.
    func recognizedInParts(
        _ request: RecognitionRequest, by recognizer: any SpeechRecognizer, _ place: Int, _ hedge: HedgedCall,
        _ work: Work, longest: Int = .max, aside: (@Sendable (StageTiming) -> Void)? = nil
    ) async throws -> RecognizerAnswer {
        let link = providers.recognizers.links[place]
        let timings = Locked<[StageTiming]>([])
        var retry = retry(.recognition, place, isPinned: aside != nil)
        if recognizer.capabilities.isDeterministic || aside != nil { retry.unusableAttempts = 1 }
        let parted = PartedRecognizer(recognizer, longest: longest) { [retry] part in
            let journal = journal(
                .recognition, place, link, hedge, work,
                .recognition(
                    of: part, audioHash: ContentHash.of(samples: PCM16.quantized(part.audio)),
                    provider: recognizer.descriptor),
                isPinned: aside != nil,
                part: { timing in timings.withLock { $0.append(timing) } })
            return RecordedRecognizer(
                base: recognizer, journal: journal, limit: limit(.recognition), time: time,
                evidence: evidence(of: part, in: work), wordless: {}
            )
            .retrying(
                retry, time: time, limit: retryLimit(.recognition, place, work), budget: link.retries,
                outage: outage(.recognition, place, link))
        }
        let recognition = try await parted.recognize(request) { text in
            try hedge.mustClaim()
            if aside == nil { work.lane.offer(text) }
        }
        let key = ContentKey.recognition(
            of: request, audioHash: work.utterance.audioHash, provider: recognizer.descriptor)
        let timing = StageTiming(ofParts: timings.withLock { $0 }, inTurn: true)
        @Sendable func keep(_ recognition: Recognition, _ key: ContentKey) {
            guard let timing else { return }
            work.journal.conclude(with: .answered(work.utterance.id, key, .recognition(recognition), timing))
        }
        if let aside { timing.map(aside) } else { keep(recognition, key) }
        return RecognizerAnswer(recognition: recognition, key: key, replace: keep)
    }

    /// What is known of a part's voice: as much of the utterance's as cannot all lie in the others.
    private func evidence(of part: RecognitionRequest, in work: Work) -> Evidence {
        var evidence = work.utterance.evidence
        let elsewhere = (work.samples.count - part.audio.count) * 1_000 / speechSampleRate
        evidence.voicedMilliseconds = max(0, evidence.voicedMilliseconds - elsewhere)
        return evidence
    }
}

extension StageTiming {
    /// The timing of a stage whose answer is put together from parts; nil where there are none. Until something came the first
    /// part alone counts; what was called for and took time, all do.
    ///
    /// - Parameter inTurn: whether a part was called for only after the one before it, so that its wait is part of the whole.
    init?(ofParts parts: [StageTiming], inTurn: Bool) {
        guard var sum = parts.first else { return nil }
        for part in parts.dropFirst() {
            sum.totalMilliseconds += part.totalMilliseconds + (inTurn ? part.queuedMilliseconds : 0)
            sum.calls += part.calls
            sum.connection = sum.connection ?? part.connection
        }
        sum.reused = sum.calls == 0
        self = sum
    }
}
