import Audio
import Configuration
import Conversations
import Delivery
import Foundation
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioService
import VerbioTesting

/// What holds for every setting that changes answers, tried with each of them.
@Suite("Settings that change answers", .timeLimit(.minutes(10)))
struct AnswerSettingTests {
    /// A value of a setting that differs from its default.
    private struct Sample: Sendable {
        var settings: @Sendable (inout Workplace) throws -> Void = { _ in }
        var request: @Sendable (inout ConversationRequest) throws -> Void = { _ in }
        var isLive = false
        /// If it is not 0, the samples are heard without a header, and so many times.
        var repeats = 0
        /// Whether the sentences of the sample are short and have only one clause, so that the setting changes no call.
        var isWithoutEffect = false
    }

    private static func number(_ setting: Setting, _ value: Int, live: Bool = false) -> Sample {
        Sample(settings: { $0.settings.set(setting, .int(value)) }, isLive: live)
    }

    private static func word(_ setting: Setting, _ value: String, live: Bool = false) -> Sample {
        Sample(settings: { $0.settings.set(setting, .string(value)) }, isLive: live)
    }

    private static func request(_ change: @escaping @Sendable (inout ConversationRequest) throws -> Void) -> Sample {
        Sample(request: change)
    }

    private static func engine(_ setting: Setting, _ yaml: String) -> Sample {
        Sample(settings: {
            _ = try $0.scenario("other", yaml)
            $0.settings.set(setting, .stringArray(["sim:other"]))
        })
    }

