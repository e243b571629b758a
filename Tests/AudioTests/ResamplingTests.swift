import Audio
import Foundation
import Testing
import VerbioTesting

struct ResamplingTests {
    @Test("a click stays where it is", arguments: [8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000])
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

    @Test("what speech needs passes, what would fold back does not")
    func filter() async throws {
        let low = try await read(waveBytes(sine(1_000, rate: 48_000, seconds: 1), rate: 48_000))
        #expect(abs(level(low.samples) - 20 * log10(0.5 / 2.0.squareRoot())) < 0.02)
        let high = try await read(waveBytes(sine(9_000, rate: 48_000, seconds: 1), rate: 48_000))
        // The noise of 16 bits is what is left.
        #expect(level(high.samples) < -95)
    }

    @Test("16 kHz passes bit by bit")
    func passThrough() async throws {
        var generator = SplitMix64(seed: 1)
        let samples = (0..<20_000).map { _ in Int16.random(in: .min ... .max, using: &generator) }
        let recording = try await read(waveBytes(samples, rate: 16_000))
        #expect(recording.samples == samples.map { Float($0) / 32_768 })
    }

    @Test("a sample that is no number does not spread")
    func notANumber() async throws {
        var samples = [Float](repeating: 0.25, count: 44_100)
        samples[10_000] = .nan
        samples[20_000] = .infinity
        let recording = try await read(waveBytes(floats: samples, rate: 44_100))
        #expect(recording.isFinite)
        #expect(abs(recording.samples[12_000] - 0.25) < 0.001)
        #expect(recording.damage.count == 1)
    }

    /// RMS in dBFS of the middle, away from the edges.
    private func level(_ samples: [Float]) -> Double {
        let middle = samples[1_600..<samples.count - 1_600]
        let energy = middle.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(middle.count)
        return 10 * log10(max(energy, 1e-20))
    }
}
