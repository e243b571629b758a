package import Language
package import Providers

/// How good the translators of this machine are: what was measured here, or else what was published.
///
/// `Benchmarks offline` measures, and prints the rows of ``MeasuredScores``. `auto` follows these grades.
package enum TranslationGrades {
    /// The grade of a model in one direction; nil if nothing is known of it.
    ///
    /// - Parameters:
    ///   - model: an engine (`apertium`, `firefox`), or a model's name such as `opus-mt-en-es`.
    ///   - pair: the direction; varieties make no difference.
    package static func grade(of model: String, _ pair: LanguagePair) -> TranslationGrade? {
        let direction = "\(pair.from)-\(pair.to)"
        if let score = scores(MeasuredScores.chrF, of: model)?[direction] {
            return TranslationGrade(quality(chrF: score, into: pair.to), .chrF, score)
        }
        guard let score = scores(PublishedScores.comet, of: model)?[direction] else { return nil }
        let quality: TranslationQuality =
            score >= PublishedScores.good ? .good : score >= PublishedScores.fair ? .fair : .rough
        return TranslationGrade(quality, .comet, score)
    }

    /// The grade of a way through several models: that of the weakest step, if each has one.
    static func grade(of steps: [(model: String, pair: LanguagePair)]) -> TranslationGrade? {
        let grades = steps.compactMap { grade(of: $0.model, $0.pair) }
        guard grades.count == steps.count, var weakest = grades.min(by: { $0.quality < $1.quality }) else { return nil }
        weakest.isOfStep = steps.count > 1
        return weakest
    }

    /// The quality that a score stands for.
    package static func quality(chrF score: Double, into language: LanguageCode) -> TranslationQuality {
        let limits = language.isDense ? MeasuredScores.limitsWithoutBlanks : MeasuredScores.limits
        return score >= limits.good ? .good : score >= limits.fair ? .fair : .rough
    }

    private static func scores(_ table: [String: [String: Double]], of model: String) -> [String: Double]? {
        table[model] ?? table.first { model.hasPrefix($0.key + "-") }?.value
    }
}

extension LanguageCode {
    /// Whether it is compared by characters, because its words are short or not divided.
    var isDense: Bool { [.zh, .ja, .ko].contains(self) }
}