    private static let samples: [String: Sample] = [
        "formality": word(.formality, "formal"),
        "fitting length": Sample(
            settings: { $0.settings.set(.fit, .string("shorten")) }, isWithoutEffect: true),
        "glossary": Sample(settings: {
            $0.settings.set(
                .glossary, .string(try $0.write("en,es\nstation,apeadero\ntrain,ferrocarril\n", to: "terms.csv")))
        }),
        "spoken language": request { $0.pair = try LanguagePair(from: .de, to: .es) },
        "target language": request { $0.pair = try LanguagePair(from: .en, to: .fr) },
        "speaker": request { $0.speaker = .other },
        "both sides at any time": request { $0.isTwoWay = true },
        "speaker events": request {
            $0.speakerEvents = .known(try SpeakerTurns(reading: #"{"speaker": "other", "at": 0}"#, from: "events"))
        },
        "people who speak": Sample(settings: {
            try StandInVoices.install(in: $0.folder.appending(path: "data/verbio"))
            $0.settings.set(.speakers, .string("auto"))
        }),
        "languages of people": Sample(
            settings: {
                try StandInVoices.install(in: $0.folder.appending(path: "data/verbio"))
                $0.settings.set(.speakers, .string("auto"))
            }, request: { ($0.isTwoWay, $0.personLanguages) = (true, [1: .es]) }),
        "channels": request { $0.listening.channels = .channel(1) },
        "track": request { $0.listening.track = .number(1) },
        "part": request { $0.listening.part = try RecordingPart(start: 0, end: 14_000) },
        "layout of samples": Sample(
            request: { $0.listening.raw = try RawFormat(parsing: "s16le:8000:1") }, repeats: 1),
        "silence that ends an utterance": number(.endSilence, 500),
        "silence that ends a live utterance": number(.liveEndSilence, 500, live: true),
        "longest live utterance": number(.liveLongest, 4_000, live: true),
        "latency": word(.latency, "quality", live: true),
        "recognizers": engine(.recognizer, "seed: 7"),
        "translators": engine(.translator, "seed: 7"),
        "synthesizers": engine(.synthesizer, "seed: 7"),
        "voice": word(.voice, "sim-es-high"),
        "earlier pairs": number(.contextPairs, 1),
        "tokens of the context": number(.contextTokens, 25),
        "lines of a batch": number(.contextBatch, 3),
        "utterances of a summary": Sample(settings: { $0.settings.set(.contextSummary, .int(4)) }, repeats: 3),
        "early speech": Sample(
            settings: { $0.settings.set(.speakEarly, .string("always")) }, isWithoutEffect: true),
    ]

    /// It needs a file that is downloaded. Its hash is in the segmentation, as the other numbers are.
    private static let untried = ["speech model"]

    private static var kept: [AnswerSetting] {
        AnswerSetting.all.filter { setting in
            if case .keys = setting.storage { !untried.contains(setting.name) } else { false }
        }
    }

    private static let model =
        "contextPairs: 4, takesLater: true, summaries: true, batches: true, instructions: true, hints: true, pieces: 4"

    /// The translator has no more credit from the third utterance on, so that the pairs before it are the same.
    private static let faults =
        "faults: [{fault: quota, when: {utterance: [\((3...60).map(String.init).joined(separator: ", "))]}}]"

    // MARK: The list

    @Test("given the list, when it is compared with what conversations store, then every key is declared")
    func storedKeys() throws {
        let full = ConversationSettings(
            pair: try LanguagePair(from: .en, to: .es), segmentation: "energy 1", providers: [:]
        ) {
            $0.fallbacks = [:]
            ($0.sides.isTwoWay, $0.sides.events) = (true, [])
            ($0.sides.persons, $0.sides.followsPersons) = (.known(2), true)
            $0.sides.personLanguages = [1: .es]
            ($0.listening.track, $0.listening.part, $0.listening.raw) = ("de", "90000-", "s16le:16000:1")
            ($0.context.tokens, $0.context.lookAhead, $0.context.promptLag) = (2, 4, 7)
            ($0.context.batchLines, $0.context.summaryBlock) = (5, 6)
            ($0.wording.glossary, $0.wording.formality) = (Glossary([.init("Kestrel")]), .formal)
            ($0.speech.voice, $0.speech.isEarly, $0.speech.shortens) = ("es-1", true, true)
        }
        let stored = try JSONSerialization.jsonObject(with: JSONEncoder().encode(full)) as? [String: Any]
        let declared = AnswerSetting.all.flatMap { setting -> [String] in
            if case .keys(let keys) = setting.storage { keys } else { [] }
        }
        // Verbio itself decides these.
        let decided: Set = ["contextLag", "lookAhead", "promptLag"]
        #expect(Set(stored?.keys.map(\.self) ?? []) == Set(declared).union(decided))
    }

    @Test(
        "given the settings file, when its sections are compared with the list, then what changes answers is declared")
    func sections() {
        let sections: Set = ["languages", "translation", "context", "segmentation", "hearing", "live"]
        let declared = Set(AnswerSetting.all.compactMap { $0.setting?.name })
        for setting in Setting.all where sections.contains(String(setting.name.prefix { $0 != "." })) {
            #expect(declared.contains(setting.name), "\(setting.name)")
        }
        #expect(declared.isSubset(of: Setting.all.map(\.name)))
        let names = AnswerSetting.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Set(names.filter { Self.samples[$0] == nil }) == Set(Self.untried + ["words while they are spoken"]))
    }

    // MARK: Runs

    @Test(
        "given a setting, when a run that has it fails and is resumed without it, then it ends as if it had not failed",
        arguments: kept.map(\.name))
    func resumed(name: String) async throws {
        let sample = try #require(Self.samples[name])
        func outcome(failing: Bool) async throws -> (answered: Set<String>, document: NSDictionary) {
            try await Workplace.with { workplace in
                try Self.prepare(
                    &workplace, faults: failing ? Self.faults : "")
                var plain = workplace
                try sample.settings(&workplace)
                // A translator that is the setting itself fails as well.
                if failing, name == "translators" {
                    _ = try workplace.scenario(
                        "other", "seed: 7\ntranslation: {\(Self.faults)}")
                }
                var ran = try await workplace.run(sample.isLive, sample.repeats, sample.request)
                #expect((ran.state == .complete) == !failing, "\(ran.state)")
                if failing {
                    try Self.prepare(&plain, faults: "")
                    if name == "translators" { _ = try plain.scenario("other", "seed: 7") }
                    ran = try await plain.continued(ran.id)
                    #expect(ran.state == .complete)
                }
                return (workplace.answered, ran.document)
            }
        }
        let (whole, resumed) = (try await outcome(failing: false), try await outcome(failing: true))
        #expect(resumed.document == whole.document, "\(resumed.document) \(whole.document)")
        #expect(resumed.answered == whole.answered)
    }

    @Test(
        "given a setting, when it changes, then the exported document has it, and only the work that depends on it is done again",
        arguments: kept.map(\.name))
    func changed(name: String) async throws {
        let (setting, sample) = (
            try #require(Self.kept.first { $0.name == name }), try #require(Self.samples[name])
        )
        try await Workplace.with { workplace in
            try Self.prepare(&workplace, faults: "")
            let usual = try await workplace.run(sample.isLive, sample.repeats) { _ in }
            let before = workplace.calls.count
            try sample.settings(&workplace)
            let changed = try await workplace.run(sample.isLive, sample.repeats, sample.request)
            let path = "conversation." + (try #require(setting.document))
            let values = [usual, changed].map { $0.member(path) }
            #expect(values[0] != values[1], "\(path): \(String(describing: values))")
            #expect(usual.id != changed.id)
            guard let first = setting.firstStage, !sample.isWithoutEffect else { return }
            let asked = Set(
                workplace.calls.dropFirst(before).compactMap { $0.split(separator: " ").dropFirst(2).first })
            let stages = ["recognition", "translation", "synthesis"]
            let again = asked.map { stages.firstIndex(of: String($0)) ?? 1 }.min().map { stages[$0] }
            #expect(again == first.rawValue, "\(asked)")
        }
    }

    private static func prepare(_ workplace: inout Workplace, faults: String) throws {
        let members = [model, faults].filter { !$0.isEmpty }.joined(separator: ", ")
        _ = try workplace.scenario("model", "translation: {\(members)}")
        workplace.simulate("sim:instant", "sim:model")
        workplace.settings.set(.scenarios, .string(workplace.folder.path))
    }
}

extension Workplace {
    /// How a run of the sample ended, and its exported document without what depends on the clock.
    struct Exported {
        var id: ConversationID
        var state: ConversationState
        var document: NSDictionary

        /// A member of a member of the document.
        func member(_ path: String) -> NSObject? {
            path.split(separator: ".").reduce(document as NSObject?) { place, name in
                (place as? NSDictionary)?[String(name)] as? NSObject
            }
        }
    }

    /// Stage, utterance and content of every answered call.
    fileprivate var answered: Set<String> {
        let log = (try? String(contentsOfFile: folder.path + "/calls.log", encoding: .utf8)) ?? ""
        let lines = log.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.first == "end" }
        return Set(lines.map { [$0[2], $0[4], $0[5]].joined(separator: " ") })
    }

    fileprivate func run(
        _ isLive: Bool, _ repeats: Int, _ change: (inout ConversationRequest) throws -> Void
    ) async throws -> Exported {
        let assembly = assembly
        let store = try await assembly.store()
        var request = ConversationRequest(try LanguagePair(from: .en, to: .es))
        if isLive { request.delivery = .live }
        var path = Self.welcome
        if repeats > 0 {
            path = folder.appending(path: "welcome.raw").path
            let samples = try Data(contentsOf: URL(filePath: Self.welcome)).dropFirst(44)
            try Data((0..<repeats).flatMap { _ in samples }).write(to: URL(filePath: path))
            request.listening.raw = try RawFormat(parsing: "s16le:16000:1")
        }
        try change(&request)
        let input = isLive ? ConversationInput.audio(.file(path)) : .recording(path)
        let opened = try await OpenedConversation.open(request, from: input, assembly: assembly, store: store)
        return try await ended(opened, store)
    }

    fileprivate func continued(_ id: ConversationID) async throws -> Exported {
        let assembly = assembly
        let store = try await assembly.store()
        let stored = try #require(try await store.conversation(id))
        let opened = try await OpenedConversation.resume(
            stored, assembly: assembly, store: store, engines: EngineChoice())
        return try await ended(opened, store)
    }

    private func ended(_ opened: OpenedConversation, _ store: any ScopeStore) async throws -> Exported {
        let finished = try await opened.run(control: RunControl()) { _ in }
        opened.claim?.release()
        let conversation = try #require(try await store.conversation(opened.conversation.id))
        var pieces = try await DocumentPieces(of: conversation, finished: finished, store: store)
        var document = Data()
        while let piece = try await pieces.next() { document.append(contentsOf: piece) }
        try await store.close()
        let json = try #require(try JSONSerialization.jsonObject(with: document) as? [String: Any])
        return Exported(
            id: conversation.id, state: finished.state,
            // A resumed live conversation counts the sound up to its last utterance only.
            document: try #require(
                Self.withoutChance(
                    json, conversation.origin == .stream ? ["timings", "id", "seconds"] : ["timings", "id"])
                    as? NSDictionary))
    }

    private static func withoutChance(_ value: Any, _ keys: Set<String>) -> Any {
        if let map = value as? [String: Any] {
            return map.filter { !keys.contains($0.key) }.mapValues { withoutChance($0, keys) }
        }
        return (value as? [Any])?.map { withoutChance($0, keys) } ?? value
    }
}
