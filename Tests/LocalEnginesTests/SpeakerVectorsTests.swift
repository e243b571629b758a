import Audio
import Foundation
import Hearing
import LocalEngines
import Plumbing
import Testing
import VerbioTesting

@Suite(
    "Voice vectors", .serialized, .timeLimit(.minutes(10)),
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct SpeakerVectorsTests {
    private static let files = ["campplus_cn_en_common.pt": "weights"]
    private static let window = [SampleRange(start: 0, end: 8_000)]
    private static let sound = [Float](repeating: 0.1, count: 8_000)

    private static func reply(_ numbers: [Float]) -> String {
        let bytes = numbers.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) }
        return #"answer {"vectors": "\#(Data(bytes).base64EncodedString())"}"#
    }

    @Test(
        "Given a worker's answer, when vectors are asked for, then there is one for each window, and the question names them"
    )
    func answer() async throws {
        let numbers = (0..<192).map { Float($0) / 192 }
        let worker = try StandInWorker([Self.reply(numbers)], model: "campplus", files: Self.files)
        let vectors = try await SpeakerVectors(worker.worker).vectors(of: Self.sound, in: Self.window)
        #expect(vectors == [numbers])
        let asked = try #require(worker.requests.first)
        #expect(asked.contains(#""windows":[[0,8000]]"#) && asked.contains(#""bytes":32000"#))
    }

    @Test(
        "Given a worker that fails, when vectors are asked for, then one sentence says how",
        arguments: [
            ("die", "the worker ended before it had answered"),
            ("garbage", "the worker gave an answer that cannot be read"),
            ("refuse", "the worker failed (ValueError: too short)"),
            (reply([Float](repeating: 0, count: 191)), "the worker gave an answer that cannot be read"),
            (reply([Float](repeating: .nan, count: 192)), "the worker gave an answer that cannot be read"),
            ("no-memory", "the worker needs more memory than"),
        ])
    func failures(order: String, sentence: String) async throws {
        let worker = try StandInWorker([order], model: "campplus", files: Self.files)
        await #expect {
            try await SpeakerVectors(worker.worker).vectors(of: Self.sound, in: Self.window)
        } throws: { error in
            let problem = error as? Problem
            return problem?.code == "speakers.failed" && problem?.what.contains(sentence) == true
        }
    }

    @Test(
        "Given no model, when vectors are asked for, then the command that installs it is named and no process starts")
    func missing() async throws {
        let worker = try StandInWorker(["die"], model: "other")
        let vectors = SpeakerVectors(worker.worker)
        #expect(!vectors.isInstalled)
        await #expect {
            try await vectors.vectors(of: Self.sound, in: Self.window)
        } throws: { ($0 as? Problem)?.cure == "run '\(SpeakerVectors.installCommand)'" }
    }

    @Test(
        "Given mixtures with exact references, when speakers are told apart, then their number and nine tenths of the speech are right",
        .enabled("needs campplus, silero-vad and shared/corpus") { Machine.hasSpeakers },
        arguments: ["same-f-01", "three-01", "languages-01", "one-01"])
    func real(name: String) async throws {
        let folder = Machine.shared.appending(path: "corpus/speakers")
        let reference = try Self.reference(folder.appending(path: "\(name).rttm"))
        let source = try await openSpeechSource(
            .file(folder.appending(path: "\(name).opus").path), options: ReadingOptions(ffmpegPath: "ffmpeg"))
        var finder = PersonFinder(
            model: try SpeechModel(path: Machine.speechModel), embedding: SpeakerVectors(Machine.whisper.worker))
        while let block = try await source.next() { try await finder.push(block.lanes[0]) }
        let found = try await finder.finish(count: nil)
        #expect(Set(found.map(\.person)).count == Set(reference.map(\.name)).count)
        var times: [String: [Int: Int]] = [:]
        // Steps of 10 ms.
        for step in 0..<(reference.map(\.end).max() ?? 0) {
            let speaking = reference.filter { $0.start <= step && step < $0.end }
            guard speaking.count == 1 else { continue }
            let heard = found.first { $0.range.start <= step * 160 && step * 160 < $0.range.end }?.person ?? 0
            times[speaking[0].name, default: [:]][heard, default: 0] += 1
        }
        let all = times.values.flatMap(\.values).reduce(0, +)
        let right = times.values.reduce(0) { $0 + ($1.filter { $0.key > 0 }.values.max() ?? 0) }
        #expect(Double(right) > 0.9 * Double(all), "\(times)")
        // No two people have one label.
        let labels = times.values.compactMap { $0.filter { $0.key > 0 }.max { $0.value < $1.value }?.key }
        #expect(Set(labels).count == labels.count)
    }

    /// Who speaks, in steps of 10 ms.
    private static func reference(_ file: URL) throws -> [(name: String, start: Int, end: Int)] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 7, let start = Double(fields[3]), let length = Double(fields[4]) else { return nil }
            return (String(fields[7]), Int(start * 100), Int((start + length) * 100))
        }
    }
}
