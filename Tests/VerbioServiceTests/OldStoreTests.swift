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

/// A store that commit 1e7f549 wrote and left open, as a killed process does.
///
/// The recording was `Samples/welcome.wav` in another folder, and the engines were simulated. It has:
/// * a complete conversation whose second recognition is a stock phrase, and is flagged;
/// * a complete conversation of two sides, with detected directions;
/// * complete lines of text;
/// * a conversation that was killed in the translation of its third utterance;
/// * two phrases, one of them spoken.
@Suite("A store of an earlier version", .timeLimit(.minutes(5)), .enabled(if: OldStore.canUnpack, "needs tar and xz"))
struct OldStoreTests {
    @Test("given the store, when it is opened, then everything in it is there, and what was killed is interrupted")
    func opens() async throws {
        try await OldStore.with { workplace, store in
            let found = try await store.conversations(limit: 9).map(\.conversation)
            #expect(Set(found.map(\.title)) == ["flagged", "two sides", "complete", "interrupted"])
            #expect(store.scope == .local && found.allSatisfy { ConversationID.isWellFormed($0.id.rawValue) })
            for conversation in found {
                #expect(conversation.state == (conversation.title == "interrupted" ? .interrupted : .complete))
                #expect(conversation.isResumable == (conversation.title == "interrupted"))
                #expect(conversation.kind == (conversation.source.container == "text" ? .written : .heard))
            }
            #expect(found.count { $0.kind == .written } == 1)
            let flagged = try await OldStore.records(of: "flagged", in: store)
            #expect(flagged.count == 6)
            #expect(flagged.map { $0.recognitionFlags.map(\.name) } == [[], ["boilerplate"], [], [], [], []])
            #expect(flagged.allSatisfy { $0.outcome == .textOnly && $0.translation != nil })
            let phrases = try await store.phrases(PhraseFilter(), limit: 9)
            #expect(phrases.map(\.text) == ["Where is the pharmacy?", "Thank you."])
            let speech = try #require(phrases[0].speech)
            #expect(try await store.blob(speech.blob)?.count == 2 * speech.sampleCount)
            #expect(phrases[0].tags == ["travel"] && phrases[1].speech == nil)
        }
    }

    @Test("given the store, when it is opened, then the texts in it are found, those of dropped utterances excepted")
    func searches() async throws {
        try await OldStore.with { workplace, store in
            for title in ["flagged", "two sides", "complete", "interrupted"] {
                for record in try await OldStore.records(of: title, in: store) {
                    for text in [record.saidText, record.translation?.text].compactMap(\.self) {
                        let found = try await store.matches(for: SearchWords(text), before: nil, limit: 100)
                        #expect(found.contains { $0.record == record } == record.outcome.isSaid, "\(text)")
                    }
                }
            }
        }
    }

    @Test("given the killed conversation, when it is resumed, then only what was not finished is called for")
    func resumes() async throws {
        try await OldStore.with { workplace, store in
            let conversation = try await OldStore.conversation("interrupted", in: store, recordedAt: Workplace.welcome)
            let before = try await OldStore.records(of: "interrupted", in: store)
            let finished = before.filter { $0.outcome.isFinal }
            #expect(!finished.isEmpty && finished.count < 6)
            var choice = EngineChoice()
            choice.translators = ["sim:instant"]
            let opened = try await OpenedConversation.resume(
                conversation, assembly: workplace.assembly, store: store, engines: choice)
            let plan = try workplace.plan(workplace.assembly)
            let status = try await ConversationRun(observer: TestObserver()).perform(opened, outputs: plan)
            #expect(status == .complete)
            let after = try await OldStore.records(of: "interrupted", in: store)
            #expect(after.count == 6 && after.allSatisfy { $0.outcome == .textOnly })
            for record in finished {
                #expect(after.first { $0.utterance.id == record.utterance.id } == record)
            }
            // The third utterance was recognized; its translation was in progress.
            let open = after.filter { record in !finished.contains { $0.utterance.id == record.utterance.id } }
            #expect(workplace.calls.count == open.count && workplace.calls.allSatisfy { $0.contains("translation") })
            let log = try await store.events(of: conversation.id, after: 0, limit: 1_000).map(\.event)
            #expect(log.filter { $0.name == "utterance.finished" }.compactMap(\.utterance) == Array(1...6))
        }
    }

