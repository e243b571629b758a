internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// A synthesis that has been stored.
struct StoredSpeech: Sendable {
    var speech: SpokenAudio
    /// What it is stored under.
    var key: ContentKey
    /// The samples as they are heard: at the rate of the clauses before it, whatever its own rate is.
    var samples: [Int16]
    var timing: StageTiming

    init(speech: SpokenAudio, key: ContentKey, samples: [Int16], timing: StageTiming) {
        self.speech = speech
        self.key = key
        self.samples = samples
        self.timing = timing
    }

    /// Nil if the stored answer is not speech.
    init?(_ recorded: Recorded<SpokenSynthesis>) {
        guard case .speech(let speech) = recorded.stored else { return nil }
        self.init(speech: speech, key: recorded.key, samples: recorded.answer.samples, timing: recorded.timing)
    }
}

/// The text to be spoken in one call.
struct SpeechTask: Sendable {
    var clause: Clause
    var tag: LanguageTag
}

/// The calls of synthesizers for an utterance, or for one clause of it.
struct SpeechCalls: Sendable {
    let calls: ProviderCalls
    let synthesizers: ProviderChain<any SpeechSynthesizer>

    // MARK: One call

    /// Speaks a text with one synthesizer. Its audio goes to the output.
    ///
    /// - Parameter chosen: called with the first audio, when this synthesizer's audio becomes the one that is heard.
    func speech(
        of task: SpeechTask, by call: ProviderCall<any SpeechSynthesizer>, _ output: OrderedSpeech,
        _ work: UtteranceWork,
        chosen: @escaping @Sendable () -> Void = {}
    ) async throws -> StoredSpeech {
        let (synthesizer, index) = (call.provider, task.clause.index)
        let request = request(for: task, by: call, work)
        let delivery = ClauseDelivery(
            output, index, streamsSpeech: calls.configuration.streamsSpeech, chosen: chosen)
        func inParts(longest: Int) async throws -> StoredSpeech {
            try delivery.finish(
                try await askInParts(request, by: call, longest: longest, delivery, work), by: synthesizer)
        }
        if synthesizer.capabilities.isTooLong(request.text) { return try await inParts(longest: .max) }
        let recorded: Recorded<SpokenSynthesis>
        do {
            recorded = try await ask(request, by: call, delivery, work) { chunk in
                try delivery.take(chunk, from: synthesizer)
            }
        } catch let error as ProviderError where error.failure == .tooLarge {
            guard !delivery.isHeard, let smaller = SpeechParts.smaller(than: request.text) else { throw error }
            return try await inParts(longest: smaller)
        }
        guard let speech = StoredSpeech(recorded) else { throw noAudio(from: synthesizer) }
        return try delivery.finish(speech, by: synthesizer)
    }

    /// Speaks a text in parts, one after the other, if it is longer than the synthesizer takes, or turned out to be. Each
    /// part's audio is finished work under its own key, stored before the next part is requested.
    ///
    /// - Parameter longest: how many characters a part may have, if that is less than the synthesizer says to take.
    private func askInParts(
        _ request: SynthesisRequest, by call: ProviderCall<any SpeechSynthesizer>, longest: Int,
        _ delivery: ClauseDelivery, _ work: UtteranceWork
    ) async throws -> StoredSpeech {
        let synthesizer = call.provider
        @Sendable func hear(_ chunk: VoiceAudio) throws {
            try delivery.take(chunk, from: synthesizer)
        }
        let partCalls = synthesizer.calling { part, audio in
            // Once a part was heard, no other synthesizer can speak the parts after it.
            try await ask(part, by: call.pinned(delivery.isHeard), delivery, work, audio: audio)
        }
        let (_, parts) = try await SpeechParts(request, by: synthesizer, longest: longest).answered(
            by: partCalls, partial: hear, content: \.answer.synthesis)
        let spoken = parts.compactMap { StoredSpeech($0) }
        guard let first = spoken.first, let timing = StageTiming(ofParts: spoken.map(\.timing), inTurn: true) else {
            throw noAudio(from: synthesizer)
        }
        let samples = spoken.flatMap(\.samples)
        let whole = SpokenAudio(
            blob: try await calls.store.put(PCM16.littleEndianBytes(samples)), voice: first.speech.voice,
            sampleRate: first.speech.sampleRate, sampleCount: samples.count,
            usage: spoken.map(\.speech.usage).reduce(Usage()) { $0.adding($1) })
        return StoredSpeech(
            speech: whole, key: try await key(of: request, by: synthesizer), samples: samples, timing: timing)
    }

