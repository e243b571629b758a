internal import Audio
internal import CKernels
internal import Foundation

/// Sixteen band filters from 100 to 7200 Hz that run side by side in the lanes of two vectors.
///
/// Each filter is one resonance of second order. Unlike a transform, filters need no window and no overlap. The power of a
/// frame depends on its own samples and on the samples before it, never on how the audio was cut into chunks. Fourteen of the
/// bands share 100–4000 Hz, which contains the energy of a voice, spaced evenly about as the ear does. Two bands above receive
/// the hiss of an "s". Steeper filters and a transform of 512 points were tried: they cost more and found speech in noise no
/// better.
struct FilterBank: Sendable {
    /// The limits between neighbouring bands, in Hz.
    ///
    /// The spacing follows the ear's critical bands, merged above 2 kHz. Nothing is below 100 Hz, which excludes mains hum and
    /// rumble.
    static let edges: [Double] = [
        100, 200, 300, 420, 550, 700, 870, 1070, 1300, 1570, 1880, 2250, 2700, 3250, 4000, 5300, 7200,
    ]

    /// The width of each of the sixteen bands in Hz.
    static var widths: BandPowers {
        var widths = BandPowers(repeating: 0)
        for band in 0..<8 {
            widths.low[band] = Float(edges[band + 1] - edges[band])
            widths.high[band] = Float(edges[band + 9] - edges[band + 8])
        }
        return widths
    }

    /// State below this value is set to zero after each frame.
    ///
    /// Otherwise it would decay into denormal numbers, which processors handle slowly. It is 300 dB below full scale.
    private static let vanishing: Float = 1e-15

    /// The gains of all sixteen filters, then the two feedback factors of each.
    private let coefficients: [Float]
    /// The two state values of each filter, from its last sample and the one before.
    private var memory = (SIMD16<Float>(), SIMD16<Float>())

    init() {
        let resonances = zip(FilterBank.edges, FilterBank.edges.dropFirst()).map(FilterBank.resonance)
        coefficients = resonances.map(\.gain) + resonances.map(\.feedback1) + resonances.map(\.feedback2)
    }

    /// The mean power of the samples in each band, and of the samples about their mean.
    ///
    /// The mean is removed because cheap sound cards add an offset that is louder than the voice. A square wave at full scale
    /// has power 1.
    ///
    /// The loop is also compiled for wide vectors: it takes half the time of the loop in Swift.
    mutating func powers(of samples: UnsafeBufferPointer<Float>) -> (bands: BandPowers, all: Float) {
        guard !samples.isEmpty else { return (BandPowers(repeating: 0), 0) }
        var sums = (SIMD16<Float>(), Float(0))
        withUnsafeMutableBytes(of: &memory) { memory in
            withUnsafeMutableBytes(of: &sums) { sums in
                verbio_band_powers(
                    samples.baseAddress, samples.count, coefficients,
                    memory.baseAddress?.assumingMemoryBound(to: Float.self),
                    sums.baseAddress?.assumingMemoryBound(to: Float.self))
            }
        }
        memory = (FilterBank.settled(memory.0), FilterBank.settled(memory.1))
        let share = 1 / Float(samples.count)
        let bands = sums.0 * share
        let mean = FilterBank.sum(samples) * share
        return (BandPowers(low: bands.lowHalf, high: bands.highHalf), max(0, sums.1 * share - mean * mean))
    }

    static func sum(_ samples: UnsafeBufferPointer<Float>) -> Float {
        var lanes = SIMD16<Float>()
        let bytes = UnsafeRawBufferPointer(samples)
        var at = 0
        while at + 16 <= samples.count {
            lanes += bytes.loadUnaligned(fromByteOffset: at * 4, as: SIMD16<Float>.self)
            at += 16
        }
        return samples[at...].reduce(lanes.sum(), +)
    }

    /// A band-pass filter of second order with unit gain at the centre (the usual bilinear design), transposed form:
    /// output = gain·sample − memory₁; memory₁ = memory₂ + feedback₁·output; memory₂ = gain·sample + feedback₂·output.
    private static func resonance(from below: Double, to above: Double) -> (
        gain: Float, feedback1: Float, feedback2: Float
    ) {
        let centre = (below * above).squareRoot()
        let angle = 2 * Double.pi * centre / Double(speechSampleRate)
        let damping = sin(angle) * (above - below) / (2 * centre)
        return (
            Float(damping / (1 + damping)), Float(-2 * cos(angle) / (1 + damping)),
            Float((1 - damping) / (1 + damping))
        )
    }

    private static func settled(_ memory: SIMD16<Float>) -> SIMD16<Float> {
        memory.replacing(with: 0, where: (memory .< vanishing) .& (memory .> -vanishing))
    }
}
