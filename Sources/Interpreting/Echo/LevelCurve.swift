internal import Audio
internal import Foundation

/// The rise and fall of a sound: its level in frames of 10 ms.
enum LevelCurve {
    /// Samples of the speech clock in a frame.
    static let frame = speechSampleRate / 100
    /// Decibels of digital silence.
    static let silence: Float = -96
    /// Frames that are compared at least: half a second. Shorter sounds rise and fall too little.
    private static let least = 50
    /// Lags at which the same voice is not expected, in frames.
    private static let decoys = [200, 300, 400, 500]
    /// Frames by which the lags of an utterance's parts may differ.
    private static let drift = 3
    /// Decibels below the loudest frame that count.
    private static let range: Float = 35
    /// Frames that vary by less have no rise and fall, in decibels.
    private static let flat: Float = 3

    /// The level of samples in decibels of full scale.
    static func level(_ samples: some Collection<Int16>) -> Float {
        guard !samples.isEmpty else { return silence }
        let power = samples.reduce(Float(0)) { $0 + Float($1) * Float($1) } / Float(samples.count)
        return max(silence, 10 * log10(power / (32_768 * 32_768) + 1e-12))
    }

    /// The levels of a part of an utterance.
    static func levels(_ samples: [Int16], within range: SampleRange) -> [Float] {
        let (start, end) = (max(0, range.start), min(samples.count, range.end))
        guard end - start >= frame else { return [] }
        return stride(from: start, to: end - frame + 1, by: frame).map { level(samples[$0..<$0 + frame]) }
    }

    /// Whether a sound is another one that was played a little earlier.
    ///
    /// - Parameters:
    ///   - place: the frame of `played` at the time at which the sound begins.
    ///   - latest: the largest lag in frames.
    ///   - sameAbove: the correlation at the best lag has to be at least this.
    ///   - contrast: it has to be above that at unlikely lags by this, as any two voices rise and fall alike to some degree.
    static func isSame(
        _ heard: [Float], in played: [Float], at place: Int, latest: Int, sameAbove: Double, contrast: Double
    ) -> Bool {
        guard heard.count >= least else { return false }
        guard let whole = best(heard[...], in: played, at: place, lags: 0...latest), whole.correlation >= sameAbove
        else { return false }
        let other = decoys.compactMap { correlation(heard[...], in: played, at: place - $0) }.max() ?? 0
        guard whole.correlation - other >= contrast else { return false }
        // Two voices may be alike by chance, but then their parts are alike at different lags.
        let parts = max(2, heard.count / (2 * least))
        return (0..<parts).allSatisfy { part in
            let range = part * heard.count / parts..<(part + 1) * heard.count / parts
            let found = best(heard[range], in: played, at: place + range.lowerBound, lags: 0...latest)
            return found.map { abs($0.lag - whole.lag) <= drift } ?? true
        }
    }

    /// The lag in frames at which a sound is most like what was played.
    private static func best(
        _ heard: ArraySlice<Float>, in played: [Float], at place: Int, lags: ClosedRange<Int>
    ) -> (lag: Int, correlation: Double)? {
        lags.compactMap { lag in correlation(heard, in: played, at: place - lag).map { (lag, $0) } }
            .max { $0.1 < $1.1 }
    }

    private static func correlation(_ heard: ArraySlice<Float>, in played: [Float], at start: Int) -> Double? {
        guard start >= 0, start + heard.count <= played.count else { return nil }
        return correlation(heard, played[start..<start + heard.count])
    }

    /// The levels without what is far below the loudest: a room's noise hides it.
    private static func audible(_ levels: some Collection<Float>) -> [Float] {
        let floor = (levels.max() ?? silence) - range
        return levels.map { max(floor, $0) }
    }

    /// Pearson's correlation; nil if one of the two is flat.
    private static func correlation(_ one: ArraySlice<Float>, _ other: ArraySlice<Float>) -> Double? {
        let (one, other) = (audible(one), audible(other))
        let count = Double(one.count)
        let (meanOne, meanOther) = (one.reduce(0, +) / Float(count), other.reduce(0, +) / Float(count))
        var (product, squareOne, squareOther) = (Float(0), Float(0), Float(0))
        for (a, b) in zip(one, other) {
            product += (a - meanOne) * (b - meanOther)
            squareOne += (a - meanOne) * (a - meanOne)
            squareOther += (b - meanOther) * (b - meanOther)
        }
        guard (squareOne / Float(count)).squareRoot() >= flat, (squareOther / Float(count)).squareRoot() >= flat else {
            return nil
        }
        return Double(product / (squareOne * squareOther).squareRoot())
    }
}
