import Audio
import AudioReport
import Foundation
import Hearing
import Plumbing
import Testing
import VerbioTesting

extension SpooledPeaks {
    /// The file that they are written to.
    func bytes(_ format: PeakFile.Format, _ resolution: PeakFile.Resolution = .sixteen) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appending(path: "verbio-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try AtomicFile(path: path)
        try write(format, resolution, to: file)
        try file.commit()
        return Array(try Data(contentsOf: URL(filePath: path)))
    }
}

@Suite("Waveform data that is more than memory is to hold", .timeLimit(.minutes(5)))
struct SpooledPeaksTests {
    /// Two minutes and three samples of noise in 8 bits, which at two samples a pixel are thirty times what is kept in memory.
    private static let noise: [UInt8] = {
        var numbers = SplitMix64(seed: 3)
        return (0..<16_000 * 120 + 3).map { _ in UInt8(truncatingIfNeeded: numbers.next()) }
    }()

    private static let format = SpeechFixtures.packageRoot + "/../shared/corpus/format/"

    private func analyze(_ request: PeaksRequest, format: String) async throws -> SpooledPeaks {
        let pipe = BytePipe()
        Task {
            for start in stride(from: 0, to: Self.noise.count, by: 77_777) {
                try await pipe.send(Array(Self.noise[start..<min(start + 77_777, Self.noise.count)]))
            }
            pipe.finish()
        }
        let options = ReadingOptions(raw: try RawFormat(parsing: format))
        return try #require(
            try await Analysis(segmentation: .file, peaks: request).run(.bytes(pipe, name: "live"), options: options)
                .peaks)
    }

    @Test(
        "Given spooled peaks, when they are written, then the bytes equal those held in memory", arguments: [2, 3],
        [1, 3])
    func whole(zoom: Int, channels: Int) async throws {
        var builder = PeakBuilder(
            sampleRate: 16_000, channels: channels, samplesPerPixel: zoom, splitChannels: channels > 1)
        let samples = Self.noise.prefix(Self.noise.count / channels * channels).map { (Float($0) - 128) / 128 }
        builder.push(samples, from: .integer16)
        let expected = builder.peaks

        let spooled = try await analyze(
            PeaksRequest(samplesPerPixel: zoom, splitsChannels: channels > 1), format: "u8:16000:\(channels)")
        #expect(spooled.length == expected.length && spooled.length * 2 * channels > 1 << 20)
        for format in PeakFile.Format.allCases {
            for resolution in PeakFile.Resolution.allCases {
                let bytes = try PeakFile(expected, resolution: resolution).bytes(format)
                #expect(try spooled.bytes(format, resolution) == bytes)
            }
        }
    }

    @Test(
        "Given a pass for peaks only, when it is made, then the data equals that of a whole analysis",
        .enabled(if: FileManager.default.fileExists(atPath: format), "needs the test corpus beside the package"),
        arguments: [
            "sr/audio-stereo-16-bit-44100Hz.wav", "gen/s24.wav", "gen/mulaw8k.wav", "gen/aiff.aiff",
            "gen/mp3-vbr-noxing.mp3",
            "gen/flac-in-ogg.oga", "gen/vorbis-chained-rates.ogg", "gen/opus-60ms.opus",
        ])
    func alone(file: String) async throws {
        let path = Self.format + file
        for splits in [false, true] {
            let request = PeaksRequest(samplesPerPixel: 64, splitsChannels: splits)
            let alone = try await request.run(.file(path), options: ReadingOptions())
            let whole = try await Analysis(segmentation: .file, peaks: request).run(
                .file(path), options: ReadingOptions())
            #expect(try alone.peaks.bytes(.json) == whole.peaks?.bytes(.json))
            #expect(alone.peaks.length > 10 && alone.damage == whole.report.damage)
        }
    }

    @Test("Given a full disk, when peaks are spooled, then the problem names the place")
    func noRoom() async throws {
        let request = PeaksRequest(samplesPerPixel: 2, folder: "/nowhere")
        let problem = await #expect(throws: Problem.self) { try await analyze(request, format: "u8:16000") }
        #expect(problem?.code == "output.unwritable" && problem?.place == "/nowhere")
        // What is little needs no room.
        let coarse = PeaksRequest(samplesPerPixel: 256, folder: "/nowhere")
        #expect(try await analyze(coarse, format: "u8:16000").length == 7_501)
    }
}