    /// The times of captions follow newer rules, so only their texts are compared.
    @Test("given a complete conversation, when its files are written again, then they have the texts of 1e7f549")
    func exports() async throws {
        try await OldStore.with { workplace, store in
            let conversation = try await OldStore.conversation("flagged", in: store)
            let plan = try workplace.plan(workplace.assembly)
            _ = try await ConversationRun(observer: TestObserver()).writeMissingFiles(
                of: conversation, outputs: plan, store: store, show: { _ in })
            let folder = workplace.folder.appending(path: "out")
            let captions = try String(contentsOf: folder.appending(path: "flagged.es.srt"), encoding: .utf8)
            let former = try String(contentsOfFile: OldStore.folder + "/flagged.es.srt", encoding: .utf8)
            func texts(_ captions: String) -> [Substring] {
                captions.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains(" --> ") }
            }
            #expect(texts(captions) == texts(former) && texts(former).count > 20)
            let document = try JSONSerialization.jsonObject(
                with: Data(contentsOf: folder.appending(path: "flagged.es.json")))
            #expect(((document as? [String: Any])?["utterances"] as? [Any])?.count == 6)
        }
    }

    @Test("given an utterance with a detected direction, when that is corrected, then it is translated the other way")
    func corrects() async throws {
        try await OldStore.with { workplace, store in
            let conversation = try await OldStore.conversation("two sides", in: store, recordedAt: Workplace.welcome)
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let first = try #require(try await OldStore.records(of: "two sides", in: store).first)
            let (_, finished) = try await service.correct(
                CorrectionRequest(conversation: conversation, sequence: 1), control: RunControl()
            ) { _ in }
            #expect(finished.state == .complete)
            let after = try #require(try await OldStore.records(of: "two sides", in: store).first)
            #expect(after.pair == first.pair.reversed && after.heardDirection?.reason == .corrected)
            #expect(after.translation != nil && after.translation != first.translation)
        }
    }
}

extension Outcome {
    fileprivate var isSaid: Bool {
        if case .dropped(let reason) = self { reason == "other-language" } else { true }
    }
}

/// The store in `Tests/VerbioServiceTests/Stores`.
enum OldStore {
    static let folder = SpeechFixtures.packageRoot + "/Tests/VerbioServiceTests/Stores"

    /// Whether the programs are there that unpack it.
    static let canUnpack = ["/usr/bin/xz", "/usr/bin/tar"].allSatisfy(FileManager.default.isExecutableFile)

    /// Opens a copy of the store in the workplace, and closes it afterwards.
    static func with(_ body: (Workplace, any ScopeStore) async throws -> Void) async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.synthesizer, .stringArray(["none"]))
            let tar = try Program("/usr/bin/tar", ["-xJf", folder + "/1e7f549.tar.xz", "-C", workplace.folder.path])
            try #require(await tar.end() == 0)
            let store = try await workplace.assembly.store()
            try await body(workplace, store)
            try await store.close()
        }
    }

    /// - Parameter recordedAt: where its recording is now.
    static func conversation(
        _ title: String, in store: any ScopeStore, recordedAt path: String? = nil
    ) async throws -> Conversation {
        let found = try await store.conversations(limit: 9).map(\.conversation)
        var conversation = try #require(found.first { $0.title == title })
        if let path, case .file(_, let hash) = conversation.origin {
            conversation.origin = .file(path: path, sha256: hash)
            try await store.commit([.conversation(conversation)])
        }
        return conversation
    }

    static func records(of title: String, in store: any ScopeStore) async throws -> [UtteranceRecord] {
        try await store.utterances(of: conversation(title, in: store).id, after: 0, limit: 99)
    }
}
