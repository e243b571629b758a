import Audio
import Conversations
import Foundation
import Language
import Providers
import VerbioTesting

/// Conversations and utterances as the tests need them.
enum Recorded {
    static let id = ConversationID(rawValue: "c0123456789abcdefghjk")

    static func conversation(
        from: LanguageCode = .en, to: LanguageCode = .es, channels: String = "mix", title: String = "talk.wav",
        createdAt: Int64 = 1_750_000_000_000, speaker: Speaker = .user, twoWay: Bool = false
    ) throws -> Conversation {
        Conversation(
            id: id, title: title, createdAt: createdAt, origin: .file(path: "/tmp/talk.wav", sha256: "ab12"),
            source: SourceDescription(
                name: "talk.wav", container: "wav", codec: "pcm_s16le", sampleRate: 44_100, channels: 1),
            settings: ConversationSettings(
                pair: try LanguagePair(from: from, to: to), segmentation: "energy-1",
                providers: [
                    .recognition: ProviderDescriptor(name: "ears", model: "1", parameters: ["beam": "3", "a": "b"]),
                    .translation: ProviderDescriptor(name: "words", model: "2"),
                ]
            ) {
                $0.sides.speaker = speaker
                $0.sides.isTwoWay = twoWay
                $0.listening.channels = channels
            }, state: .complete)
    }

    /// An utterance whose voice is heard between two milliseconds, with 200 ms of audio around it.
    static func record(
        _ sequence: Int, _ start: Int, _ end: Int, source: String? = nil, target: String? = nil,
        from: LanguageCode = .en, to: LanguageCode = .es, words: [Recognition.Word] = [], speaker: Speaker = .user,
        lane: Int = 0, speech: SpokenAudio? = nil, outcome: Outcome? = nil, timings: [StageTiming] = [],
        attempts: [Stage: Int] = [:]
    ) throws -> UtteranceRecord {
        var utterance = Utterance(
            UtteranceID(conversation: id, sequence: sequence), speaker: speaker,
            range: SampleRange(start: max(0, start - 200) * 16, end: (end + 200) * 16),
            speech: SampleRange(start: start * 16, end: end * 16),
            direction: Direction(pair: try LanguagePair(from: from, to: to), reason: "speaker"),
            evidence: SpeechEvidence(
                voicedMilliseconds: end - start, rmsDBFS: -23.45678, peakDBFS: -3, snrDB: 31.5, clippedSamples: 0,
                speechProbability: 0.875),
            audioHash: "hash\(sequence)")
        utterance.lane = lane
        return UtteranceRecord(utterance: utterance) {
            $0.recognition = source.map {
                Recognition(
                    text: $0, language: from, confidence: 0.1 + 0.2, words: words,
                    usage: Usage(audioSeconds: 0.1 + 0.2))
            }
            $0.translation = target.map { Translation(text: $0, language: to, usage: Usage(characters: $0.count)) }
            $0.speech = speech
            $0.outcome = outcome ?? (speech == nil ? .textOnly : .spoken)
            $0.timings = timings
            $0.attempts = attempts
        }
    }

    static func finished(_ records: [UtteranceRecord], seconds: Double) -> Event.ConversationFinished {
        var coverage = Coverage()
        for record in records { coverage.add(record) }
        return Event.ConversationFinished(
            state: .complete, seconds: seconds, utterances: records.count, coverage: coverage, damage: [])
    }

    /// Little-endian PCM of a voice-like tone: a pulse train with decaying harmonics, so that a pitch can be found in
    /// it.
    static func voice(milliseconds: Int, rate: Int, pitch: Double = 120) -> [Int16] {
        (0..<(milliseconds * rate / 1_000)).map { index in
            let phase = 2 * Double.pi * pitch * Double(index) / Double(rate)
            let tone = (1...6).reduce(0.0) { $0 + sin(Double($1) * phase) / Double($1) }
            return Int16(tone * 6_000)
        }
    }

    static func bytes(_ samples: [Int16]) -> [UInt8] {
        samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
}

/// A folder that is there while the body runs.
func inTemporaryFolder<Result>(_ body: (TemporaryFolder) async throws -> Result) async throws -> Result {
    let path = NSTemporaryDirectory() + "/verbio-delivery-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(TemporaryFolder(path: path))
}

struct TemporaryFolder {
    let path: String

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
    func file(_ name: String) -> String { path + "/" + name }
    func text(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }
    func data(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: file(name)))) }
}

/// Material that is next to the project on its developers' machines.
enum Corpus {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "../../../shared/corpus"
    ).standardized.path
    static let isThere = FileManager.default.fileExists(atPath: folder + "/text/naughty-strings.json")

    static func naughtyStrings() throws -> [String] {
        let plain = try JSONDecoder().decode(
            [String].self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/text/naughty-strings.json")))
        struct Awkward: Decodable { var s: String }
        let awkward = try JSONDecoder().decode(
            [Awkward].self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/text/pipeline-awkward.json")))
        return plain + awkward.map(\.s)
    }
}

/// Runs a program from the search path. The status is 127 if it is not installed.
func output(of program: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "verbio-output-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    // Both go to the end of one file, so that neither overwrites the other.
    try Data().write(to: URL(fileURLWithPath: file))
    let status = try Program("/usr/bin/env", [program] + arguments, output: file, errors: file).wait()
    let text = try String(contentsOfFile: file, encoding: .utf8)
    return (status, text)
}

/// Programs that read what was written, for tests that are skipped without them.
enum OtherReaders {
    static let soxi = FileManager.default.isExecutableFile(atPath: "/usr/bin/soxi")
    /// A validator of JSON schemas for Python.
    static let jsonschema = (try? output(of: "python3", ["-c", "import jsonschema"]))?.status == 0
}
