internal import Audio
internal import Conversations
internal import Plumbing
internal import Providers

/// Passes the audio of one clause to the line as it comes.
///
/// Audio whose rate differs from that of the clauses before it is passed on when all of it is there, resampled to theirs.
struct ClauseDelivery: Sendable {
    private let line: SpokenLine
    private let clause: Int
    private let isHeardMeanwhile: Bool
    /// Called with the first audio that is passed on.
    private let chosen: @Sendable () -> Void
    /// Whether the audio is passed on as it comes; nil until that is decided.
    private let isComing = Locked<Bool?>(nil)

    init(_ line: SpokenLine, _ clause: Int, isHeardMeanwhile: Bool, chosen: @escaping @Sendable () -> Void) {
        self.line = line
        self.clause = clause
        self.isHeardMeanwhile = isHeardMeanwhile
        self.chosen = chosen
    }

    /// Whether some of it has been sent.
    var isHeard: Bool { line.isHeard(clause) }

    func take(_ chunk: VoiceAudio, from synthesizer: any SpeechSynthesizer) throws {
        guard isHeardMeanwhile, isComing.withLock({ $0 }) ?? true else { return }
        let isTaken = handOn(chunk)
        let wasComing = isComing.withLock { coming in
            defer { coming = coming ?? isTaken }
            return coming ?? false
        }
        if wasComing, !isTaken { throw otherRate(synthesizer) }
    }

    /// Called when all of the audio is there: passes it on, unless that was done meanwhile.
    ///
    /// - Returns: the speech with the samples as they are heard.
    func finish(_ speech: StoredSpeech, by synthesizer: any SpeechSynthesizer) throws -> StoredSpeech {
        guard !(isComing.withLock { $0 } ?? false) else { return speech }
        var speech = speech
        let voice = VoiceAudio(sampleRate: speech.speech.sampleRate, samples: speech.samples)
        guard let heard = try? VoiceResampler.resample(voice, to: line.sampleRate ?? voice.sampleRate), handOn(heard)
        else { throw otherRate(synthesizer) }
        speech.samples = heard.samples
        return speech
    }

    private func handOn(_ audio: VoiceAudio) -> Bool {
        guard line.take(audio, of: clause) else { return false }
        chosen()
        return true
    }

    private func otherRate(_ synthesizer: any SpeechSynthesizer) -> ProviderError {
        ProviderError(
            .unusable, stage: .synthesis, provider: synthesizer.descriptor.name,
            "the audio came at another sample rate than that of the clause before")
    }
}
