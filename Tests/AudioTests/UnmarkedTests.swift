import Audio
import Foundation
import Plumbing
import Testing
import VerbioTesting

/// Kinds of files that no signature marks, and bytes that look like one of them by chance.
@Suite(.enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"))
struct UnmarkedTests {
    private static func problem(_ bytes: [UInt8]) async -> Problem? {
        await #expect(throws: Problem.self) { try await readFile(bytes) }
    }

    @Test(
        "Given frames without a header, when they are read, then they are found by their frames",
        arguments: [("gsm", ["-ar", "8000", "-ac", "1"]), ("latm", ["-c:a", "aac"]), ("adts", ["-c:a", "aac"])])
    func frames(kind: String, options: [String]) async throws {
        let made = try await MadeRecording(
            MadeRecording.tone(400, seconds: 3, rate: 16_000) + options + ["-f", kind], "bin")
        let bytes = try made.bytes
        let recording = try await readFile(bytes)
        #expect(abs(recording.seconds - 3) < 0.2 && recording.isTone(400))
        let stream = try await read(bytes, pieces: [1, 700])
        #expect(abs(stream.seconds - recording.seconds) < 0.2)
    }

    @Test("Given G.722, when its name ends so, then it is read; without a name it is no audio")
    func named() async throws {
        let made = try await MadeRecording(
            MadeRecording.tone(400, seconds: 3, rate: 16_000) + ["-f", "g722"], "g722")
        let recording = try await read(.file(made.path))
        #expect(abs(recording.seconds - 3) < 0.1 && recording.isTone(400))
        #expect(await Self.problem(try made.bytes)?.code == "audio.not-audio")
    }

    @Test(
        "Given a transport stream of any packet length, when it is read, then all of it is heard",
        arguments: [0, 4, 16])
    func transport(extra: Int) async throws {
        let made = try await MadeRecording(
            MadeRecording.tone(400, seconds: 3, rate: 48_000) + ["-c:a", "aac", "-f", "mpegts"], "ts"
        ).bytes
        let packets = stride(from: 0, to: made.count, by: 188).map { start in Array(made[start..<start + 188]) }
        // Discs and cameras put four bytes of time before a packet; DVB puts sixteen check bytes after it.
        let (time, check): ([UInt8], [UInt8]) =
            extra == 4 ? ([0, 1, 2, 3], []) : ([], Array(repeating: 0xAA, count: extra))
        var bytes: [UInt8] = []
        for packet in packets { bytes += time + packet + check }
        let recording = try await readFile(bytes)
        #expect(recording.source.container == "mpegts" && abs(recording.seconds - 3) < 0.2 && recording.isTone(400))
    }

    @Test(
        "Given samples without a header, when they are read, then they are not taken for frames",
        arguments: RawFormat.Sample.allCases, [0.0, -40, -55])
    func samples(sample: RawFormat.Sample, level: Double) async throws {
        let made = try await MadeRecording(
            [
                "-i", SpeechFixtures.packageRoot + "/Samples/welcome.wav", "-af", "volume=\(level)dB", "-f",
                sample.rawValue,
            ], "raw")
        #expect(await Self.problem(try made.bytes)?.code == "audio.not-audio")
    }

    @Test("Given a picture whose rows repeat themselves, when it is read, then it is not taken for frames")
    func pictures() async throws {
        // Rows of white, yellow and blue points, in the order of a BMP file.
        for points in [[0xFF, 0xFF, 0xFF], [0x00, 0xFF, 0xFF], [0xFF, 0xFF, 0x00]] as [[UInt8]] {
            let row = (0..<100).flatMap { _ in points } + (0..<100).flatMap { _ in [0xC8, 0x10, 0x10] as [UInt8] }
            let bytes = Array("BM".utf8) + [0x36, 0x10, 0x0E, 0, 0, 0] + (0..<300).flatMap { _ in row }
            #expect(await Self.problem(bytes)?.code == "audio.not-audio", "\(points)")
        }
    }

    @Test("Given a transport stream whose packets are scrambled, when it is read, then the problem says so")
    func scrambled() async throws {
        var bytes = try await MadeRecording(
            MadeRecording.tone(400, seconds: 5, rate: 48_000) + ["-c:a", "mp2", "-f", "mpegts"], "ts"
        ).bytes
        for packet in stride(from: 0, to: bytes.count, by: 188) where bytes[packet + 1] & 0x1F == 1 {
            bytes[packet + 3] |= 0x80
            let begin = packet + 4 + (bytes[packet + 3] & 0x20 != 0 ? 1 + Int(bytes[packet + 4]) : 0)
            for place in begin..<packet + 188 { bytes[place] ^= UInt8(truncatingIfNeeded: place &* 89 >> 3) }
        }
        #expect(await Self.problem(bytes)?.code == "audio.protected")
    }

    @Test("Given an encrypted track, when it is read, then the problem says that it is protected")
    func protected() async throws {
        for name in ["enca", "drms", "aavd"] {
            let made = try await MadeRecording(
                MadeRecording.tone(400, seconds: 1, rate: 16_000) + ["-c:a", "aac"], "m4a")
            var bytes = try made.bytes
            let entry = try #require(bytes.ranges(of: Array("mp4a".utf8)).first?.lowerBound)
            bytes.replaceSubrange(entry..<entry + 4, with: Array(name.utf8))
            #expect(await Self.problem(bytes)?.code == "audio.protected", "\(name)")
            let streamed = await #expect(throws: Problem.self) { try await read(bytes, pieces: [700]) }
            #expect(streamed?.code == "audio.protected")
        }
    }
}
