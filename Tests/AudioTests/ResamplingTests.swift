import Audio
import Foundation
import Testing
import VerbioTesting

struct ResamplingTests {
    @Test(
        "Given a click, when it is resampled, then it stays at its place",
        arguments: [8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000])
    func click(rate: Int) async throws {
        var samples = [Int16](repeating: 0, count: rate + rate / 3)
        for second in [0.1, 0.5, 1.2] { samples[Int(second * Double(rate))] = 30_000 }
        let recording = try await read(waveBytes(samples, rate: rate))

        #expect(recording.samples.count == Int((Double(samples.count) * 16_000 / Double(rate)).rounded()))
        for second in [0.1, 0.5, 1.2] {
            let expected = Int((Double(Int(second * Double(rate))) * 16_000 / Double(rate)).rounded())
            let around = recording.samples[expected - 800..<expected + 800]
            let peak = try #require(around.indices.max { around[$0].magnitude < around[$1].magnitude })
            #expect(abs(peak - expected) <= 1)
        }
    }

    @Test("Given tones up to 7 kHz, when they are resampled, then they do not change", arguments: [44_100, 48_000])
    func passBand(rate: Int) async throws {
        for hertz in [100.0, 1_000, 3_000, 5_000, 6_000, 6_500, 7_000] {
            let heard = try await read(waveBytes(floats: tone(hertz, rate: rate), rate: rate))
            #expect(abs(level(heard.samples)) <= 0.01, "\(hertz) Hz")
        }
    }

    @Test("Given tones from 8.8 kHz, when they are resampled, then they do not fold back", arguments: [44_100, 48_000])
    func stopBand(rate: Int) async throws {
        for hertz in [8_800.0, 9_000, 10_000, 12_345, 15_999, 16_001, 19_000, 21_500] {
            let heard = try await read(waveBytes(floats: tone(hertz, rate: rate), rate: rate))
            #expect(level(heard.samples) <= -95, "\(hertz) Hz")
        }
    }

    /// A second of a sine at half of full scale, to the last bit of its floats.
    private func tone(_ hertz: Double, rate: Int) -> [Float] {
        (0..<rate).map { Float(0.5 * sin(2 * .pi * hertz * Double($0) / Double(rate))) }
    }

    @Test("Given 16 kHz, when it is read, then it passes bit by bit")
    func passThrough() async throws {
        var generator = SplitMix64(seed: 1)
        let samples = (0..<20_000).map { _ in Int16.random(in: .min ... .max, using: &generator) }
        let recording = try await read(waveBytes(samples, rate: 16_000))
        #expect(recording.samples == samples.map { Float($0) / 32_768 })
    }

    @Test("Given samples that are no numbers, when they are resampled, then they do not spread")
    func notANumber() async throws {
        var samples = [Float](repeating: 0.25, count: 44_100)
        samples[10_000] = .nan
        samples[20_000] = .infinity
        let recording = try await read(waveBytes(floats: samples, rate: 44_100))
        #expect(recording.isFinite)
        #expect(abs(recording.samples[12_000] - 0.25) < 0.001)
        #expect(recording.damage.count == 1)
    }

    /// How much louder than such a tone it is, in decibels: of the middle, away from the edges.
    private func level(_ samples: [Float]) -> Double {
        let middle = samples[1_600..<samples.count - 1_600]
        let energy = middle.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(middle.count)
        return 10 * log10(max(energy, 1e-20) / 0.125)
    }
}
