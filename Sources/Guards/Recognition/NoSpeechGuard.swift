internal import Providers

/// The recognizer itself says that there was no speech.
struct NoSpeechGuard: RecognitionGuard {
    let name = "no-speech"

    /// Whisper's own limit. Below it, the doubts are about the words: ``UnsureGuard``.
    static let limit = 0.6

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        guard heard.recognizerDoubts >= 2, let noSpeech = heard.recognition.signals?.noSpeech, noSpeech > Self.limit
        else { return nil }
        let percent = Int((noSpeech * 100).rounded())
        return RecognitionFinding(
            name: name, weight: .hint, reason: "the recognizer finds by \(percent) % that there was no speech",
            evidence: [heard.excerpt])
    }
}
