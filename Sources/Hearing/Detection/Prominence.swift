/// Measures how clearly the sound of the last 50 ms exceeds the noise.
///
/// For each band the power is divided by its floor, so that steady noise of any colour becomes flat and near 1. An average of n
/// independent values of noise alone is chi-square distributed. At a ratio of g, noise with a voice on top is more likely by
/// n/2·(g − 1 − ln g) nats. This is a likelihood-ratio test with the best-fitting voice, as statistical detectors since Sohn
/// use it. It finds a voice in four of sixteen bands although the sum over all bands hardly changes.
struct Prominence: Sendable {
    /// The combined result of the last frames.
    struct Reading: Sendable {
        /// Mean over the bands, in nats.
        var likelihood: Float
        /// The ratio of the frames to the floor: the mean over bands and frames.
        var mean: Float
        /// Whether most of the frames exceed the floor on their own, so that one or two clicks are not enough.
        var isSustained: Bool
    }

    private let ceiling: Float
    private let frameRise: Float
    private let halfDegrees: BandPowers
    private var ratios: [BandPowers]
    private var means: [Float]
    private var next = 0

    init(rules: DetectionRules) {
        let frames = max(1, rules.averagedFrames)
        ceiling = rules.bandCeiling
        frameRise = rules.frameRise
        ratios = Array(repeating: BandPowers(repeating: 1), count: frames)
        means = Array(repeating: 1, count: frames)
        // A band of w Hz has 2·w independent values per second.
        let seconds = Float(frames) / 100
        halfDegrees = FilterBank.widths.minimum(BandPowers(repeating: rules.widestBand)) * seconds
    }

    mutating func hear(_ frame: BandPowers, floor: BandPowers) -> Reading {
        let ratio = frame.ratio(to: floor, ceiling: ceiling)
        ratios[next] = ratio
        means[next] = ratio.total / Float(BandPowers.count)
        next = (next + 1) % ratios.count
        let average = ratios.reduce(BandPowers(repeating: 0), +) * (1 / Float(ratios.count))
        let sum =
            (Prominence.likelihood(average.low) * halfDegrees.low
            + Prominence.likelihood(average.high) * halfDegrees.high).sum()
        return Reading(
            likelihood: sum / Float(BandPowers.count), mean: average.total / Float(BandPowers.count),
            isSustained: 2 * means.count { $0 >= frameRise } > means.count)
    }

    /// g − 1 − ln g for g above 1, otherwise 0; an approximation within 15 % without a logarithm: e²/(2 + e) with e = g
    /// − 1.
    private static func likelihood(_ ratio: SIMD8<Float>) -> SIMD8<Float> {
        let excess = (ratio - 1).replacing(with: 0, where: ratio .< 1)
        return excess * excess / (excess + 2)
    }
}
