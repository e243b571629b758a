import Audio
import Foundation
import VerbioTesting

/// Made sounds without speech in them. All begin again for the same seed.
enum Sounds {
    static func amplitude(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

    /// The same samples at another mean level.
    static func scaled(_ samples: [Float], decibels: Double) -> [Float] {
        let mean = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
        let factor = amplitude(decibels) / Float(max(mean, 1e-20).squareRoot())
        return samples.map { $0 * factor }
    }

    static func mixed(_ one: [Float], _ other: [Float]) -> [Float] { zip(one, other).map { $0 + $1 } }

    static func white(_ count: Int, decibels: Double, seed: UInt64) -> [Float] {
        var numbers = SplitMix64(seed: seed)
        let amplitude = amplitude(decibels) * Float(3).squareRoot()
        return (0..<count).map { _ in (Float(numbers.next() >> 40) / Float(1 << 23) - 1) * amplitude }
    }

    /// About −3 dB per octave: the sum of noises that take a new value every sample, every second, every fourth, …
    static func pink(_ count: Int, decibels: Double, seed: UInt64) -> [Float] {
        let fresh = white(count, decibels: 0, seed: seed)
        var held = [Float](repeating: 0, count: 12)
        let noise = fresh.indices.map { index -> Float in
            held[index.trailingZeroBitCount % 12] = fresh[index]
            return held.reduce(0, +)
        }
        return scaled(noise, decibels: decibels)
    }

    /// Chords of plucked strings over a bass and a drum, 100 beats a minute.
    static func music(_ count: Int, decibels: Double, seed: UInt64) -> [Float] {
        var numbers = SplitMix64(seed: seed)
        var samples = [Float](repeating: 0, count: count)
        let beat = speechSampleRate * 60 / 100
        let roots = [0, 9, 5, 7]
        let scale: [Double] = [0, 2, 4, 7, 9, 12]
        for start in stride(from: 0, to: count, by: beat) {
            let bar = start / (4 * beat)
            let root = Double(roots[bar % roots.count])
            let strong = (start / beat).isMultiple(of: 2)
            pluck(&samples, start, hertz: 55 * pow(2, root / 12), loud: 0.5, seconds: 1)
            for step in [0.0, 4, 7, 12] where strong || Bool.random(using: &numbers) {
                let delay = Int.random(in: 0...(beat / 4), using: &numbers)
                pluck(
                    &samples, start + delay, hertz: 220 * pow(2, (root + step) / 12),
                    loud: Double.random(in: 0.15...0.3, using: &numbers), seconds: 1.5)
            }
            let melody = scale[Int.random(in: 0..<scale.count, using: &numbers)]
            pluck(&samples, start, hertz: 440 * pow(2, (root + melody) / 12), loud: 0.3, seconds: 0.8)
            for offset in 0..<min(800, count - start) {
                let value = Float.random(in: -0.4...0.4, using: &numbers)
                samples[start + offset] += value * Float(exp(-Double(offset) / 200))
            }
        }
        return scaled(samples, decibels: decibels)
    }

    private static func pluck(_ samples: inout [Float], _ start: Int, hertz: Double, loud: Double, seconds: Double) {
        let end = min(samples.count, start + Int(seconds * Double(speechSampleRate)))
        guard start < end else { return }
        for harmonic in 1...8 where hertz * Double(harmonic) < 7_500 {
            let turn = 2 * Double.pi * hertz * Double(harmonic) / Double(speechSampleRate)
            let fall = exp(-(2.0 + Double(harmonic)) / seconds / Double(speechSampleRate))
            var strength = loud / Double(harmonic)
            for index in start..<end {
                samples[index] += Float(strength * sin(turn * Double(index - start)))
                strength *= fall
            }
        }
    }

    /// Six talkers at once, each backwards.
    static func babble(_ clips: [Clip], _ count: Int, decibels: Double, seed: UInt64) -> [Float] {
        var samples = [Float](repeating: 0, count: count)
        var numbers = SplitMix64(seed: seed)
        for _ in 0..<6 {
            var position = 0
            while position < count, let clip = clips.randomElement(using: &numbers) {
                for value in clip.samples.reversed().prefix(count - position) {
                    samples[position] += value / clip.level
                    position += 1
                }
            }
        }
        return scaled(samples, decibels: decibels)
    }

    /// Mains hum with its odd harmonics, and a little hiss.
    static func hum(_ count: Int, decibels: Double, seed: UInt64) -> [Float] {
        let turns = [50.0, 150, 250, 350, 450].map { 2 * Double.pi * $0 / Double(speechSampleRate) }
        let tones = (0..<count).map { index in
            Float(turns.enumerated().reduce(0) { $0 + sin($1.element * Double(index)) / Double(1 + $1.offset) })
        }
        return mixed(scaled(tones, decibels: decibels), white(count, decibels: decibels - 35, seed: seed))
    }

    /// Clicks of 1–8 ms, loud, a few a second, over a quiet room.
    static func clicks(_ count: Int, seed: UInt64) -> [Float] {
        var samples = white(count, decibels: -66, seed: seed)
        var numbers = SplitMix64(seed: seed)
        var position = 4_000
        while position + 400 < count {
            for offset in 0..<Int.random(in: 16...128, using: &numbers) {
                samples[position + offset] += Float.random(in: -0.5...0.5, using: &numbers)
            }
            position += Int.random(in: 3_000...12_000, using: &numbers)
        }
        return samples
    }

    /// A fan: noise that falls by 6 dB per octave, and its blades.
    static func fan(_ count: Int, decibels: Double, seed: UInt64) -> [Float] {
        let fresh = white(count, decibels: 0, seed: seed)
        var low: Float = 0
        let turn = 2 * Double.pi * 120 / Double(speechSampleRate)
        let noise = fresh.enumerated().map { index, value -> Float in
            low += (value - low) * 0.08
            return low + 0.02 * Float(sin(turn * Double(index)))
        }
        return scaled(noise, decibels: decibels)
    }
}
