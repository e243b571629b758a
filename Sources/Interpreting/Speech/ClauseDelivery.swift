internal import Audio
internal import Conversations
internal import Plumbing
internal import Providers

/// Passes the audio of one clause to the output while the synthesizer still sends it.
///
/// If its sample rate differs from that of the earlier clauses, the audio is passed on at the end, resampled to their rate.
struct ClauseDelivery: Sendable {
    private let output: OrderedSpeech
    private let clause: Int
    private let streamsSpeech: Bool
    /// Called with the first audio that is passed on.
    private let chosen: @Sendable () -> Void
    /// Whether the audio is passed on piece by piece; nil until the first piece decides.
    private let isStreamed = Locked<Bool?>(nil)

    init(_ output: OrderedSpeech, _ clause: Int, streamsSpeech: Bool, chosen: @escaping @Sendable () -> Void) {
        self.output = output
        self.clause = clause
        self.streamsSpeech = streamsSpeech
        self.chosen = chosen
    }

    /// Whether some of it has been sent.
    var isHeard: Bool { output.isHeard(clause) }

    func take(_ chunk: VoiceAudio, from synthesizer: any SpeechSynthesizer) throws {
        guard streamsSpeech, isStreamed.withLock({ $0 }) ?? true else { return }
        let isTaken = passOn(chunk)
        let wasStreamed = isStreamed.withLock { streamed in
            defer { streamed = streamed ?? isTaken }
            return streamed ?? false
        }
        if wasStreamed, !isTaken { throw otherRate(synthesizer) }
    }

    /// Called when the audio is complete. Passes it on, unless its pieces were passed on before.
    ///
    /// - Returns: the speech with the samples as they are heard.
    func finish(_ speech: StoredSpeech, by synthesizer: any SpeechSynthesizer) throws -> StoredSpeech {
        guard !(isStreamed.withLock { $0 } ?? false) else { return speech }
        var speech = speech
        let voice = VoiceAudio(sampleRate: speech.speech.sampleRate, samples: speech.samples)
        guard let heard = try? VoiceResampler.resample(voice, to: output.sampleRate ?? voice.sampleRate), passOn(heard)
        else { throw otherRate(synthesizer) }
        speech.samples = heard.samples
        return speech
    }

    private func passOn(_ audio: VoiceAudio) -> Bool {
        guard output.take(audio, of: clause) else { return false }
        chosen()
        return true
    }

    private func otherRate(_ synthesizer: any SpeechSynthesizer) -> ProviderError {
        ProviderError(
            .unusable, stage: .synthesis, provider: synthesizer.descriptor.name,
            "the audio has another sample rate than that of the previous clause")
    }
}
