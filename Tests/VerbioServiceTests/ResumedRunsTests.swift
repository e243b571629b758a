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

/// Resuming, without a terminal.
@Suite("Resumed runs", .timeLimit(.minutes(5)))
struct ResumedRunsTests {
    @Test("given no unfinished conversation, when all are resumed, then a note says that there is nothing to do")
    func nothing() async throws {
        try await Workplace.with { workplace in
            let resumed = try await workplace.resume()
            #expect(resumed.status == .complete && resumed.notes == ["there is nothing to resume"])
        }
    }

    @Test("given files that could not be written, when all are resumed, then they are written as requested")
    func missingFiles() async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.captions, .string("bilingual"))
            workplace.settings.set(.formats, .stringArray(["srt", "txt"]))
            let out = workplace.folder.appending(path: "out")
            let place = out.appending(path: "welcome.en-es.srt")
            // A folder takes the place of a file while the run is in progress.
            let observer = TestObserver { event in
                guard case .conversationStarted = event.body else { return }
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                try Data("mine".utf8).write(to: place.appending(path: "mine.txt"))
            }
            let first = workplace
            await #expect(throws: Problem.self) { try await first.run("es", observer) }
            await #expect(throws: Problem.self, "it is still in the way") { try await first.resume() }
            try FileManager.default.removeItem(at: place)
            workplace.settings.set(.captions, .string("target"))
            workplace.settings.set(.formats, .stringArray(["json"]))
            let resumed = try await workplace.resume()
            #expect(resumed.status == .complete)
            let written = resumed.missing.map { URL(filePath: $0).lastPathComponent }
            #expect(written.sorted() == ["welcome.en-es.srt", "welcome.es.txt"])
            #expect(try FileManager.default.contentsOfDirectory(atPath: out.path).sorted() == written.sorted())
            #expect(try await workplace.resume().notes == ["there is nothing to resume"])
        }
    }

    @Test("given a conversation whose text is gone, when all are resumed, then the others are done and a note says why")
    func oneFails() async throws {
        try await Workplace.with { workplace in
            let healthy = workplace
            let broke = try workplace.scenario("broke", "translation: {faults: [{fault: quota}]}")
            workplace.settings.set(.translator, .stringArray([broke]))
            for name in ["gone", "whole"] {
                let ran = try await workplace.translate("This is \(name).\nWhere is it?\n", named: name + ".txt")
                #expect(ran.status == .partial)
            }
            try FileManager.default.removeItem(at: workplace.folder.appending(path: "gone.txt"))
            var choice = EngineChoice()
            choice.translators = ["sim:instant"]
            let resumed = try await healthy.resume(with: choice)
            #expect(resumed.status == .input)
            #expect(resumed.notes.contains { $0.hasPrefix("c") && $0.contains("gone.txt") }, "\(resumed.notes)")
            let states = try await workplace.conversations().reduce(into: [:]) { $0[$1.title] = $1.state }
            #expect(states["whole.txt"] == .complete && states["gone.txt"] != .complete)
        }
    }

    @Test("given a run without files, when it is resumed, then files are written only if a folder is named")
    func withoutFiles() async throws {
        for namesFolder in [false, true] {
            try await Workplace.with { workplace in
                let bad = try workplace.scenario(
                    "bad", "translation: {faults: [{fault: empty, when: {utterance: [2]}}]}")
                workplace.settings.set(.translator, .stringArray([bad]))
                let ran = try await workplace.translate("Good morning.\nWhere is the station?\n")
                #expect(ran.status == .partial)
                var choice = EngineChoice()
                choice.translators = ["sim:instant"]
                let resumed = try await workplace.resume(
                    [ran.conversation.id.rawValue], with: choice, namesFolder: namesFolder)
                #expect(resumed.status == .complete, "\(resumed.notes)")
                let out = workplace.folder.appending(path: "out").path
                #expect(FileManager.default.fileExists(atPath: out) == namesFolder)
                #expect(resumed.advice.contains { $0.contains("wrote no files") } != namesFolder, "\(resumed.advice)")
            }
        }
    }

    @Test("given a run with files, when the next one writes none, then resuming writes none either")
    func noFilesAnyMore() async throws {
        try await Workplace.with { workplace in
            let bad = try workplace.scenario("bad", "translation: {faults: [{fault: unauthorized}]}")
            workplace.settings.set(.translator, .stringArray([bad]))
            workplace.settings.set(.synthesizer, .stringArray(["none"]))
            workplace.settings.set(.formats, .stringArray(["srt"]))
            #expect(try await workplace.run("es").status == .partial)
            workplace.settings.set(.formats, .stringArray([]))
            #expect(try await workplace.run("es").status == .partial)
            let out = workplace.folder.appending(path: "out").path
            try FileManager.default.removeItem(atPath: out)
            var choice = EngineChoice()
            choice.translators = ["sim:instant"]
            #expect(try await workplace.resume(with: choice).status == .complete)
            #expect(!FileManager.default.fileExists(atPath: out))
        }
    }

    @Test("given two languages, when a call fails in both, then each is noted, and resuming completes both")
    func twoLanguages() async throws {
        try await Workplace.with { workplace in
            let bad = try workplace.scenario("bad", "translation: {faults: [{fault: empty, when: {utterance: [2]}}]}")
            workplace.settings.set(.translator, .stringArray([bad]))
            workplace.settings.set(.synthesizer, .stringArray(["none"]))
            let ran = try await workplace.run("es,fr")
            #expect(ran.status == .partial && ran.files.count == 8, "\(ran.files)")
            var choice = EngineChoice()
            choice.translators = ["sim:instant"]
            #expect(try await workplace.resume(with: choice).status == .complete)
            let conversations = try await workplace.conversations()
            #expect(Set(conversations.map(\.settings.pair.to)) == [.es, .fr])
            #expect(conversations.allSatisfy { $0.state == .complete })
        }
    }

    @Test("given a conversation with another owner, when all are resumed, then it is left alone and a remark says so")
    func owned() async throws {
        try await Workplace.with { workplace in
            let healthy = workplace
            let broke = try workplace.scenario("broke", "translation: {faults: [{fault: quota}]}")
            workplace.settings.set(.translator, .stringArray([broke]))
            let ran = try await workplace.translate("Good morning.\n")
            let store = try await workplace.assembly.store()
            let claim = try #require(try await store.claim(ran.conversation.id))
            let resumed = try await healthy.resume()
            #expect(resumed.status == .complete && resumed.notes.isEmpty)
            #expect(resumed.remarks.first?.contains("is working on it, so it is skipped") ?? false)
            claim.release()
            try await store.close()
        }
    }

    @Test("given a name that is no conversation's, when it is resumed, then the problem says so")
    func unknown() async throws {
        try await Workplace.with { workplace in
            let place = workplace
            let problem = await #expect(throws: Problem.self) { try await place.resume(["cnowhere"]) }
            #expect(problem?.code == "conversation.unknown")
        }
    }
}

