/// The text is longer than what can be said in the time.
struct RateGuard: RecognitionGuard {
    let name = "rate"

    /// The factor by which a text must exceed what can be said in all of the audio, including the pauses.
    private static let impossible = 1.6
    /// The additional seconds. An extra sentence may be an embellishment of what was said, an extra paragraph is not.
    private static let hopeless = 5.0

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        // One word gives no rate: only half of it may have been heard as voice.
        guard heard.minimumSeconds > heard.voicedSeconds, heard.text.letters.count >= 6 else { return nil }
        let isImpossible = heard.minimumSeconds > Self.impossible * heard.seconds
        let isHopeless = isImpossible && heard.minimumSeconds > heard.seconds + Self.hopeless
        let count = heard.text.short + heard.text.syllables
        return RecognitionFinding(
            name: name, weight: isHopeless ? .impossible : isImpossible ? .telling : .unusual,
            reason: isImpossible
                ? "\(count) letters cannot be said in all of the audio"
                : "\(count) letters are more than anybody says in the time of the voice",
            evidence: [heard.excerpt], blamesPrompt: true)
    }
}
