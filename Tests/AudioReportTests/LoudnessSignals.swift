import Foundation
import VerbioTesting

/// The signals that EBU Tech 3341 and 3342 define: sines of given levels, one after the other, the same in all channels.
struct Signal {
    let rate: Int
    let channels: Int
    private(set) var samples: [Float] = []
    private var frame = 0

    init(rate: Int = 48_000, channels: Int = 2) {
        self.rate = rate
        self.channels = channels
    }

    /// - Parameter decibels: of the sine's peaks, for each channel or for all.
    mutating func add(_ seconds: Double, hertz: Double = 1_000, decibels: Double...) {
        let levels = (0..<channels).map { pow(10, decibels[min($0, decibels.count - 1)] / 20) }
        for _ in 0..<Int((seconds * Double(rate)).rounded()) {
            let wave = sin(2 * .pi * hertz / Double(rate) * Double(frame))
            samples += levels.map { Float($0 * wave) }
            frame += 1
        }
    }

    static func stereo(_ parts: [(decibels: Double, seconds: Double)], rate: Int = 16_000) -> Signal {
        var signal = Signal(rate: rate)
        for part in parts { signal.add(part.seconds, decibels: part.decibels) }
        return signal
    }

    /// Noise that becomes louder and softer, different in each channel.
    static func noise(_ seconds: Double, rate: Int = 48_000, channels: Int = 2, seed: UInt64 = 5) -> Signal {
        var signal = Signal(rate: rate, channels: channels)
        var numbers = SplitMix64(seed: seed)
        var held = [Float](repeating: 0, count: channels)
        for index in 0..<Int(seconds * Double(rate)) * channels {
            let level = 0.3 + 0.29 * sin(Float(index / channels) / Float(rate) * 2.2)
            let white = Float(numbers.next() >> 40) / Float(1 << 23) - 1
            held[index % channels] += 0.3 * (white - held[index % channels])
            signal.samples.append(held[index % channels] * level)
        }
        return signal
    }
}
