/// How well a recognizer understands one language, as measured.
package struct RecognitionGrade: Sendable, Codable, Hashable {
    package enum Level: String, Sendable, Codable, Hashable {
        /// At most about one word in seven is wrong.
        case good
        /// It is understood, with wrong words in most sentences.
        case fair
        /// The gist at best.
        case rough
    }

    package enum Metric: String, Sendable, Codable, Hashable {
        case wordErrorRate
        /// For languages without blanks between words.
        case characterErrorRate
    }

    package var level: Level
    package var metric: Metric
    /// From 0; nil if it could not be computed.
    package var errorRate: Double?
    /// How many recordings it was measured with.
    package var recordings: Int

    package init(_ level: Level, _ metric: Metric, _ errorRate: Double?, recordings: Int) {
        self.level = level
        self.metric = metric
        self.errorRate = errorRate
        self.recordings = recordings
    }
}