    /// - Parameter delivery: once some of it has been heard, only this synthesizer can continue.
    private func ask(
        _ request: SynthesisRequest, by call: ProviderCall<any SpeechSynthesizer>, _ delivery: ClauseDelivery,
        _ work: UtteranceWork, audio: PartialSink<VoiceAudio>
    ) async throws -> Recorded<SpokenSynthesis> {
        let synthesizer = call.provider
        let journal = calls.journal(call, try await key(of: request, by: synthesizer), in: work.journal)
        var retry = calls.retry(call.pinned(false), in: work.journal)
        retry.pinned = Retry.Pinned(calls.retryPolicy(call.pinned())) { delivery.isHeard }
        return try await synthesizer.calling { request, audio in
            try await journal.synthesize(
                request, by: synthesizer, limit: calls.limit(.synthesis, synthesizer.capabilities.deadline),
                store: calls.store, audio: audio)
        }.retrying(retry).answer(request, partial: audio)
    }

    private func noAudio(from synthesizer: any SpeechSynthesizer) -> ProviderError {
        ProviderError(
            .unusable, stage: .synthesis, provider: synthesizer.descriptor.name, "no audio was returned for the text")
    }

    // MARK: Requests, keys and voices

    private func request(
        for task: SpeechTask, by call: ProviderCall<any SpeechSynthesizer>, _ work: UtteranceWork
    ) -> SynthesisRequest {
        request(for: task, by: call.provider, at: call.index, work)
    }

    private func request(
        for task: SpeechTask, by synthesizer: any SpeechSynthesizer, at index: Int, _ work: UtteranceWork
    ) -> SynthesisRequest {
        SynthesisRequest(
            text: task.clause.text, language: task.tag.code, variety: task.tag.variety,
            voice: voice(of: synthesizer, at: index, for: task.tag.code, work), previous: task.clause.previous,
            context: calls.context(of: work.utterance))
    }

    /// The index of the synthesizer that spoke this in an earlier run; nil if there is none, or only one synthesizer.
    ///
    /// - Parameter first: the index before which no synthesizer is used any more.
    func formerSpeaker(of task: SpeechTask, from first: Int, _ work: UtteranceWork) async throws -> Int? {
        // A speech that was spoken whole is spoken again if another voice is configured now.
        guard let record = work.record, record.attempts[.synthesis] ?? 0 > 0, record.speech == nil,
            synthesizers.links.count > 1
        else { return nil }
        for (index, link) in synthesizers.links.enumerated().dropFirst(first) {
            let request = request(for: task, by: link.provider, at: index, work)
            if try await calls.store.answer(for: key(of: request, by: link.provider)) != nil { return index }
        }
        return nil
    }

    /// The key of the call. The configured voice has not always been part of it, so a speech that was made earlier with the
    /// same voice keeps its key.
    private func key(of request: SynthesisRequest, by synthesizer: any SpeechSynthesizer) async throws -> ContentKey {
        let key = calls.store.keys.synthesis(request, by: synthesizer)
        guard request.voice == nil, let voice = synthesizer.capabilities.configuredVoice(for: request.tag),
            try await calls.store.answer(for: key) == nil
        else { return key }
        let former = calls.store.keys.synthesis(withoutVoice: request, by: synthesizer)
        guard case .speech(let speech)? = try await calls.store.answer(for: former), speech.voice == voice else {
            return key
        }
        return former
    }

    /// The voice that was requested, or chosen for the person, belongs to the preferred synthesizer, unless it is a voice for
    /// the other side. Other synthesizers choose their own.
    func voice(
        of synthesizer: any SpeechSynthesizer, at index: Int, for language: LanguageCode, _ work: UtteranceWork
    ) -> String? {
        guard index == 0 else { return nil }
        return calls.conversation.voice(
            for: language, of: work.utterance, calls.persons?.persons ?? calls.conversation.persons,
            listed: synthesizer.capabilities.voices)
    }
}
