public import Language

/// Which way an utterance is translated, where that is known only once it has been heard, and what spoke for it.
public struct HeardDirection: Sendable, Hashable, Codable {
    /// What decided.
    public enum Reason: String, Sendable, Codable, CaseIterable {
        /// Only one of the two languages is written so.
        case script
        /// The words of the text.
        case wording
        /// The recognizer's word, where the text says nothing.
        case recognizer
        /// Nothing spoke for either language: whoever spoke before.
        case inherited
        /// The utterance before had been doubtful, too, and in the same sense.
        case contradiction
        /// Neither of the two languages, it seemed; recognized once more in each of them, it was in this one after all.
        case pinned
        /// Neither of the two languages.
        case outside
        /// The user said so.
        case corrected
    }

    /// Nil where it was in neither of the conversation's languages.
    public var pair: LanguagePair?
    /// The side that language belongs to.
    public var speaker: Speaker
    public var reason: Reason
    /// How much spoke for each of the two languages, from 0 to 1, by the languages' codes; of ``Reason/outside`` also for the
    /// third one that the text was taken for.
    public var scores: [String: Double]
    /// How far the language stands out from the other, from 0 to 1.
    public var confidence: Double

    /// Numbers are kept to three decimals.
    public init(
        pair: LanguagePair?, speaker: Speaker, reason: Reason, scores: [LanguageCode: Double], confidence: Double
    ) {
        self.pair = pair
        self.speaker = speaker
        self.reason = reason
        self.scores = [:]
        for (language, score) in scores { self.scores[language.rawValue] = Self.rounded(score) }
        self.confidence = Self.rounded(confidence)
    }

    private static func rounded(_ number: Double) -> Double {
        number.isFinite ? (number * 1_000).rounded() / 1_000 : 0
    }
}
