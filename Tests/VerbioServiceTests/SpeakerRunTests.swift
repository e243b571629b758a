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

/// Recordings whose speakers are told apart, by a worker that takes the pitch of a tone for the person.
@Suite("Speakers of recordings", .timeLimit(.minutes(5)), .enabled("needs /usr/bin/python3") { Workplace.hasPython })
struct SpeakerRunTests {
    /// Three turns of two people, the second without a pause behind the first.
    private static func talk(
        in workplace: Workplace, _ first: [Float] = StandInVoices.said(by: 2, seconds: 4),
        _ second: [Float] = StandInVoices.said(by: 0, seconds: 5)
    ) throws -> String {
        try StandInVoices.install(in: workplace.folder.appending(path: "data/verbio"))
        let silence = [Float](repeating: 0, count: 24_000)
        let talk = silence + first + second + silence + first + silence
        let file = workplace.folder.appending(path: "talk.wav")
        try Data(SpeechFixtures.wav(talk.map { Int16($0 * 32_767) })).write(to: file)
        return file.path
    }

    private static func document(_ workplace: Workplace, _ name: String = "talk") throws -> [String: Any] {
        let data = try Data(contentsOf: workplace.folder.appending(path: "out/\(name).es.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private static func persons(_ document: [String: Any]) -> [Int] {
        (document["utterances"] as? [[String: Any]] ?? []).map { $0["person"] as? Int ?? 0 }
    }

    @Test(
        "given two people in turn, when they are told apart, then utterances end where the other begins, and outputs name them"
    )
    func outputs() async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: workplace)
            workplace.settings.set(.speakers, .string("auto"))
            let ran = try await workplace.run("es", recording: talk) { $0.personNames = [1: "Ana"] }
            #expect(ran.status == .complete, "\(ran.notes)")
            let document = try Self.document(workplace)
            #expect(Self.persons(document) == [1, 2, 1])
            let conversation = try #require(document["conversation"] as? [String: Any])
            let persons = try #require(conversation["persons"] as? [[String: Any]])
            #expect(persons.map { $0["name"] as? String } == ["Ana", nil])
            #expect((conversation["turns"] as? [[String: Any]])?.map { $0["person"] as? Int } == [1, 2, 1])
            let second = (document["utterances"] as? [[String: Any]])?[1]["start"] as? Double
            #expect(abs((second ?? 0) - 5.5) < 1)
            func text(_ name: String) throws -> String {
                try String(contentsOf: workplace.folder.appending(path: "out/\(name)"), encoding: .utf8)
            }
            #expect(try text("talk.es.vtt").contains("<v Ana>") && text("talk.es.vtt").contains("<v Speaker 2>"))
            #expect(try text("talk.es.txt").contains("] Ana\n") && text("talk.es.txt").contains("] Speaker 2\n"))
            #expect(workplace.notes.withLock { $0 }.contains { $0.hasPrefix("2 speakers: Ana (0:0") })
            let calls = workplace.calls.count
            #expect(try await workplace.run("es", recording: talk).status == .complete)
            #expect(workplace.calls.count == calls)
            #expect(Self.persons(try Self.document(workplace)) == [1, 2, 1])
        }
    }

    @Test("given several languages, when speakers are told apart, then the recording is heard for them once")
    func severalLanguages() async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: workplace)
            workplace.settings.set(.speakers, .string("2"))
            #expect(try await workplace.run("es,fr,de", recording: talk).status == .complete)
            #expect(workplace.notes.withLock { $0 }.count { $0 == "telling the speakers apart" } == 1)
            #expect(workplace.calls.count { $0.contains("recognition") } == 3)
            #expect(Self.persons(try Self.document(workplace)) == [1, 2, 1])
        }
    }

    @Test(
        "given a run that ends after an utterance, when it is resumed, then the speakers are the same and nothing is asked twice"
    )
    func resumed() async throws {
        struct End: Error {}
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: workplace)
            workplace.settings.set(.speakers, .string("auto"))
            let observer = TestObserver { event in
                if case .utteranceFinished(let body) = event.body, body.utterance == 1 { throw End() }
            }
            await #expect(throws: (any Error).self) { try await workplace.run("es", observer, recording: talk) }
            #expect(try await workplace.run("es", recording: talk).status == .complete)
            #expect(workplace.notes.withLock { $0 }.count { $0 == "telling the speakers apart" } == 1)
            #expect(workplace.calls.count { $0.contains("recognition") } <= 4)
            #expect(Self.persons(try Self.document(workplace)) == [1, 2, 1])
        }
    }

    @Test("given a voice for each speaker, when translations are spoken, then each is heard in its own")
    func voices() async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: workplace)
            workplace.settings.set(.speakers, .string("auto"))
            workplace.settings.set(.voice, .string("1=sim-es-low,2=sim-es-high"))
            workplace.settings.set(.formats, .stringArray(["json", "wav"]))
            let ran = try await workplace.run("es", recording: talk)
            #expect(ran.status == .complete, "\(ran.notes)")
            let spoken = (try Self.document(workplace)["utterances"] as? [[String: Any]] ?? [])
                .map { ($0["speech"] as? [String: Any])?["voice"] as? String }
            #expect(spoken == ["sim-es-low", "sim-es-high", "sim-es-low"])
        }
    }

    @Test("given a part of the recording, when speakers are told apart, then their times are those of the recording")
    func part() async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: workplace)
            workplace.settings.set(.speakers, .string("auto"))
            let ran = try await workplace.run("es", recording: talk) {
                $0.listening.part = try? RecordingPart(settingsName: "6000-")
            }
            #expect(ran.status == .complete, "\(ran.notes)")
            let document = try Self.document(workplace, "talk.6s-end")
            #expect(Self.persons(document) == [1, 2])
            let turns = (document["conversation"] as? [String: Any])?["turns"] as? [[String: Any]]
            #expect(abs((turns?.first?["start"] as? Double ?? 0) - 6) < 0.3)
        }
    }

    static let refusals:
        [(setting: String, named: Bool, change: @Sendable (inout ConversationRequest) -> Void, code: String)] = [
            ("auto", true, { $0.listening.channels = .speakersByChannel }, "speakers.channels"),
            ("21", true, { _ in }, "config.value"), ("0", true, { _ in }, "config.value"),
            ("Ana", true, { _ in }, "config.value"),
        ]

    @Test(
        "given what cannot be done, when speakers are to be told apart, then one sentence says so",
        arguments: refusals.indices)
    func refused(case index: Int) async throws {
        let refusal = Self.refusals[index]
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: workplace)
            workplace.settings.set(.speakers, .string(refusal.setting))
            await #expect {
                try await workplace.run("es", recording: talk, refusal.change)
            } throws: { ($0 as? Problem)?.code == refusal.code }
            #expect(workplace.calls.isEmpty)
        }
    }

    @Test("given sound that is heard once, when the option is given, then each utterance gets its speaker when it ends")
    func once() async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: workplace, StandInVoices.said(by: 1, seconds: 4))
            let store = try await workplace.assembly.store()
            var request = ConversationRequest(try LanguagePair(from: .en, to: .es))
            request.answers[.speakers] = "auto"
            request.personNames = [2: "Ben"]
            let opened = try await OpenedConversation.open(
                request, from: .audio(.file(talk)), assembly: workplace.assembly, store: store)
            _ = try await opened.run(control: RunControl()) { _ in }
            let conversation = try #require(try await store.conversation(opened.conversation.id))
            let records = try await store.utterances(of: conversation.id, after: 0, limit: 9)
            #expect(records.map { conversation.person(of: $0.utterance) } == [1, 2, 1])
            #expect(conversation.persons?.names == [2: "Ben"])
            #expect(workplace.notes.withLock { $0 }.contains { $0.hasPrefix("2 speakers: Speaker 1 (0:") })
            try await store.close()
        }
    }

    @Test("given no network for voices, when speakers are to be told apart, then the command that installs it is named")
    func missing() async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: workplace)
            try FileManager.default.removeItem(at: workplace.folder.appending(path: "data/verbio/models"))
            workplace.settings.set(.speakers, .string("auto"))
            await #expect {
                try await workplace.run("es", recording: talk)
            } throws: { error in
                let problem = error as? Problem
                return problem?.code == "speakers.missing" && problem?.cure == "run 'verbio models install campplus'"
            }
            #expect(workplace.calls.isEmpty)
        }
    }

    @Test("given speakers that were told apart, when a user changes them, then the document shows it and texts stay")
    func changed() async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: workplace)
            workplace.settings.set(.speakers, .string("auto"))
            #expect(try await workplace.run("es", recording: talk).status == .complete)
            let store = try await workplace.assembly.store()
            let conversation = try #require(try await store.conversations(limit: 9).first?.conversation)
            var change = PersonChange()
            change.utterances = [3: 3]
            change.names = [3: "Eva", 1: "Ana"]
            let divided = try await change.apply(to: conversation, in: store)
            #expect(divided.persons?.numbers == [1, 2, 3])
            let records = try await store.utterances(of: conversation.id, after: 0, limit: 9)
            #expect(records.map { divided.person(of: $0.utterance) } == [1, 2, 3])
            #expect(try await store.conversation(conversation.id)?.persons == divided.persons)
            var merge = PersonChange()
            merge.merges = [3: 2]
            let merged = try await merge.apply(to: divided, in: store)
            #expect(merged.persons?.numbers == [1, 2])
            #expect(merged.persons?.names == [1: "Ana", 2: "Eva"])
            var wrong = PersonChange()
            wrong.names = [7: "Ida"]
            await #expect { try await wrong.apply(to: merged, in: store) } throws: {
                ($0 as? Problem)?.code == "speakers.unknown"
            }
            try await store.close()
        }
    }
}

extension Workplace {
    static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
}
