/// One number for each of the sixteen bands of the ``FilterBank``: a power or a noise floor.
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
    @inline(__always)
    var total: Float { low.sum() + high.sum() }

    /// The sums of four neighbouring bands each: so wide that ordinary noise hardly changes them.
    var groups: SIMD4<Float> {
        SIMD4(low.lowHalf.sum(), low.highHalf.sum(), high.lowHalf.sum(), high.highHalf.sum())
    }

    /// The value that lies the fraction `share` of the way from this one to `other`.
    @inline(__always)
    func moved(toward other: BandPowers, share: Float) -> BandPowers {
        BandPowers(low: low + (other.low - low) * share, high: high + (other.high - high) * share)
    }

    /// The smaller of the two values in each band.
    @inline(__always)
    func minimum(_ other: BandPowers) -> BandPowers {
        BandPowers(
            low: low.replacing(with: other.low, where: other.low .< low),
            high: high.replacing(with: other.high, where: other.high .< high))
    }

    /// The larger of the two values in each band.
    @inline(__always)
    func maximum(_ other: BandPowers) -> BandPowers {
        BandPowers(
            low: low.replacing(with: other.low, where: other.low .> low),
            high: high.replacing(with: other.high, where: other.high .> high))
    }

    /// The ratio of the power to a floor in each band, at most `ceiling`.
    @inline(__always)
    func ratio(to floor: BandPowers, ceiling: Float) -> BandPowers {
        BandPowers(low: low / floor.low, high: high / floor.high).minimum(BandPowers(repeating: ceiling))
    }

    @inline(__always)
    static func + (one: BandPowers, other: BandPowers) -> BandPowers {
        BandPowers(low: one.low + other.low, high: one.high + other.high)
    }

    @inline(__always)
    static func * (powers: BandPowers, factor: Float) -> BandPowers {
        BandPowers(low: powers.low * factor, high: powers.high * factor)
    }

    @inline(__always)
    static func * (powers: BandPowers, factors: BandPowers) -> BandPowers {
        BandPowers(low: powers.low * factors.low, high: powers.high * factors.high)
    }
}