extension Workplace {
    struct Resumed {
        var status: RunStatus
        var notes: [String]
        var remarks: [String]
        var advice: [String]
        /// The files of an earlier run that were written.
        var missing: [String]
    }

    /// Resumes conversations, as `verbio resume` does.
    @discardableResult
    func resume(
        _ ids: [String] = [], with engines: EngineChoice = EngineChoice(), namesFolder: Bool = false
    ) async throws -> Resumed {
        let assembly = assembly
        let observer = ResumeListener()
        let runs = ResumedRuns(assembly: assembly, ids: ids, engines: engines, namesFolder: namesFolder) {
            settings, recordings in
            var changed = assembly
            changed.settings = settings
            return try OutputPlan(
                changed, printing: StandardOutput(takesEvents: false, isTerminal: false) { _ in },
                admission: OutputGuard(for: assembly, inputs: recordings, overwrites: false))
        }
        let status = try await runs.perform { _ in observer }
        return Resumed(
            status: status, notes: observer.base.notes.withLock { $0 }, remarks: observer.remarks.withLock { $0 },
            advice: observer.advice.withLock { $0 }, missing: observer.missing.withLock { $0 })
    }

    func conversations() async throws -> [Conversation] {
        let store = try await assembly.store()
        let conversations = try await store.conversations(limit: 99).map(\.conversation)
        try await store.close()
        return conversations
    }
}

private final class ResumeListener: ResumeObserver {
    let base = TestObserver()
    let remarks = Locked<[String]>([])
    let advice = Locked<[String]>([])
    let missing = Locked<[String]>([])
    var isInterrupted: Bool { false }

    func note(_ sentence: String) { base.note(sentence) }
    func remark(_ sentence: String) { remarks.withLock { $0.append(sentence) } }
    func advise(_ sentence: String) { advice.withLock { $0.append(sentence) } }
    func show(missing files: [String], of conversation: Conversation) { missing.withLock { $0 += files } }
    func view(of opened: OpenedConversation) async throws -> any RunView { try await base.view(of: opened) }
}
