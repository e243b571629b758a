internal import Audio
internal import Foundation

/// Sixteen band filters from 100 to 7200 Hz that run side by side in the lanes of two vectors.
///
/// Each is one resonance of second order. Filters instead of a transform need no window and no overlap: the power of a frame
/// depends on its own samples and on what came before, never on how the audio was cut into chunks. Fourteen of the bands
/// share 100–4000 Hz, where the energy of a voice lies, about evenly as the ear does; two above hear the hiss of an "s".
/// Steeper filters and a transform of 512 points were tried: they cost more and found speech in noise no better.
struct FilterBank: Sendable {
    /// Where neighbouring bands meet, in Hz. The spacing follows the ear's critical bands, merged above 2 kHz; nothing
    /// below 100 Hz, so that the hum of mains and rumble stay outside.
    static let edges: [Double] = [
        100, 200, 300, 420, 550, 700, 870, 1070, 1300, 1570, 1880, 2250, 2700, 3250, 4000, 5300, 7200,
    ]

    /// Hz from edge to edge, for all sixteen.
    static var widths: BandPowers {
        var widths = BandPowers(repeating: 0)
        for band in 0..<8 {
            widths.low[band] = Float(edges[band + 1] - edges[band])
            widths.high[band] = Float(edges[band + 9] - edges[band + 8])
        }
        return widths
    }

    /// State below this is set to zero after each frame: it would otherwise fade through numbers so small that processors
    /// handle them in slow motion. It is 300 dB below full scale.
    private static let vanishing: Float = 1e-15

    private var low: Resonators
    private var high: Resonators

    init() {
        low = Resonators(edges: FilterBank.edges[0...8])
        high = Resonators(edges: FilterBank.edges[8...16])
    }

    /// The mean power of the samples in each band, and of the samples themselves; 1 is a square wave at full scale.
    mutating func powers(of samples: UnsafeBufferPointer<Float>) -> (bands: BandPowers, all: Float) {
        guard !samples.isEmpty else { return (BandPowers(repeating: 0), 0) }
        var (low, high) = (low, high)
        var lowEnergy = SIMD8<Float>()
        var highEnergy = SIMD8<Float>()
        var energy: Float = 0
        // Both in one loop: neither has to wait for its own last result, as each would alone.
        for sample in samples {
            lowEnergy += low.step(sample)
            highEnergy += high.step(sample)
            energy += sample * sample
        }
        low.settle(below: FilterBank.vanishing)
        high.settle(below: FilterBank.vanishing)
        (self.low, self.high) = (low, high)
        let share = 1 / Float(samples.count)
        return (BandPowers(low: lowEnergy * share, high: highEnergy * share), energy * share)
    }

    /// Eight band-pass filters of second order with unit gain at the centre (the usual bilinear design), transposed form.
    private struct Resonators: Sendable {
        private var gain = SIMD8<Float>()
        private var feedback1 = SIMD8<Float>()
        private var feedback2 = SIMD8<Float>()
        private var state1 = SIMD8<Float>()
        private var state2 = SIMD8<Float>()

        init(edges: ArraySlice<Double>) {
            for (band, (below, above)) in zip(edges, edges.dropFirst()).enumerated() {
                let centre = (below * above).squareRoot()
                let angle = 2 * Double.pi * centre / Double(speechSampleRate)
                let damping = sin(angle) * (above - below) / (2 * centre)
                gain[band] = Float(damping / (1 + damping))
                feedback1[band] = Float(-2 * cos(angle) / (1 + damping))
                feedback2[band] = Float((1 - damping) / (1 + damping))
            }
        }

        /// The squares of the next output.
        @inline(__always)
        mutating func step(_ sample: Float) -> SIMD8<Float> {
            let input = gain * sample
            let output = input - state1
            state1 = state2 + feedback1 * output
            state2 = input + feedback2 * output
            return output * output
        }

        mutating func settle(below limit: Float) {
            state1 = state1.replacing(with: 0, where: (state1 .< limit) .& (state1 .> -limit))
            state2 = state2.replacing(with: 0, where: (state2 .< limit) .& (state2 .> -limit))
        }
    }
}
