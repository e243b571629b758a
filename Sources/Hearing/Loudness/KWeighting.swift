internal import Foundation

/// The weighting of ITU-R BS.1770-4: a high shelf for what the head does to sound, then a high pass, for any sample rate.
///
/// BS.1770 prints coefficients for 48 kHz only. The analogue prototypes behind them (frequency, quality, gain) are those
/// that libebur128 and FFmpeg also use; the bilinear transform takes them to any rate and gives the printed numbers at 48 kHz.
/// Both sections are held in a form that Float can carry:
///
/// * the high pass has both zeros at 1 and its poles within a few thousandths of it, so it is written in differences,
///   δ = z − 1: δ² / (δ² + c₁δ + c₀). The coefficients are small numbers with all their digits, where the usual a₁ ≈ −1.99
///   has lost them to rounding;
/// * the shelf is divided by its first coefficient, whose square multiplies the energy once at the end.
struct KWeighting: Sendable {
    private let c0: Float
    private let c1: Float
    private let a1: Float
    private let a2: Float
    private let b1: Float
    private let b2: Float
    /// What the energy of the filter's output has to be multiplied by.
    let energyScale: Double

    /// What eight independent filters remember.
    struct Lanes: Sendable {
        fileprivate var single = SIMD8<Float>()
        fileprivate var double = SIMD8<Float>()
        fileprivate var once = SIMD8<Float>()
        fileprivate var twice = SIMD8<Float>()
    }

    /// - Parameter sampleRate: Hz. Below 3.7 kHz the shelf would lie beyond what the audio can hold; it is kept inside.
    init(sampleRate: Double) {
        let tangent = { (hertz: Double) in tan(.pi * min(hertz / sampleRate, 0.45)) }

        let pass = tangent(38.135_470_876_024_44)
        let passQuality = 0.500_327_037_323_877_3
        let passScale = 1 + pass / passQuality + pass * pass
        // 2 + a₁ and 1 + a₁ + a₂ of the bilinear transform, with the cancelling terms already gone.
        c1 = Float((2 * pass / passQuality + 4 * pass * pass) / passScale)
        c0 = Float(4 * pass * pass / passScale)

        let shelf = tangent(1_681.974_450_955_533)
        let shelfQuality = 0.707_175_236_955_419_6
        let high = pow(10, 3.999_843_853_973_347 / 20)
        let band = pow(high, 0.499_666_774_154_541_6)
        let square = shelf * shelf
        let scale = 1 + shelf / shelfQuality + square
        let b0 = high + band * shelf / shelfQuality + square
        a1 = Float(2 * (square - 1) / scale)
        a2 = Float((1 - shelf / shelfQuality + square) / scale)
        b1 = Float(2 * (square - high) / b0)
        b2 = Float((high - band * shelf / shelfQuality + square) / b0)
        energyScale = (b0 / scale) * (b0 / scale)
    }

    /// Filters every `stride`-th element from `first` on, and returns the sum of the squares of each lane.
    @inline(__always)
    func energy(
        of elements: UnsafeBufferPointer<SIMD8<Float>>, from first: Int, stride: Int, _ lanes: inout Lanes
    ) -> SIMD8<Float> {
        var (single, double) = (lanes.single, lanes.double)
        var (once, twice) = (lanes.once, lanes.twice)
        var sum = SIMD8<Float>()
        var index = first
        while index < elements.count {
            let high = (elements[index] - double) - c1 * single
            double += c0 * single
            single += high
            let inner = (high - a2 * twice) - a1 * once
            let output = (inner + b2 * twice) + b1 * once
            twice = once
            once = inner
            sum += output * output
            index &+= stride
        }
        lanes.single = single
        lanes.double = double
        lanes.once = once
        lanes.twice = twice
        return sum
    }
}
