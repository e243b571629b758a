internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// Speaks translations as a whole, or clause by clause while the translation still arrives.
struct SpeechStage: Sendable {
    let calls: ProviderCalls
    private let speech: SpeechCalls?

    /// - Parameter calls: without synthesizers, nothing is spoken.
    init(_ calls: ProviderCalls) {
        self.calls = calls
        speech = calls.providers.synthesizers.map { SpeechCalls(calls: calls, synthesizers: $0) }
    }

    /// The translation, spoken in one call, its audio sent to the lane; nil if no synthesis is requested.
    ///
    /// - Parameter given: the speech that has come with the translation, if any. Then there is no call.
    func speak(
        _ translation: Translation, as given: StoredSpeech? = nil, _ work: UtteranceWork
    ) async throws -> SpokenAudio? {
        if let done = spokenBefore(work), let voice = try await calls.store.voice(of: done) {
            // A listener of a resumed run gets the same as of an uninterrupted one.
            try await work.send(.audio(utterance: work.utterance.sequence, voice))
            return done
        }
        guard let speech else { return nil }
        if let given {
            let voice = VoiceAudio(sampleRate: given.speech.sampleRate, samples: given.samples)
            try await work.send(.audio(utterance: work.utterance.sequence, voice))
            work.isHeard.set()
            work.journal.conclude(.answered(work.utterance.id, given.key, .speech(given.speech), given.timing))
            return given.speech
        }
        let output = output(to: work)
        let task = SpeechTask(
            clause: Clause(index: 0, text: translation.text, previous: nil), tag: translation.tag)
        // The beginning of a sentence in one voice must not be followed by the whole in another.
        let stored = try await calls.firstAnswer(of: speech.synthesizers, .synthesis, unless: output.delivered) {
            call in
            try await speech.speech(of: task, by: call, output, work)
        }
        work.journal.conclude(.answered(work.utterance.id, stored.key, .speech(stored.speech), stored.timing))
        try await output.end(0)
        return stored.speech
    }

    /// A speaker for the clauses of a translation into this language. Nil if the conversation speaks whole translations, or an
    /// earlier run has spoken the utterance.
    func clauseSpeaker(for tag: LanguageTag, _ work: UtteranceWork) -> ClauseSpeaker? {
        guard calls.conversation.settings.speech.isEarly, spokenBefore(work) == nil else { return nil }
        return speech.map { ClauseSpeaker($0, tag: tag, output: output(to: work), work) }
    }

    private func output(to work: UtteranceWork) -> OrderedSpeech {
        let sequence = work.utterance.sequence
        return OrderedSpeech(
            trySend: { audio in
                let isSent = work.lane.trySend(.audio(utterance: sequence, audio))
                if isSent { work.isHeard.set() }
                return isSent
            },
            send: { audio in
                try await work.send(.audio(utterance: sequence, audio))
                work.isHeard.set()
            })
    }

    /// The speech of an earlier run; nil if the configured voice of its synthesizer has changed since.
    private func spokenBefore(_ work: UtteranceWork) -> SpokenAudio? {
        guard let record = work.record, let done = record.speech else { return nil }
        let timing = record.timings.first { $0.stage == .synthesis }
        let links = speech?.synthesizers.links ?? []
        let index = links.firstIndex { SpokenBy.begins(timing, with: $0.provider.descriptor) }
        guard let speech, let index, let tag = record.translation?.tag,
            speech.voice(of: links[index].provider, at: index, for: tag.code, work) == nil,
            let voice = links[index].provider.capabilities.configuredVoice(for: tag)
        else { return done }
        return SpokenBy.begins(done.voice, with: voice) ? done : nil
    }
}
