import Audio
import Configuration
import Conversations
import Delivery
import Foundation
import Interpreting
import Language
import Plumbing
import Testing
import VerbioService
import VerbioTesting

/// Recordings in one or several languages, without a terminal.
@Suite("Runs of recordings", .timeLimit(.minutes(5)))
struct RecordingRunsTests {
    @Test(
        "given one recording and two languages, when it is run, then each recognition is called once and files are named"
    )
    func oneRecognition() async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.synthesizer, .stringArray(["none"]))
            let first = try await workplace.run("es,fr")
            #expect(first.status == .complete, "\(first.notes)")
            let formats = ["json", "txt", "srt", "vtt"]
            let names = formats.map { "welcome.es.\($0)" } + formats.map { "welcome.fr.\($0)" }
            #expect(first.files.map { URL(filePath: $0).lastPathComponent } == names)
            let recognitions = workplace.calls.count { $0.contains("recognition") }
            #expect(recognitions == 6)
            let all = workplace.calls.count
            #expect(try await workplace.run("es,fr").status == .complete)
            #expect(workplace.calls.count == all, "the same run again asks for nothing")
            for (language, word) in [("es", "Spanish"), ("fr", "French")] {
                let text = workplace.folder.appending(path: "out/welcome.\(language).txt")
                #expect(try String(contentsOf: text, encoding: .utf8).contains("English → \(word)"))
            }
        }
    }

    @Test("given an utterance that fails, when the run is done again with a healthy engine, then only that is called")
    func failure() async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.synthesizer, .stringArray(["none"]))
            let broken = try workplace.scenario(
                "broken", "translation: {faults: [{fault: empty, when: {utterance: [2]}}]}")
            workplace.settings.set(.translator, .stringArray([broken]))
            let first = try await workplace.run("es")
            #expect(first.status == .partial)
            let store = try await workplace.assembly.store()
            let conversation = try #require(try await store.conversations(limit: 9).first?.conversation)
            #expect(conversation.state == .partial && conversation.isResumable)
            let before = workplace.calls.count
            var choice = EngineChoice()
            choice.translators = ["sim:instant"]
            let opened = try await OpenedConversation.resume(
                conversation, assembly: workplace.assembly, store: store, engines: choice)
            let observer = TestObserver()
            let plan = try workplace.plan(workplace.assembly)
            let status = try await ConversationRun(observer: observer).perform(opened, outputs: plan)
            #expect(status == .complete)
            #expect(workplace.calls.count == before + 1, "\(workplace.calls.dropFirst(before))")
            try await store.close()
        }
    }

    @Test(
        "given several languages, when the user ends the run after the first, then no recording counts as done",
        arguments: [
            (1, "/welcome.wav: it is not translated into all languages yet; 'verbio resume' continues"),
            (2, "0 of 2 recordings are done; not finished: "),
        ])
    func endedEarly(count: Int, sentence: String) async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.synthesizer, .stringArray(["none"]))
            let other = workplace.folder.appending(path: "other.wav")
            try FileManager.default.copyItem(atPath: Workplace.welcome, toPath: other.path)
            let ran = try await workplace.run(
                "es,fr", TestObserver(endsEarly: true), besides: Array([other.path].prefix(count - 1)))
            #expect(ran.status == .interrupted)
            #expect(ran.notes.contains { $0.contains(sentence) }, "\(ran.notes)")
        }
    }

    static let refusals: [(to: String, change: [String: String], sentence: String)] = [
        ("es,es", [:], "--to: Spanish is given twice; name it once"), ("es,en", [:], "both languages are English"),
        ("es,fr", ["names": "{stem}"], "/welcome.wav: several languages would have one file "),
        ("es,fr", ["names": "{stem}"], "out/welcome.json; have {language}"),
        ("es,fr", ["captions": "source"], "out/welcome.en.srt; leave --captions"),
        ("es,fr", ["folder": "-"], "-o -: standard output takes the file of one language"),
        ("es,ja", ["mt": "apertium"], "--mt: apertium does not translate from English to Japanese"),
        (
            "es", ["mt": "nobody"],
            "there is no engine 'nobody' for --mt; use one of: auto, firefox, ct2, llama/MODEL, apertium, whisper"
        ),
    ]

    @Test(
        "given what cannot be done, when it is requested, then one sentence says so and nothing is begun",
        arguments: refusals)
    func refused(to: String, change: [String: String], sentence: String) async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.synthesizer, .stringArray(["none"]))
            workplace.settings.set(.namePattern, change["names"].map(ConfigContent.string))
            workplace.settings.set(.captions, change["captions"].map(ConfigContent.string))
            if let translator = change["mt"] { workplace.settings.set(.translator, .stringArray([translator])) }
            if let folder = change["folder"] {
                workplace.settings.set(.directory, .string(folder))
                workplace.settings.set(.formats, .stringArray(["srt"]))
            }
            let prepared = workplace
            let problem = await #expect(throws: Problem.self) { try await prepared.run(to) }
            #expect("\(problem.map { "\($0)" } ?? "")".contains(sentence), "\(String(describing: problem))")
            #expect(problem?.kind == .usage)
            let store = try await workplace.assembly.store()
            #expect(try await store.conversations(limit: 9).isEmpty)
            try await store.close()
            #expect(workplace.calls.isEmpty)
        }
    }

    @Test("given files that are there, when existing ones are to be skipped, then the recording is left out")
    func skipped() async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.synthesizer, .stringArray(["none"]))
            #expect(try await workplace.run("es").status == .complete)
            let calls = workplace.calls.count
            let again = try await workplace.run("es", skipsExisting: true)
            #expect(again.status == .complete && again.files.isEmpty)
            #expect(again.notes.contains { $0.contains("left out") }, "\(again.notes)")
            #expect(workplace.calls.count == calls)
        }
    }
}

