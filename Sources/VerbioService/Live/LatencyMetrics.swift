/// Measures of how far a simultaneous translation is behind its speaker.
package enum LatencyMetrics {
    /// Average Lagging (Ma et al., "STACL", 2018), as PyPI's `simuleval` 1.1 computes it.
    ///
    /// - Parameters:
    ///   - delays: for each word of the translation the milliseconds of source that had been heard when it was given.
    ///   - source: the length of the source in milliseconds.
    ///   - reference: the words of the reference; those of the translation if there is no reference.
    /// - Returns: milliseconds; nil without words or source.
    package static func averageLagging(_ delays: [Double], source: Double, reference: Int? = nil) -> Double? {
        lagging(delays, source: source, words: reference ?? delays.count)
    }

    /// Length-Adaptive Average Lagging (Polák et al. and Papi et al., 2022), as `simuleval` computes it. A translation that is
    /// longer than its reference wins nothing.
    package static func lengthAdaptiveAverageLagging(
        _ delays: [Double], source: Double, reference: Int? = nil
    ) -> Double? {
        lagging(delays, source: source, words: max(delays.count, reference ?? 0))
    }

    private static func lagging(_ delays: [Double], source: Double, words: Int) -> Double? {
        guard let first = delays.first, source > 0, words > 0 else { return nil }
        guard first <= source else { return first }
        let wordLength = source / Double(words)
        var (sum, count) = (0.0, 0)
        for delay in delays {
            sum += delay - Double(count) * wordLength
            count += 1
            if delay >= source { break }
        }
        return sum / Double(count)
    }

    /// Normalized erasure: the words of earlier hypotheses that a later one took back, for each word of the final text. The
    /// measure is from Arivazhagan et al., "Re-translation versus Streaming", 2020.
    ///
    /// - Parameter hypotheses: the words of each hypothesis in order, the last one being the final text.
    /// - Returns: 0 if nothing was ever taken back; nil if the final text has no words.
    package static func normalizedErasure(_ hypotheses: [[String]]) -> Double? {
        guard let final = hypotheses.last, !final.isEmpty else { return nil }
        let erased = zip(hypotheses, hypotheses.dropFirst()).reduce(0) { sum, pair in
            sum + pair.0.count - zip(pair.0, pair.1).prefix { $0.0 == $0.1 }.count
        }
        return Double(erased) / Double(final.count)
    }
}

/// The 50th, 95th and 99th percentile of some values, by the nearest rank.
package struct Percentiles: Sendable, Hashable, Encodable {
    /// How many values there are.
    package var count: Int
    package var p50: Double
    package var p95: Double
    package var p99: Double

    /// - Returns: nil without values.
    package init?(_ values: [Double]) {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        func rank(_ share: Double) -> Double {
            sorted[max(0, min(sorted.count, Int((share * Double(sorted.count)).rounded(.up))) - 1)]
        }
        (count, p50, p95, p99) = (sorted.count, rank(0.5), rank(0.95), rank(0.99))
    }
}
