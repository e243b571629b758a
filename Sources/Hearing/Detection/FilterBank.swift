internal import Audio
internal import Foundation

/// Sixteen band filters from 100 to 7200 Hz that run side by side in the lanes of two vectors.
///
/// Each is a resonance of second order run twice. Filters instead of a transform need no window and no overlap: the power of
/// a frame depends on its own samples and on what came before, never on how the audio was cut into chunks. Fourteen of
/// the bands share 100–4000 Hz, where the energy of a voice lies, about evenly as the ear does; two above hear the hiss of
/// an "s".
struct FilterBank: Sendable {
    /// Where neighbouring bands meet, in Hz. The spacing follows the ear's critical bands, merged above 2 kHz; nothing
    /// below 100 Hz, so that the hum of mains and rumble stay outside.
    static let edges: [Double] = [
        100, 200, 300, 420, 550, 700, 870, 1070, 1300, 1570, 1880, 2250, 2700, 3250, 4000, 5300, 7200,
    ]

    /// Running a resonance twice narrows it to this share of its width (√(√2 − 1)), so each is made wider by as much.
    private static let narrowing = 0.6436

    /// State below this is set to zero after each frame: it would otherwise fade through numbers so small that processors
    /// handle them in slow motion. It is 300 dB below full scale.
    private static let vanishing: Float = 1e-15

    private var low: Resonators
    private var high: Resonators

    init() {
        low = Resonators(edges: Array(FilterBank.edges[0...8]), narrowing: FilterBank.narrowing)
        high = Resonators(edges: Array(FilterBank.edges[8...16]), narrowing: FilterBank.narrowing)
    }

    /// The mean power of the samples in each band; 1 is the power of a square wave at full scale.
    mutating func powers(of samples: UnsafeBufferPointer<Float>) -> BandPowers {
        guard samples.count > 0 else { return BandPowers(repeating: 0) }
        let share = 1 / Float(samples.count)
        let first = low.energy(of: samples) * share
        let second = high.energy(of: samples) * share
        low.settle(below: FilterBank.vanishing)
        high.settle(below: FilterBank.vanishing)
        return BandPowers(low: first, high: second)
    }

    /// Eight resonances, each run twice.
    private struct Resonators: Sendable {
        var gain = SIMD8<Float>()
        var feedback1 = SIMD8<Float>()
        var feedback2 = SIMD8<Float>()
        var first1 = SIMD8<Float>()
        var first2 = SIMD8<Float>()
        var second1 = SIMD8<Float>()
        var second2 = SIMD8<Float>()

        init(edges: [Double], narrowing: Double) {
            for band in 0..<8 {
                let width = (edges[band + 1] - edges[band]) / narrowing
                let centre = (edges[band + 1] * edges[band]).squareRoot()
                let angle = 2 * Double.pi * centre / Double(speechSampleRate)
                let damping = sin(angle) * width / (2 * centre)
                gain[band] = Float(damping / (1 + damping))
                feedback1[band] = Float(-2 * cos(angle) / (1 + damping))
                feedback2[band] = Float((1 - damping) / (1 + damping))
            }
        }

        mutating func energy(of samples: UnsafeBufferPointer<Float>) -> SIMD8<Float> {
            var (a1, a2, b1, b2) = (first1, first2, second1, second2)
            let (gain, feedback1, feedback2) = (gain, feedback1, feedback2)
            var energy = SIMD8<Float>()
            for sample in samples {
                let input = gain * sample
                let middle = input + a1
                a1 = a2 - feedback1 * middle
                a2 = -(feedback2 * middle + input)
                let again = gain * middle
                let output = again + b1
                b1 = b2 - feedback1 * output
                b2 = -(feedback2 * output + again)
                energy += output * output
            }
            (first1, first2, second1, second2) = (a1, a2, b1, b2)
            return energy
        }

        mutating func settle(below limit: Float) {
            func settled(_ state: SIMD8<Float>) -> SIMD8<Float> {
                state.replacing(with: 0, where: (state .< limit) .& (state .> -limit))
            }
            first1 = settled(first1)
            first2 = settled(first2)
            second1 = settled(second1)
            second2 = settled(second2)
        }
    }
}
