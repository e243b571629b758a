import Foundation
import Testing
import VerbioTesting

/// Sounds to hear: synthetic ones, and recordings if they are installed.
enum Sound {
    static func silence(_ seconds: Double) -> [Float] {
        [Float](repeating: 0, count: Int(seconds * 16_000))
    }

    /// Evenly spread values have white noise's spectrum.
    static func white(_ seconds: Double, decibels: Double, seed: UInt64 = 1) -> [Float] {
        var numbers = SplitMix64(seed: seed)
        let amplitude = amplitude(decibels) * Float(3).squareRoot()
        return (0..<Int(seconds * 16_000)).map { _ in
            (Float(numbers.next() >> 40) / Float(1 << 23) - 1) * amplitude
        }
    }

    /// About −3 dB per octave: the sum of noises that take a new value every sample, every second, every fourth, …
    static func pink(_ seconds: Double, decibels: Double, seed: UInt64 = 2) -> [Float] {
        let fresh = white(seconds, decibels: 0, seed: seed)
        var held = [Float](repeating: 0, count: 12)
        let noise = fresh.indices.map { index -> Float in
            held[index.trailingZeroBitCount % 12] = fresh[index]
            return held.reduce(0, +)
        }
        return scaled(noise, decibels: decibels)
    }

    static func tone(_ seconds: Double, hertz: Double, decibels: Double) -> [Float] {
        let amplitude = Double(amplitude(decibels)) * 2.0.squareRoot()
        return (0..<Int(seconds * 16_000)).map { Float(amplitude * sin(2 * .pi * hertz * Double($0) / 16_000)) }
    }

    /// Clicks of 1–8 ms, loud, a few a second, over a quiet room.
    static func clicks(_ seconds: Double, seed: UInt64 = 3) -> [Float] {
        var samples = white(seconds, decibels: -66, seed: seed)
        var numbers = SplitMix64(seed: seed)
        var position = 4_000
        while position + 400 < samples.count {
            let length = Int.random(in: 16...128, using: &numbers)
            for offset in 0..<length {
                samples[position + offset] += Float.random(in: -0.5...0.5, using: &numbers)
            }
            position += Int.random(in: 3_000...12_000, using: &numbers)
        }
        return samples
    }

    /// The same samples at another mean level.
    static func scaled(_ samples: [Float], decibels: Double) -> [Float] {
        let mean = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))
        let factor = amplitude(decibels) / Float(max(mean, 1e-20).squareRoot())
        return samples.map { $0 * factor }
    }

    static func mixed(_ one: [Float], _ other: [Float]) -> [Float] {
        zip(one, other).map { $0 + $1 }
    }

    static func decibels(_ power: Float) -> Float { 10 * log10(power) }

    static func logit(_ probability: Double) -> Double { log(probability / (1 - probability)) }

    static func amplitude(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }
}

/// Real recordings, 16 kHz mono 16 bit.
enum Recording {
    static let pocketsphinx = "/usr/share/pocketsphinx/test/data"
    static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/corpus").path

    static let hasPocketsphinx = FileManager.default.fileExists(atPath: pocketsphinx + "/goforward.raw")
    static let hasCorpus = FileManager.default.fileExists(atPath: corpus + "/manifest.json")

    /// A quarter of a minute by four speakers: a read sentence, names of cards, a command, digits.
    static let spoken = [
        "librivox/sense_and_sensibility_01_austen_64kb-0880.wav", "cards/001.wav", "cards/005.wav", "goforward.raw",
        "tidigits/dhd.2934z.raw",
    ]

    static func pocketsphinx(_ name: String) throws -> [Float] { try read(pocketsphinx + "/" + name) }

    static func corpus(_ name: String) throws -> [Float] { try read(corpus + "/" + name) }

    /// Reads raw samples, or the data chunk of a WAV of the one kind used here.
    private static func read(_ path: String) throws -> [Float] {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        func number(_ at: Int, _ size: Int) -> Int { (0..<size).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
        var data = 0..<bytes.count
        if path.hasSuffix(".wav") {
            var at = 12
            while at + 8 <= bytes.count {
                let length = number(at + 4, 4)
                let kind = String(decoding: bytes[at..<(at + 4)], as: UTF8.self)
                if kind == "fmt " {
                    try #require(number(at + 10, 2) == 1 && number(at + 12, 4) == 16_000 && number(at + 22, 2) == 16)
                }
                if kind == "data" {
                    data = (at + 8)..<min(bytes.count, at + 8 + length)
                    break
                }
                at += 8 + length + length % 2
            }
        }
        return stride(from: data.lowerBound, to: data.upperBound - 1, by: 2).map {
            Float(Int16(truncatingIfNeeded: number($0, 2))) / 32_768
        }
    }
}