extension Workplace {
    /// The result of a run.
    struct Ran {
        var status: RunStatus
        var files: [String]
        var notes: [String]
    }

    /// Translates the sample, as `verbio translate` does.
    @discardableResult
    func run(
        _ to: String, _ observer: TestObserver = TestObserver(), skipsExisting: Bool = false,
        recording: String = Self.welcome, besides others: [String] = [],
        _ change: (inout ConversationRequest) -> Void = { _ in }
    ) async throws -> Ran {
        var workplace = self
        workplace.settings.set(.from, .string("en"))
        workplace.settings.set(.to, .string(to))
        let assembly = workplace.assembly
        let requests = try workplace.settings.languagesHeard(twoWay: false).map { ConversationRequest($0, change) }
        let recordings = try RecordingArguments(
            [recording] + others, recursive: false, besides: assembly.writtenFiles, note: assembly.note
        ).recordings
        let runs = RecordingRuns(
            assembly: assembly, recordings: recordings.map { RequestedRecording($0, requests) },
            plan: try plan(assembly), skipsExisting: skipsExisting)
        let status = try await runs.perform { observer }
        return Ran(status: status, files: observer.files.withLock { $0 }, notes: observer.notes.withLock { $0 })
    }

    func plan(_ assembly: Assembly) throws -> OutputPlan {
        try OutputPlan(
            assembly, printing: StandardOutput(takesEvents: false, isTerminal: false) { _ in },
            admission: OutputGuard(for: assembly, inputs: [], overwrites: false))
    }
}

/// Records the notes of runs.
final class TestObserver: RunObserver {
    let notes = Locked<[String]>([])
    let files = Locked<[String]>([])
    let events = Locked<[Event]>([])
    /// Whether the user asks for the end when the first files are written.
    private let endsEarly: Bool
    var isInterrupted: Bool { endsEarly && !files.withLock(\.isEmpty) }
    /// Is given each event before it is kept.
    private let hook: @Sendable (Event) throws -> Void

    init(endsEarly: Bool = false, _ hook: @escaping @Sendable (Event) throws -> Void = { _ in }) {
        (self.endsEarly, self.hook) = (endsEarly, hook)
    }

    func note(_ sentence: String) { notes.withLock { $0.append(sentence) } }
    func view(of opened: OpenedConversation) async throws -> any RunView { View(observer: self) }

    private struct View: RunView {
        let observer: TestObserver

        func follow(
            _ control: RunControl,
            _ work: (_ deliver: @escaping DeliverySink) async throws -> Event.ConversationFinished
        ) async throws -> Event.ConversationFinished {
            try await work { [observer] delivered in
                if case .event(let event) = delivered { try observer.hook(event) }
                if case .event(let event) = delivered { observer.events.withLock { $0.append(event) } }
            }
        }

        func conclude(_ finished: Event.ConversationFinished, files: [WrittenFile]) async throws {
            observer.files.withLock { $0 += files.map(\.path) }
        }

        func close() {}
    }
}
