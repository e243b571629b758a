package import Language

/// The words of an utterance that is still being said. They are delivered and never stored.
package struct Partial: Sendable, Hashable, Codable {
    /// The number that the utterance will have.
    package var utterance: Int
    package var speaker: Speaker
    /// Seconds in the audio where the utterance begins, and up to where it was heard for this.
    package var start: Double
    package var end: Double
    package var language: LanguageTag?
    /// The words on which two hypotheses agreed. Later partials of the utterance begin with the same text.
    package var stable: String
    /// The rest of the last hypothesis; the next one may replace it.
    package var tentative: String

    package init(
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
