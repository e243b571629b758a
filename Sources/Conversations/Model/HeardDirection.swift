package import Language

/// The direction in which an utterance is translated, if it is known only after the recognition, with its reason and scores.
package struct HeardDirection: Sendable, Hashable, Codable {
    /// The evidence that decided the direction.
    package enum Reason: String, Sendable, Codable, CaseIterable {
        /// The script of the text: only one of the two languages is written in it.
        case script
        /// The words of the text.
        case wording
        /// The language that the recognizer gave, if the text does not decide.
        case recognizer
        /// Nothing indicated either language: the direction of the previous utterance is kept.
        case inherited
        /// The previous utterance had been doubtful, too, and in the same sense.
        case contradiction
        /// The text seemed to be in neither of the two languages. It was recognized again in each of them, and was in this one.
        case pinned
        /// The utterance is in neither of the two languages.
        case outside
        /// The user has corrected the direction.
        case corrected
    }

    /// Nil if the utterance is in neither of the conversation's languages.
    package var pair: LanguagePair?
    /// The side that speaks the language.
    package var speaker: Speaker
    package var reason: Reason
    /// The score of each of the two languages, from 0 to 1, by the languages' codes. For ``Reason/outside`` it also has
    /// the score of the third language that the text was assigned to.
    package var scores: [String: Double]
    /// How far the language stands out from the other, from 0 to 1.
    package var confidence: Double
    /// What a user has written for the opposite direction; nil if nothing. It comes back when the direction is turned back.
    package var setAside: WrittenTexts?

    /// Numbers are rounded to three decimals.
    package init(
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

/// The texts of an utterance that a user has written, and no engine.
package struct WrittenTexts: Sendable, Hashable, Codable {
    /// What was said; nil if that was recognized.
    package var source: String?
    /// Nil if an engine has translated.
    package var translation: String?

    /// - Returns: nil if a user has written neither.
    package init?(source: String?, translation: String?) {
        guard source != nil || translation != nil else { return nil }
        self.source = source
        self.translation = translation
    }
}
