/// The reliability of a translator's texts.
package enum TranslationQuality: String, Sendable, Codable, Hashable, CaseIterable, Comparable {
    /// It gives the gist, with words that are wrong or not translated.
    case rough
    /// It is not graded: the quality that users expect of machine translation today.
    case usual
    /// It is understood, and some sentences are wrong.
    case fair
    /// Nearly all everyday sentences can be handed over as they are.
    case good

    package static func < (one: TranslationQuality, other: TranslationQuality) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// How good an engine is in one direction, and how that is known.
package struct TranslationGrade: Sendable, Hashable, Codable {
    /// How a score was found.
    package enum Metric: String, Sendable, Codable, Hashable {
        /// `Benchmarks offline` computed chrF, 0 to 100, on the project's everyday sentences.
        case chrF
        /// A publication has COMET (wmt22-comet-da), 0 to 1, on the FLORES sentences.
        case comet
    }

    package var quality: TranslationQuality
    package var metric: Metric
    /// In the unit of the metric.
    package var score: Double
    /// Whether it is the grade of the weaker of two steps: the direction itself was not graded.
    package var isOfStep = false

    package init(_ quality: TranslationQuality, _ metric: Metric, _ score: Double) {
        self.quality = quality
        self.metric = metric
        self.score = score
    }

    /// Whether it was measured here, in this direction.
    package var isMeasured: Bool { metric == .chrF && !isOfStep }
}
