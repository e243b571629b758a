public import Language

/// The words of an utterance that is still being said. They are delivered and never stored.
public struct Partial: Sendable, Hashable, Codable {
    /// The number that the utterance will have.
    public var utterance: Int
    public var speaker: Speaker
    /// Seconds in the audio where the utterance begins, and up to where it was heard for this.
    public var start: Double
    public var end: Double
    public var language: LanguageTag?
    /// The words on which two hypotheses agreed. Later partials of the utterance begin with the same text.
    public var stable: String
    /// The rest of the last hypothesis; the next one may replace it.
    public var tentative: String

    public init(
        utterance: Int, speaker: Speaker, start: Double, end: Double, language: LanguageTag?, stable: String,
        tentative: String
    ) {
        self.utterance = utterance
        self.speaker = speaker
        self.start = start
        self.end = end
        self.language = language
        self.stable = stable
        self.tentative = tentative
    }
}
