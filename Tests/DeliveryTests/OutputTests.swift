import Audio
import Captions
import Conversations
import Delivery
import Foundation
import Language
import Plumbing
import Providers
import Testing

/// All files of a conversation.
struct OutputTests {
    /// All but the one whose encoder takes seconds over an hour of silence.
    private static let quick = Set(OutputFormat.stored).subtracting([.opus])
    private static let voice = Recorded.voice(milliseconds: 800, rate: 22_050)

    /// One utterance of each outcome.
    private static func records(timings milliseconds: Double = 12.5, attempts: Int = 1) throws -> [UtteranceRecord] {
        let speech = SpokenAudio(
            blob: BlobID(rawValue: "aa"), voice: "es-1", sampleRate: 22_050, sampleCount: voice.count,
            usage: Usage(characters: 12))
        var timing = StageTiming(
            stage: .recognition, queuedMilliseconds: milliseconds, firstPartialMilliseconds: nil,
            totalMilliseconds: milliseconds * 2, reused: milliseconds > 100,
            provider: "pocketsphinx", model: "en-us")
        timing.connection = ConnectionTiming(
            connectMilliseconds: milliseconds / 2, firstByteMilliseconds: milliseconds, reused: false)
        let failure = StageFailure(
            stage: .translation, provider: "words", failure: .throttled, message: "asked too often\ntoday")
        var first = try Recorded.record(
            1, 1_000, 2_345, source: "Good \"morning\".\n", target: "Buenos días\u{2028}a todos.",
            words: [Recognition.Word(text: "Good", start: 0.2, end: 0.1 + 0.2, confidence: 0.7)], speech: speech,
            timings: [timing], attempts: [.recognition: attempts, .translation: 1])
        first.unansweredCosts = [.recognition: Money(nanodollars: 250)]
        let call = AttemptID(utterance: first.utterance.id, stage: .recognition, number: 1)
        let used = Usage(audioSeconds: 1.745, inputTokens: 90, cachedInputTokens: 60, outputTokens: 7)
        first.charges = [
            Charge(
                call: call, provider: "pocketsphinx", model: "en-us", cost: Money(nanodollars: 44_000), usage: used)
        ]
        return [
            first,
            try Recorded.record(2, 4_000, 5_000, source: "Yes.", target: "Sí.", timings: [timing]),
            try Recorded.record(3, 6_000, 6_100, outcome: .dropped(reason: "too-short")),
            try Recorded.record(4, 3_725_000, 3_726_000, source: "Not reached.", outcome: .failed(failure)),
        ]
    }

    private static func write(
        _ formats: Set<OutputFormat>, into folder: String, base: String = "talk", captions: CaptionStyle = .target,
        timings: Double = 12.5, attempts: Int = 1, createdAt: Int64 = 1_750_000_000_000, pageSize: Int = 64
    ) async throws -> [WrittenFile] {
        let records = try records(timings: timings, attempts: attempts)
        let store = RecordedStore(
            try Recorded.conversation(createdAt: createdAt), records: records,
            blobs: [BlobID(rawValue: "aa"): Recorded.bytes(voice)])
        return try await OutputWriter(store: store, pageSize: pageSize).write(
            formats, of: Recorded.id, to: folder, naming: OutputNaming(title: base), captions: captions,
            finished: Recorded.finished(records, seconds: 3_730.1 + 0.2))
    }

