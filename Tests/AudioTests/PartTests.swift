import Audio
import Foundation
import Plumbing
import Testing
import VerbioTesting

/// A part of a recording, on the speech clock of the whole.
struct PartTests {
    private static func options(_ start: String?, _ end: String?) throws -> ReadingOptions {
        var options = ReadingOptions(raw: RawFormat(sample: .s16le, rate: 16_000, channels: 1))
        options.part = try RecordingPart.parsing(start: start, end: end)
        return options
    }

    /// Samples that show their position.
    private static let samples = (0..<80_000).map { Int16(truncatingIfNeeded: $0 % 30_011) }

    private func heard(
        _ start: String?, _ end: String?, asFile: Bool
    ) async throws -> (first: Int?, samples: [Float], damage: [AudioDamage]) {
        let bytes = PCM16.littleEndianBytes(Self.samples)
        let file = FileManager.default.temporaryDirectory.appending(path: "verbio-part-\(UUID().uuidString)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let pipe = BytePipe()
        async let sending: Void = send(asFile ? [] : bytes, to: pipe, pieces: [4_001, 7, 30_000])
        defer { pipe.finish() }
        let input: AudioInput = asFile ? .file(file.path) : .bytes(pipe, name: "upload")
        let source = try await openSpeechSource(input, options: try Self.options(start, end))
        var samples: [Float] = []
        var first: Int?
        while let block = try await source.next() {
            first = first ?? block.start
            #expect(block.start == source.firstSample + samples.count)
            samples += block.lanes[0]
        }
        source.stop()
        pipe.finish()
        await sending
        return (first, samples, source.damage)
    }

    @Test(
        "Given a part, when it is read from a file or a stream, then it has the samples of the whole at their places",
        arguments: [
            ("1", "3", 16_000..<48_000), ("0:01.25", "0:00:02.5", 20_000..<40_000), (nil, "2", 0..<32_000),
            ("4.999", nil, 79_984..<80_000), ("0", "5", 0..<80_000),
        ] as [(String?, String?, Range<Int>)])
    func samples(start: String?, end: String?, range: Range<Int>) async throws {
        for asFile in [true, false] {
            let part = try await heard(start, end, asFile: asFile)
            #expect(part.first == range.lowerBound)
            #expect(part.samples == PCM16.floats(Self.samples)[range].map(\.self))
            #expect(part.damage.isEmpty)
        }
    }

    @Test("Given a part that ends after the recording, when it is read, then a remark says so")
    func endBehind() async throws {
        let part = try await heard("4", "9:00", asFile: true)
        #expect(part.samples.count == 16_000)
        #expect(part.damage.map(\.isRemark) == [true])
        #expect(part.damage.first?.what.contains("9:00") == true)
    }

    @Test(
        "Given a part that begins after the recording, when it is read, then it is refused", arguments: [true, false])
    func startBehind(asFile: Bool) async throws {
        let problem = await #expect(throws: Problem.self) { try await heard("1:30", nil, asFile: asFile) }
        #expect(problem?.kind == .usage && problem?.code == "audio.part")
        #expect(problem?.what == "the part begins at 1:30, and the recording ends at 0:05")
    }

    @Test(
        "Given a time as people write it, when it is parsed, then it is right",
        arguments: [
            ("90", 90_000), ("1:30", 90_000), ("0:01:30.5", 90_500), ("0", 0), ("12:00:00", 43_200_000),
            ("5.25", 5_250), ("90:00", 5_400_000),
        ])
    func times(text: String, milliseconds: Int) throws {
        #expect(try RecordingPart.parsing(start: text, end: nil)?.start == milliseconds)
    }

    @Test(
        "Given text that is no time, when it is parsed, then it is refused",
        arguments: ["", "-1", "1:60", "1:2:3:4", "a", "1:", ":30", "1.", "1.2.3", "1e3", "９", "9999999", "1:-5", "+3"])
    func refused(text: String) {
        let problem = #expect(throws: Problem.self) { try RecordingPart.parsing(start: text, end: nil) }
        #expect(problem?.code == "audio.part" && problem?.place == "start")
    }

    @Test("Given a part, when it is named, then the name gives the part back, and an empty part is refused")
    func names() throws {
        for end in ["90", "1:29.999"] {
            let problem = #expect(throws: Problem.self) { try RecordingPart.parsing(start: "1:30", end: end) }
            #expect(problem?.place == "end")
        }
        let parts = [try RecordingPart(start: 90_000, end: 3_720_500), try RecordingPart(start: 0, end: nil)]
        for part in parts { #expect(try RecordingPart(settingsName: part.settingsName) == part) }
        #expect(parts.map(\.fileName) == ["1m30s-1h2m0.5s", "0s-end"])
    }
}
