internal import Audio
internal import Conversations
internal import Providers

/// The recognizer stopped before the voice did: by its own times, the text ends long before the clearly heard voice.
///
/// Whisper and its relatives do so, mostly after a pause or a change of speakers. Times of words and segments are wrong by
/// some tenths of a second, so only a second and more counts.
struct EarlyEndGuard: RecognitionGuard {
    let name = "early-end"

    /// The least duration of voice without words, in seconds.
    private static let minimumUnheard = 1.0
    /// The same as a share of all voice.
    private static let minimumShare = 0.3

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        guard let end = heard.recognition.heardUntil, end > 0, !heard.recognition.text.isEmpty, heard.voiceDoubts == 0
        else { return nil }
        let voiced = Double(heard.evidence.voicedMilliseconds) / 1_000
        // If all of the time before the end was voice, this much voice is left after it.
        let unheard = voiced - end
        guard unheard >= Self.minimumUnheard, unheard >= Self.minimumShare * voiced else { return nil }
        return RecognitionFinding(
            name: name, weight: .hint,
            reason: "the text ends at \(tenths(end)) s of the audio's \(tenths(heard.seconds)) s, "
                + "and a voice goes on for \(tenths(unheard)) s at least",
            evidence: [heard.excerpt], blamesPrompt: true)
    }

    private func tenths(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