    @Test func everyFormatIsOneFileNamedAfterTheLanguage() async throws {
        try await inTemporaryFolder { folder in
            let files = try await Self.write(Set(OutputFormat.stored), into: folder.file("new/folder"))
            let names = OutputFormat.stored.map { "talk.es.\($0)" }
            #expect(files.map(\.path) == names.map { folder.file("new/folder/\($0)") })
            #expect(files.map(\.format) == OutputFormat.stored)
            for file in files {
                #expect(try folder.data(String(file.path.dropFirst(folder.path.count))).count == file.bytes)
            }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.file("new/folder")).sorted()
                    == names.sorted())
        }
    }

    @Test func captionsAreNamedAfterWhatTheyShow() async throws {
        try await inTemporaryFolder { folder in
            _ = try await Self.write([.srt, .json], into: folder.path, captions: .source)
            _ = try await Self.write([.srt], into: folder.path, captions: .bilingual)
            #expect(folder.names == ["talk.en-es.srt", "talk.en.srt", "talk.es.json"])
        }
    }

    @Test func theTranscriptReadsLikeThis() async throws {
        try await inTemporaryFolder { folder in
            _ = try await Self.write([.txt], into: folder.path)
            #expect(
                try folder.text("talk.es.txt") == """
                    talk.wav
                    English → Spanish

                    [00:00:01]
                      en: Good "morning".
                      es: Buenos días a todos.

                    [00:00:04]
                      en: Yes.
                      es: Sí.

                    [01:02:05]
                      en: Not reached.
                      (translation failed: asked too often today)

                    """)
        }
    }

    @Test func theDocumentReadsLikeThis() async throws {
        try await inTemporaryFolder { folder in
            _ = try await Self.write([.json], into: folder.path)
            let lines = try folder.text("talk.es.json").split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 9 && lines.last == "")
            #expect(
                lines[0] == """
                    {"schema":"verbio.conversation/1","conversation":{"id":"c0123456789abcdefghjk","title":"talk.wav",\
                    "state":"complete","pair":{"from":"en","to":"es"},"speaker":"user","channels":"mix",\
                    "providers":{"recognition":{"name":"ears","model":"1","parameters":\
                    {"a":"b","beam":"3"}},"translation":{"name":"words","model":"2","parameters":{}}},"voice":null,\
                    "formality":null,"glossaryTerms":0,\
                    "contextPairs":6,"contextTokens":1200,"contextLag":2,"contextLookAhead":0,\
                    "settings":{"channels":"mix","contextLag":2,"contextPairs":6,"pair":{"from":"en","to":"es"},\
                    "segmentation":"energy-1","speaker":"user"}},"source":{"name":"talk.wav","container":"wav","codec":"pcm_s16le",\
                    "sampleRate":44100,"channels":1,"seconds":3730.3,"sha256":"ab12","damage":[]},
                    """)
            #expect(lines[1] == "\"utterances\":[")
            #expect(
                lines[2] == """
                    {"sequence":1,"speaker":"user","lane":0,"start":1,"end":2.345,\
                    "samples":{"start":16000,"end":37520,"rate":16000},\
                    "sourceSamples":{"start":44100,"end":103414,"rate":44100},\
                    "recognizedSamples":{"start":12800,"end":40720,"rate":16000},\
                    "evidence":{"voicedMilliseconds":1345,"rmsDBFS":-23.457,"peakDBFS":-3,"snrDB":31.5,\
                    "clippedSamples":0,"endedBy":"silence","speechProbability":0.875},\
                    "direction":{"from":"en","to":"es","reason":"speaker"},\
                    "source":{"text":"Good \\"morning\\".\\n","heard":null,"corrections":[],"language":"en","confidence":0.3,\
                    "words":[{"text":"Good","start":1,"end":1.1,"confidence":0.7}],"noSpeech":null,\
                    "meanLogProbability":null,"doubts":[],"flags":[]},\
                    "translation":{"text":"Buenos días\\u2028a todos.","longer":null,"language":"es","notes":[],"quality":"usual",\
                    "unknownWords":[],"flags":[],"refused":[]},\
                    "speech":{"voice":"es-1","seconds":0.8,"sampleRate":22050,"blob":"aa","startsAt":1,"endsAt":1.8,\
                    "tempo":1,"shiftedMilliseconds":0},"outcome":"spoken","reason":null,"failure":null,\
                    "timings":{"recognition":{"queuedMilliseconds":12.5,"firstPartialMilliseconds":null,\
                    "totalMilliseconds":25,"reused":false,"provider":"pocketsphinx",\
                    "model":"en-us","costNanodollars":44000,"usage":{"audioSeconds":1.745,"inputTokens":90,\
                    "cachedInputTokens":60,"outputTokens":7},"connectMilliseconds":6.25,"firstByteMilliseconds":12.5,\
                    "connectionReused":false,"attempts":1,"unansweredCostNanodollars":250},"translation":{"queuedMilliseconds":null,\
                    "firstPartialMilliseconds":null,"totalMilliseconds":null,"reused":null,\
                    "provider":null,"model":null,"costNanodollars":null,"usage":null,"connectMilliseconds":null,\
                    "firstByteMilliseconds":null,"connectionReused":null,"attempts":1,\
                    "unansweredCostNanodollars":0}}},
                    """)
            #expect(
                lines[4].contains(
                    """
                    "source":null,"translation":null,"speech":null,"outcome":"dropped","reason":"too-short","failure":null
                    """
                ))
            #expect(
                lines[5].contains(
                    "\"outcome\":\"untranslated\",\"reason\":null,\"failure\":{\"stage\":\"translation\",\"provider\":\"words\",\"failure\":\"throttled\""
                ))
            #expect(lines[6] == "],")
            #expect(
                lines[7] == """
                    "coverage":{"voicedMilliseconds":3445,"spokenMilliseconds":1345,"textOnlyMilliseconds":1000,\
                    "droppedMilliseconds":{"too-short":100},"failedMilliseconds":{"translation":1000},\
                    "pendingMilliseconds":0,"doubtfulUtterances":0},"usage":{"recognition":{"answers":3,"audioSeconds":0.9,"characters":0,\
                    "inputTokens":0,"cachedInputTokens":0,"outputTokens":0},"translation":{"answers":2,"audioSeconds":0,"characters":23,\
                    "inputTokens":0,"cachedInputTokens":0,"outputTokens":0},"synthesis":{"answers":1,"audioSeconds":0.8,"characters":12,\
                    "inputTokens":0,"cachedInputTokens":0,"outputTokens":0}},"timings":{"createdAt":"2025-06-15T15:06:40.000Z",\
                    "costNanodollars":44000,"hasUnknownCost":false,"unansweredCostNanodollars":250}}
                    """)
        }
    }

    @Test func withoutTimingsDocumentsOfEqualConversationsAreEqual() async throws {
        try await inTemporaryFolder { folder in
            _ = try await Self.write([.json], into: folder.path, base: "a")
            _ = try await Self.write(
                [.json], into: folder.path, base: "b", timings: 1_234, attempts: 7, createdAt: 5, pageSize: 1)
            let documents = try ["a.es.json", "b.es.json"].map {
                try JSONSerialization.jsonObject(with: Data(folder.data($0)))
            }
            func stripped(_ value: Any) -> Any {
                if let list = value as? [Any] { return list.map(stripped) }
                guard let object = value as? [String: Any] else { return value }
                return object.filter { $0.key != "timings" }.mapValues(stripped)
            }
            let stable = try documents.map {
                try JSONSerialization.data(withJSONObject: stripped($0), options: .sortedKeys)
            }
            #expect(stable[0] == stable[1])
            #expect(try folder.data("a.es.json") != folder.data("b.es.json"))
        }
    }

    private static let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../config/conversation.schema.json").standardized.path

    @Test(
        "Given a document, when a validator of JSON schemas reads it, then it follows its schema",
        .enabled(if: OtherReaders.jsonschema, "needs python3 with jsonschema, of the package python3-jsonschema"))
    func validator() async throws {
        try await inTemporaryFolder { folder in
            _ = try await Self.write([.json], into: folder.path)
            let script = """
                import json, sys, jsonschema
                schema = json.load(open(sys.argv[1]))
                jsonschema.Draft202012Validator.check_schema(schema)
                errors = list(jsonschema.Draft202012Validator(schema).iter_errors(json.load(open(sys.argv[2]))))
                sys.exit("; ".join(f"{error.json_path} {error.message}" for error in errors) or None)
                """
            let check = try output(of: "python3", ["-c", script, Self.schema, folder.file("talk.es.json")])
            #expect(check.status == 0, "\(check.text)")
        }
    }

    @Test func theDocumentFollowsItsSchema() async throws {
        try await inTemporaryFolder { folder in
            _ = try await Self.write([.json], into: folder.path)
            // Everything the schema requires is there, and nothing it does not know.
            let root = try #require(
                JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: Self.schema)))
                    as? [String: Any])
            let document = try JSONSerialization.jsonObject(with: Data(folder.data("talk.es.json")))
            var checked = 0
            func check(_ value: Any, against schema: [String: Any], at place: String) {
                var schema = schema
                if let reference = schema["$ref"] as? String, let name = reference.split(separator: "/").last,
                    let definitions = root["$defs"] as? [String: Any]
                {
                    schema = definitions[String(name)] as? [String: Any] ?? [:]
                }
                for case let choice as [String: Any] in schema["anyOf"] as? [Any] ?? [] where !(value is NSNull) {
                    if choice["type"] as? String != "null" { check(value, against: choice, at: place) }
                }
                if let object = value as? [String: Any], let properties = schema["properties"] as? [String: Any] {
                    checked += 1
                    #expect(Set(object.keys).isSubset(of: properties.keys), "\(place)")
                    #expect(Set(object.keys).isSuperset(of: schema["required"] as? [String] ?? []), "\(place)")
                    for (key, member) in object {
                        check(member, against: properties[key] as? [String: Any] ?? [:], at: "\(place).\(key)")
                    }
                }
                if let list = value as? [Any], let items = schema["items"] as? [String: Any] {
                    for element in list { check(element, against: items, at: "\(place)[]") }
                }
            }
            check(document, against: root, at: "$")
            #expect(checked > 40)
        }
    }

    @Test func theSameCallTwiceGivesTheSameBytes() async throws {
        try await inTemporaryFolder { folder in
            let first = try await Self.write(Self.quick, into: folder.path)
            let bytes = try folder.names.map { try folder.data($0) }
            let second = try await Self.write(Self.quick, into: folder.path, pageSize: 1)
            #expect(first == second)
            #expect(try folder.names.map { try folder.data($0) } == bytes)
        }
    }

    @Test func anEmptyConversationGivesValidFiles() async throws {
        try await inTemporaryFolder { folder in
            let store = RecordedStore(try Recorded.conversation(), records: [])
            let files = try await OutputWriter(store: store).write(
                Set(OutputFormat.stored), of: Recorded.id, to: folder.path, naming: OutputNaming(title: "talk"),
                finished: Recorded.finished([], seconds: 1.5))
            // A track would be silence as long as the recording: gigabytes of a day.
            #expect(files.map(\.format) == OutputFormat.stored.filter { $0 != .wav && $0 != .opus })
            let names = folder.names
            #expect(names.count == files.count && !names.contains { $0.hasSuffix(".wav") || $0.hasSuffix(".opus") })
            #expect(try folder.text("talk.es.srt") == "")
            #expect(try folder.text("talk.es.vtt") == "WEBVTT\n\n")
            #expect(try JSONSerialization.jsonObject(with: Data(folder.data("talk.es.json"))) is [String: Any])
        }
    }

    @Test func nothingIsReplacedWhereOneFileCannotBeWritten() async throws {
        try await inTemporaryFolder { folder in
            _ = try await Self.write([.srt], into: folder.path, timings: 1)
            let before = try folder.data("talk.es.srt")
            try FileManager.default.createDirectory(
                atPath: folder.file("talk.es.vtt"), withIntermediateDirectories: true)
            let problem = await #expect(throws: Problem.self) {
                try await Self.write(Self.quick, into: folder.path)
            }
            #expect(problem?.code == "output.unwritable")
            #expect(folder.names == ["talk.es.srt", "talk.es.vtt"])
            #expect(try folder.data("talk.es.srt") == before)
        }
    }

    @Test func anUnknownConversationIsAProblem() async throws {
        let store = RecordedStore(try Recorded.conversation(), records: [])
        let problem = await #expect(throws: Problem.self) {
            try await OutputWriter(store: store).write(
                [.txt], of: ConversationID(rawValue: "c00000000000000000000"), to: "", naming: OutputNaming(title: "x"),
                finished: Recorded.finished([], seconds: 1))
        }
        #expect(problem?.code == "store.no-conversation")
    }

    /// If only the other side speaks, the output is in the language that `from` names.
    @Test(arguments: [("mix", false, true), ("mix", true, false), ("speakers-by-channel", false, false)])
    func namesFollowTheDirectionThatIsTranslated(channels: String, twoWay: Bool, isReversed: Bool) async throws {
        try await inTemporaryFolder { folder in
            let records = [
                try Recorded.record(
                    1, 1_000, 2_000, source: "Buenos días.", target: "Good morning.", from: .es, to: .en,
                    speaker: .other)
            ]
            let store = RecordedStore(
                try Recorded.conversation(channels: channels, speaker: .other, twoWay: twoWay), records: records)
            for (captions, language) in [
                (CaptionStyle.target, isReversed ? "en" : "es"), (.source, isReversed ? "es" : "en"),
                (.bilingual, isReversed ? "es-en" : "en-es"),
            ] {
                let files = try await OutputWriter(store: store).write(
                    [.srt, .txt, .json], of: Recorded.id, to: folder.path, naming: OutputNaming(title: "talk"),
                    captions: captions,
                    finished: Recorded.finished(records, seconds: 3))
                let target = isReversed ? "en" : "es"
                #expect(
                    files.map { String($0.path.split(separator: "/").last ?? "") }
                        == ["talk.\(target).json", "talk.\(target).txt", "talk.\(language).srt"])
            }
            let transcript = try folder.text("talk.\(isReversed ? "en" : "es").txt")
            let arrow = channels == "mix" ? "→" : "↔"
            let heading = isReversed ? "Spanish → English" : "English \(arrow) Spanish"
            #expect(transcript.hasPrefix("talk.wav\n\(heading)\n"), "\(transcript)")
            // The store has the languages of the sides.
            let document = try folder.text("talk.\(isReversed ? "en" : "es").json")
            #expect(document.contains("\"pair\":{\"from\":\"en\",\"to\":\"es\"}"), "\(document.prefix(400))")
        }
    }

    @Test func aThousandUtterancesArePagedThrough() async throws {
        try await inTemporaryFolder { folder in
            let records = try (0..<1_000).map { index in
                try Recorded.record(
                    index + 1, index * 3_000, index * 3_000 + 2_000, source: "Number \(index).",
                    target: "Número \(index).",
                    speaker: index % 2 == 0 ? .user : .other, lane: index % 2,
                    speech: SpokenAudio(blob: BlobID(rawValue: "aa"), voice: "v", sampleRate: 4_000, sampleCount: 400))
            }
            let store = RecordedStore(
                try Recorded.conversation(channels: "speakers-by-channel"), records: records,
                blobs: [BlobID(rawValue: "aa"): Recorded.bytes(Recorded.voice(milliseconds: 100, rate: 4_000))])
            _ = try await OutputWriter(store: store, pageSize: 32).write(
                Self.quick, of: Recorded.id, to: folder.path, naming: OutputNaming(title: "long"),
                finished: Recorded.finished(records, seconds: 3_000))
            #expect(await store.largestPage == 32)
            let cues = try CaptionReading.srt(folder.text("long.es.srt"))
            #expect(cues.map(\.lines) == (0..<1_000).map { ["Número \($0)."] })
            #expect(cues.map(\.start) == (0..<1_000).map { $0 * 3_000 })
            struct Document: Decodable {
                struct Utterance: Decodable { var sequence: Int }
                var utterances: [Utterance]
            }
            let document = try JSONDecoder().decode(Document.self, from: Data(folder.data("long.es.json")))
            #expect(document.utterances.map(\.sequence) == Array(1...1_000))
            #expect(try folder.data("long.es.wav").count == 80 + 3_000 * 4_000 * 2)
        }
    }

    @Test(
        arguments: [
            ("talk", "talk"), ("Grüße, 世界 – مرحبا", "Grüße, 世界 – مرحبا"), ("../../etc/passwd", "etc-passwd"),
            ("..", "conversation"), ("", "conversation"), ("/", "conversation"), ("a\u{0}b\nc\u{202E}d", "a-b-c-d"),
            ("-rf ~", "rf"), (" .hidden. ", "hidden"), ("C:\\x|y", "C--x-y"), ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ])
    func anyTitleMakesASafeName(title: String, name: String) {
        #expect(OutputName.base(from: title) == name)
    }

    @Test func longTitlesAreCutBetweenCharacters() {
        let name = OutputName.base(from: String(repeating: "語👩‍👩‍👧‍👦", count: 30))
        #expect(name.utf8.count <= 200 && name.utf8.count > 170)
        #expect(String(repeating: "語👩‍👩‍👧‍👦", count: 30).hasPrefix(name))
    }

    @Test(.enabled(if: Corpus.isThere, "the corpus is not beside the project"))
    func naughtyTitlesStayInTheirFolder() async throws {
        try await inTemporaryFolder { folder in
            for title in try Corpus.naughtyStrings() {
                let name = OutputName.base(from: title)
                try AtomicFile.write([1], to: folder.file(name + ".es.json"))
                #expect(folder.names.contains(name + ".es.json"), "\(title)")
            }
        }
    }

    @Test func formatsAreReadFromTheirNames() throws {
        #expect(try OutputFormat(parsing: "SRT") == .srt)
        let names = "json txt wav opus srt vtt ass ttml sbv lrc csv tsv mp4 mkv mov webm"
        #expect(OutputFormat.all.map(\.name) == names.split(separator: " ").map(String.init))
        #expect(OutputFormat.vtt.mediaType == "text/vtt" && OutputFormat.wav.mediaType == "audio/wav")
        let problem = #expect(throws: Problem.self) { try OutputFormat(parsing: "docx") }
        #expect(problem?.description == "'docx' is not a format Verbio writes; use one of: \(names)")
    }
}
