import Audio
import Foundation
import Plumbing
import Testing
import VerbioTesting

@Suite("Opus files")
struct OpusTests {
    @Test(
        "Given samples, when they are encoded and decoded, then their number and places are the same",
        arguments: [8_000, 16_000, 24_000, 48_000])
    func roundTrip(rate: Int) async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).opus").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        // Two bursts of a tone with an odd number of samples in total.
        let count = rate * 3 + 137
        let samples = (0..<count).map { index -> Int16 in
            let seconds = Double(index) / Double(rate)
            let isOn = (0.5..<0.7).contains(seconds) || (2.0..<2.2).contains(seconds)
            return isOn ? Int16(12_000 * sin(2 * .pi * 440 * seconds)) : 0
        }
        let writer = try OpusFileWriter(path: path, sampleRate: rate)
        // However it is cut.
        for piece in stride(from: 0, to: count, by: 777) {
            try writer.write(Array(samples[piece..<min(piece + 777, count)]))
        }
        let size = try writer.finish()
        #expect(size == (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int))
        let heard = try await read(.file(path)).samples
        #expect(abs(heard.count - count * 16_000 / rate) <= 1)
        for (from, to) in [(0.5, 0.7), (2.0, 2.2)] {
            #expect(energy(heard, from: from + 0.01, to: to - 0.01) > 0.02)
            #expect(energy(heard, from: from - 0.1, to: from - 0.02) < 0.0005)
            #expect(energy(heard, from: to + 0.03, to: to + 0.1) < 0.0005)
        }
    }

    @Test("Given equal samples, when they are encoded twice, then the bytes are equal")
    func deterministic() throws {
        let speech = try SpeechFixtures.sample()
        let files = try (0..<2).map { _ in
            let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).opus").path
            defer { try? FileManager.default.removeItem(atPath: path) }
            let writer = try OpusFileWriter(path: path, sampleRate: 16_000)
            try writer.write(speech)
            try writer.finish()
            return try Data(contentsOf: URL(filePath: path))
        }
        #expect(files[0] == files[1])
        // 32 kbit/s: about 4 kB a second, and WAV would be 32.
        #expect(files[0].count < speech.count * 2 / 5)
    }

    private func energy(_ samples: [Float], from: Double, to: Double) -> Double {
        let part = samples[Int(from * 16_000)..<Int(to * 16_000)]
        return part.reduce(0.0) { $0 + Double($1 * $1) } / Double(part.count)
    }
}
