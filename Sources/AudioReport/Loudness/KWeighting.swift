internal import CKernels
internal import Foundation

/// The weighting of ITU-R BS.1770-4, for any sample rate: a high shelf for the effect of the head on sound, then a high pass.
///
/// BS.1770 prints coefficients for 48 kHz only. The analogue prototypes behind them (frequency, quality, gain) are
/// those that libebur128 and FFmpeg also use. The bilinear transform takes them to any rate and gives the printed
/// numbers at 48 kHz. Both sections are held in a form that Float can carry:
///
/// * the high pass has both zeros at 1 and its poles within a few thousandths of it. So it is written in differences, δ
///   = z − 1: δ² / (δ² + c₁δ + c₀). These coefficients are small numbers with all their digits. The usual a₁ ≈ −1.99
///   has lost them to rounding;
/// * the shelf is divided by its first coefficient, whose square multiplies the energy once at the end.
struct KWeighting: Sendable {
    /// c₀, c₁ of the high pass; a₁, a₂, b₁, b₂ of the shelf.
    private let coefficients: [Float]
    /// The factor for the energy of the filter's output.
    let energyScale: Double

    /// The state of eight independent filters.
    struct Lanes: Sendable {
        private var single = SIMD8<Float>()
        private var double = SIMD8<Float>()
        private var once = SIMD8<Float>()
        private var twice = SIMD8<Float>()

        /// Clears states that have decayed below a magnitude; otherwise they would reach the smallest Floats, which are slow.
        mutating func forget(below magnitude: Float) {
            func heard(_ lanes: SIMD8<Float>) -> SIMD8<Float> {
                lanes.replacing(with: 0, where: (lanes .< magnitude) .& (lanes .> -magnitude))
            }
            (single, double, once, twice) = (heard(single), heard(double), heard(once), heard(twice))
        }
    }

    /// - Parameter sampleRate: Hz. Below 3.7 kHz the shelf would lie above the frequencies of the audio; it is kept within
    ///   them.
    init(sampleRate: Double) {
        let tangent = { (hertz: Double) in tan(.pi * min(hertz / sampleRate, 0.45)) }

        let pass = tangent(38.135_470_876_024_44)
        let passQuality = 0.500_327_037_323_877_3
        let passScale = 1 + pass / passQuality + pass * pass
        // 2 + a₁ and 1 + a₁ + a₂ of the bilinear transform, with the terms that cancel already removed.
        let c1 = Float((2 * pass / passQuality + 4 * pass * pass) / passScale)
        let c0 = Float(4 * pass * pass / passScale)

        let shelf = tangent(1_681.974_450_955_533)
        let shelfQuality = 0.707_175_236_955_419_6
        let high = pow(10, 3.999_843_853_973_347 / 20)
        let band = pow(high, 0.499_666_774_154_541_6)
        let square = shelf * shelf
        let scale = 1 + shelf / shelfQuality + square
        let b0 = high + band * shelf / shelfQuality + square
        let a1 = Float(2 * (square - 1) / scale)
        let a2 = Float((1 - shelf / shelfQuality + square) / scale)
        let b1 = Float(2 * (square - high) / b0)
        let b2 = Float((high - band * shelf / shelfQuality + square) / b0)
        coefficients = [c0, c1, a1, a2, b1, b2]
        energyScale = (b0 / scale) * (b0 / scale)
    }

    /// Filters all channels of interleaved elements and returns the sum of the squares of each channel and lane.
    ///
    /// The loop is compiled for wide vectors, too, and takes two channels at a time: half the time that it took in Swift.
    func energies(
        of elements: UnsafeBufferPointer<SIMD8<Float>>, _ memory: inout [Lanes], into sums: inout [SIMD8<Float>]
    ) {
        let channels = memory.count
        let count = elements.count / channels
        memory.withUnsafeMutableBytes { memory in
            sums.withUnsafeMutableBytes { sums in
                for first in stride(from: 0, to: channels, by: 2) {
                    verbio_weighted_energies(
                        UnsafeRawBufferPointer(elements).baseAddress?.assumingMemoryBound(to: Float.self)
                            .advanced(by: 8 * first),
                        count, channels, Int32(min(2, channels - first)), coefficients,
                        memory.baseAddress?.assumingMemoryBound(to: Float.self).advanced(by: 32 * first),
                        sums.baseAddress?.assumingMemoryBound(to: Float.self).advanced(by: 8 * first))
                }
            }
        }
    }
}
