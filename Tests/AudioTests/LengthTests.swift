import Audio
import Foundation
import Testing
import VerbioTesting

/// The length of a recording, if it can be known before the recording is read.
@Suite(.enabled(if: ffmpegIsInstalled, "ffmpeg is not installed"), .timeLimit(.minutes(2)))
struct LengthTests {
    private func encoded(_ ending: String) async throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString).\(ending)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sample = SpeechFixtures.packageRoot + "/Samples/welcome.wav"
        let encoder = try Program("/usr/bin/ffmpeg", ["-v", "error", "-i", sample, "-t", "7.3", "-ar", "44100", path])
        #expect(await encoder.end() == 0)
        return Array(try Data(contentsOf: URL(filePath: path)))
    }

    @Test(
        "Given a whole FLAC or MP3 file, when it is opened, then its length is known, and of a stream it is not",
        arguments: ["flac", "mp3"])
    func whole(_ ending: String) async throws {
        let bytes = try await encoded(ending)
        let file = try await readFile(bytes)
        let expected = try #require(file.expectedSeconds)
        #expect(file.damage.isEmpty && abs(expected - file.seconds) < 0.001)
        #expect(abs(file.seconds - 7.3) < 0.001)
        #expect(try await read(bytes).expectedSeconds == nil)
    }

    @Test("Given a header that claims more than the file can hold, when it is opened, then the length is unknown")
    func claimed() async throws {
        let mp3 = try await encoded("mp3")
        #expect(try await readFile(Array(mp3.prefix(mp3.count / 2))).expectedSeconds == nil)
        let flac = try await encoded("flac")
        #expect(try await readFile(Array(flac.prefix(flac.count / 4))).expectedSeconds == nil)
        var endless = flac
        for index in 22..<26 { endless[index] = 0xFF }
        #expect(try await readFile(endless).expectedSeconds == nil)
    }
}
