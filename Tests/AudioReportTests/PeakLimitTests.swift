import Audio
import AudioReport
import Foundation
import Hearing
import Plumbing
import Testing
import VerbioTesting

@Suite("Waveform data that is too fine", .timeLimit(.minutes(5)))
struct PeakLimitTests {
    /// At two samples a pixel the most that is kept of one channel.
    private static let mostFrames = 2 << 24

    /// The code of the problem that comes of two samples a pixel, or nil where there is none.
    private func refusal(_ input: AudioInput, _ options: ReadingOptions = ReadingOptions()) async throws -> String? {
        do {
            _ = try await Analysis(segmentation: .file, peaks: PeaksRequest(samplesPerPixel: 2)).run(
                input, options: options)
            return nil
        } catch let problem as Problem {
            return problem.code
        }
    }

    private func refusal(_ bytes: [UInt8]) async throws -> String? {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(filePath: path))
        return try await refusal(.file(path))
    }

    @Test("of raw samples, whose length is known, it is refused before anything is heard")
    func raw() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).raw").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        // Eleven hours of 8-bit silence that takes no room on the disk.
        let file = try #require(fopen(path, "w"))
        ftruncate(fileno(file), 11 * 3_600 * 16_000)
        fclose(file)
        let options = ReadingOptions(raw: try RawFormat(parsing: "u8:16000"))
        #expect(try await refusal(.file(path), options) == "peaks.too-many")
    }

    @Test(
        "of FLAC it is refused by the length that the header tells",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "needs ffmpeg"))
    func flac() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).flac").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let noise = "anoisesrc=d=3:r=48000:a=0.5:seed=1"
        let encoder = try Program("/usr/bin/ffmpeg", ["-v", "error", "-f", "lavfi", "-i", noise, path])
        #expect(await encoder.end() == 0)
        var bytes = Array(try Data(contentsOf: URL(filePath: path)))
        #expect(try await refusal(bytes) == nil)
        // How many samples there are is told by 36 bits of the first block, how small a frame is by three of its bytes; a
        // recording that long could be in so many bytes if most of it were silence. What is heard here is three seconds.
        for index in 12..<15 { bytes[index] = 0 }
        bytes[21] &= 0xF0
        for (index, shift) in zip(22..<26, [24, 16, 8, 0]) {
            bytes[index] = UInt8((Self.mostFrames * 9 / 8) >> shift & 255)
        }
        #expect(try await refusal(bytes) == "peaks.too-many")
    }

    @Test("of MP3 it is refused by the length that its index tells")
    func mp3() async throws {
        // 32 kbit/s in mono at 48 kHz: frames of 96 bytes, whose zeros are silence.
        let frame: [UInt8] = [0xFF, 0xFB, 0x14, 0xC4] + [UInt8](repeating: 0, count: 92)
        let count = 40
        for (frames, code) in [(count, nil), (Self.mostFrames / 1_152 + 99, "peaks.too-many")] {
            var index = frame
            let numbers = [frames, (count + 1) * frame.count].flatMap { number in
                [24, 16, 8, 0].map { UInt8(number >> $0 & 255) }
            }
            index.replaceSubrange(21..<37, with: Array("Xing".utf8) + [0, 0, 0, 3] + numbers)
            let bytes = index + (0..<count).flatMap { _ in frame }
            #expect(try await refusal(bytes) == code)
        }
    }

    @Test("of a stream it is refused as soon as there is too much of it")
    func stream() async throws {
        let pipe = BytePipe()
        let piece = [UInt8](repeating: 128, count: 1 << 20)
        let sending = Task {
            var sent = 0
            while sent < 3 * Self.mostFrames, (try? await pipe.send(piece)) != nil { sent += piece.count }
            pipe.finish()
            return sent
        }
        let options = ReadingOptions(raw: try RawFormat(parsing: "u8:768000"))
        #expect(try await refusal(.bytes(pipe, name: "live"), options) == "peaks.too-many")
        #expect(await sending.value < Self.mostFrames + 10 * piece.count)
    }
}
