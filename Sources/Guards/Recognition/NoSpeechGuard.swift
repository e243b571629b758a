internal import Providers

/// The recognizer itself says that there was no speech.
struct NoSpeechGuard: RecognitionGuard {
    let name = "no-speech"

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        guard heard.recognizerDoubts >= 2, let noSpeech = heard.recognition.signals?.noSpeech else { return nil }
        let percent = Int((noSpeech * 100).rounded())
        return RecognitionFinding(
            name: name, weight: .hint, reason: "the recognizer finds by \(percent) % that there was no speech",
            evidence: [heard.excerpt])
    }
}
