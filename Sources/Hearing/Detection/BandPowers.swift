/// One number for each of the sixteen bands of the ``FilterBank``: a power, or a noise floor.
struct BandPowers: Sendable, Hashable {
    static let count = 16

    /// The eight bands below 1300 Hz, lowest first, and the eight above.
    var low: SIMD8<Float>
    var high: SIMD8<Float>

    init(low: SIMD8<Float>, high: SIMD8<Float>) {
        self.low = low
        self.high = high
    }

    init(repeating value: Float) {
        low = SIMD8(repeating: value)
        high = SIMD8(repeating: value)
    }

    /// The sum over all bands.
    var total: Float { low.sum() + high.sum() }

    /// Sums of four neighbouring bands each: wide enough that ordinary noise hardly moves them.
    var groups: SIMD4<Float> {
        SIMD4(low.lowHalf.sum(), low.highHalf.sum(), high.lowHalf.sum(), high.highHalf.sum())
    }

    /// The way from here to `other`, `share` of it.
    func moved(toward other: BandPowers, share: Float) -> BandPowers {
        BandPowers(low: low + (other.low - low) * share, high: high + (other.high - high) * share)
    }

    /// Band by band the smaller of the two.
    func minimum(_ other: BandPowers) -> BandPowers {
        BandPowers(
            low: low.replacing(with: other.low, where: other.low .< low),
            high: high.replacing(with: other.high, where: other.high .< high))
    }

    /// Band by band the larger of the two.
    func maximum(_ other: BandPowers) -> BandPowers {
        BandPowers(
            low: low.replacing(with: other.low, where: other.low .> low),
            high: high.replacing(with: other.high, where: other.high .> high))
    }

    /// How many times the power stands above a floor, each band bounded by `ceiling` and the mean taken over the bands.
    ///
    /// Dividing by the floor first makes steady noise of any colour flat, so that a voice in the few bands where it is
    /// stronger than the noise is heard although the sum over all bands hardly changes.
    func meanRatio(to floor: BandPowers, ceiling: Float) -> Float {
        let bound = SIMD8<Float>(repeating: ceiling)
        var first = low / floor.low
        var second = high / floor.high
        first = first.replacing(with: bound, where: first .> bound)
        second = second.replacing(with: bound, where: second .> bound)
        return (first + second).sum() * (1 / Float(BandPowers.count))
    }

    static func * (powers: BandPowers, factors: BandPowers) -> BandPowers {
        BandPowers(low: powers.low * factors.low, high: powers.high * factors.high)
    }
}
