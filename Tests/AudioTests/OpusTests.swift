import Audio
import Foundation
import Plumbing
import Testing
import VerbioTesting

@Suite("Opus: files of our own, and packets from a network")
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

    @Test("Given speech in pieces of any size, when it ends, then the packets are the same and hold all of it")
    func packets() throws {
        let speech = try Array(SpeechFixtures.sample().prefix(16_000 * 3 + 11))
        let whole = try SpeechFixtures.opusPackets(of: speech)
        for size in [1, 319, 320, 321, 5_000] {
            let stream = try OpusPackets(sampleRate: 16_000)
            var packets: [[UInt8]] = []
            for start in stride(from: 0, to: speech.count, by: size) {
                packets += try stream.packets(adding: Array(speech[start..<min(start + size, speech.count)]))
            }
            // What is not filled is not kept back longer than it has to be.
            #expect((speech.count - packets.count * stream.frameLength) <= stream.frameLength)
            packets += try stream.end()
            #expect(packets == whole && stream.sampleCount == speech.count)
            #expect(packets.count * stream.frameLength >= stream.lookahead + speech.count)
        }
    }

    @Test("Given lost packets, when Opus is decoded, then the time is kept and noise is low")
    func concealment() throws {
        let speech = try Array(SpeechFixtures.sample().prefix(16_000 * 8))
        let packets = try SpeechFixtures.opusPackets(of: speech)
        let whole = try decode(packets, losing: [])
        let lost = Set(stride(from: 7, to: packets.count - 1, by: 10))
        let lossy = try decode(packets, losing: lost)
        #expect(whole.count == packets.count * 320)
        #expect(lossy.count == whole.count)
        // A part with a voice still has one: not the same waveform, but at least a tenth of its power.
        let voiced = lost.filter { power(whole, packet: $0) > 1e-4 }
        let kept = voiced.count { power(lossy, packet: $0) > power(whole, packet: $0) / 10 }
        #expect(voiced.count > 10)
        #expect(kept * 10 >= voiced.count * 8)
        // And what follows is none the worse: within 3 dB five packets later.
        let after = voiced.map { $0 + 5 }.filter { $0 < packets.count && power(whole, packet: $0) > 1e-4 }
        let close = after.count { (0.5...2).contains(power(lossy, packet: $0) / power(whole, packet: $0)) }
        #expect(close * 10 >= after.count * 9)
    }

    private func power(_ samples: [Float], packet: Int) -> Double {
        let part = samples[(packet * 320)..<min(samples.count, packet * 320 + 320)]
        return part.reduce(0.0) { $0 + Double($1 * $1) } / 320
    }

    /// Nothing; a code 3 packet without its frame count; one that claims 63 frames of 60 ms.
    @Test(
        "Given bytes that are no packet, when they are decoded, then they are refused and the next packet is not harmed",
        arguments: [[], [0x03], [0x1B, 0x3F, 0, 0]])
    func malformed(bytes: [UInt8]) throws {
        let decoder = try OpusPacketDecoder()
        let packets = try SpeechFixtures.opusPackets(of: Array(SpeechFixtures.sample().prefix(16_000)))
        _ = try decoder.decode(packets[0])
        #expect(throws: Problem.self) { try decoder.decode(bytes) }
        #expect(try decoder.decode(packets[1]).count == 320)
        #expect(decoder.conceal(packets: 1_000_000).count <= 16_000)
    }

    /// The packets of a file of ours, by the lacing values of its pages (RFC 3533, section 6); without head and tags.

    private func decode(_ packets: [[UInt8]], losing lost: Set<Int>) throws -> [Float] {
        let decoder = try OpusPacketDecoder()
        var heard: [Float] = []
        var missing = 0
        for (index, packet) in packets.enumerated() {
            if lost.contains(index) {
                missing += 1
            } else {
                heard += try decoder.decode(packet, afterLosing: missing)
                missing = 0
            }
        }
        return heard
    }

    private func energy(_ samples: [Float], from: Double, to: Double) -> Double {
        let part = samples[Int(from * 16_000)..<Int(to * 16_000)]
        return part.reduce(0.0) { $0 + Double($1 * $1) } / Double(part.count)
    }
}
