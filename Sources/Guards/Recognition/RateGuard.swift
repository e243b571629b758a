/// Nobody says so much in so little time.
struct RateGuard: RecognitionGuard {
    let name = "rate"

    /// By how much a text may exceed what can be said in the whole of the audio, pauses and all.
    private static let impossible = 1.6
    /// By how many seconds more: a sentence may be an embellishment of what was said, a paragraph is none.
    private static let hopeless = 5.0

    func finding(in heard: HeardAnswer) -> RecognitionFinding? {
        // One word is no rate: what is heard of it as voice may be the half of it.
        guard heard.leastSeconds > heard.voicedSeconds, heard.text.letters.count >= 6 else { return nil }
        let isImpossible = heard.leastSeconds > Self.impossible * heard.seconds
        let isHopeless = isImpossible && heard.leastSeconds > heard.seconds + Self.hopeless
        let count = heard.text.short + heard.text.syllables
        return RecognitionFinding(
            name: name, weight: isHopeless ? .impossible : isImpossible ? .telling : .unusual,
            reason: isImpossible
                ? "\(count) letters cannot be said in all of the audio"
                : "\(count) letters are more than anybody says in the time of the voice",
            evidence: [heard.excerpt], blamesPrompt: true)
    }
}
