import Audio
import Foundation
import Plumbing
import Testing

/// MP3 of free format, whose frames do not say how long they are.
@Suite(.enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"))
struct FreeFormatTests {
    /// The same frames with headers that name no bitrate.
    private func withoutBitrate(_ bytes: [UInt8], sizes: (Int) -> Int) -> [UInt8] {
        var bytes = bytes
        var at = 0
        while at + 4 <= bytes.count, bytes[at] == 0xFF {
            let padding = Int(bytes[at + 2] >> 1 & 1)
            bytes[at + 2] &= 0x0F
            at += sizes(padding)
        }
        return bytes
    }

    @Test(
        "Given MP3 of free format, when it is read, then it is decoded, even after bytes that are no audio",
        arguments: [(16_000, 64, 288), (44_100, 128, 417), (48_000, 320, 960)], [0, 500])
    func decodes(format: (rate: Int, kilobits: Int, size: Int), rubbish: Int) async throws {
        let made = try await MadeRecording(
            MadeRecording.tone(400, seconds: 3, rate: format.rate)
                + ["-b:a", "\(format.kilobits)k", "-write_xing", "0", "-id3v2_version", "0"], "mp3")
        let bytes = try made.bytes
        let free = withoutBitrate(bytes) { format.size + $0 }
        #expect(free != bytes)
        let plain = try await readFile(bytes)
        let before = [UInt8](repeating: 0x55, count: rubbish)
        let recording = try await readFile(before + free, ReadingOptions(ffmpegPath: ""))
        #expect(recording.source.codec == "mp3" && recording.isTone(400))
        #expect(abs(recording.seconds - plain.seconds) < 0.1)
        let stream = try await read(before + free, pieces: [1, 700], ReadingOptions(ffmpegPath: ""))
        #expect(stream.samples == recording.samples)
    }
}
