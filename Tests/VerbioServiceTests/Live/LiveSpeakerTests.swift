import Audio
import ConversationTesting
import Conversations
import Delivery
import Foundation
import Interpreting
import Language
import Plumbing
import Testing
import VerbioService
import VerbioTesting

/// Live conversations whose speakers are told apart, by a worker that takes the pitch of a tone for the person.
@Suite("Speakers of live sound", .timeLimit(.minutes(5)), .enabled("needs /usr/bin/python3") { Workplace.hasPython })
struct LiveSpeakerTests {
    /// Three turns of two people, the second without a pause behind the first.
    private static let talk: [UInt8] = {
        let silence = [Float](repeating: 0, count: 24_000)
        let first = StandInVoices.said(by: 1, seconds: 3)
        let talk = silence + first + StandInVoices.said(by: 0, seconds: 3) + silence + first + silence
        return SpeechFixtures.wav(talk.map { Int16($0 * 32_767) })
    }()

    private struct Heard {
        var conversation: Conversation
        var records: [UtteranceRecord]
        var persons: [Int?]
    }

    private static func hear(
        _ workplace: Workplace, pieces size: Int = 8_000, _ change: (inout ConversationRequest) -> Void = { _ in }
    ) async throws -> Heard {
        let store = InMemoryStore()
        let service = try PipelineService(assembly: workplace.assembly, store: store)
        let request = ConversationRequest(try LanguagePair(from: .en, to: .es)) {
            $0.answers[.speakers] = "auto"
            change(&$0)
        }
        let live = service.live(request, control: RunControl())
        async let fed: Void = {
            for start in stride(from: 0, to: talk.count, by: size) {
                try await live.feed(Array(talk[start..<min(talk.count, start + size)]))
            }
            live.end()
        }()
        let persons = Locked<[Int?]>([])
        let (begun, _) = try await live.run { delivered in
            guard case .event(let event) = delivered, case .recognized(let body) = event.body else { return }
            persons.withLock { $0.append(body.person) }
        }
        try await fed
        let conversation = try #require(await store.conversation(begun.id))
        return Heard(
            conversation: conversation,
            records: await store.utterances(of: begun.id, after: 0, limit: 99), persons: persons.withLock { $0 })
    }

    @Test(
        "given two people in turn, in pieces of any size, when they are heard live, then each utterance has its person")
    func pieces() async throws {
        try await Workplace.with { workplace in
            try StandInVoices.install(in: workplace.folder.appending(path: "data/verbio"))
            for size in [997, 8_000, 1_000_000] {
                let heard = try await Self.hear(workplace, pieces: size) { $0.personNames = [1: "Ana"] }
                #expect(heard.persons == [1, 2, 1])
                #expect(heard.records.map { heard.conversation.person(of: $0.utterance) } == [1, 2, 1])
                #expect(heard.records.map(\.utterance.endedBy).prefix(2) == ["speaker-change", "silence"])
                #expect(heard.conversation.persons?.names == [1: "Ana"])
            }
        }
    }

    @Test(
        "given a voice for each speaker, when they are heard live, then each translation has the voice of its speaker")
    func voices() async throws {
        try await Workplace.with { workplace in
            try StandInVoices.install(in: workplace.folder.appending(path: "data/verbio"))
            let heard = try await Self.hear(workplace) { $0.voice = "1=sim-es-low,2=sim-es-high" }
            #expect(heard.records.map { $0.speech?.voice } == ["sim-es-low", "sim-es-high", "sim-es-low"])
        }
    }

    @Test("given both sides at any time, when speakers are told apart, then each utterance has a side and a person")
    func twoWay() async throws {
        try await Workplace.with { workplace in
            try StandInVoices.install(in: workplace.folder.appending(path: "data/verbio"))
            let heard = try await Self.hear(workplace) { $0.isTwoWay = true }
            #expect(heard.persons == [1, 2, 1])
            #expect(heard.records.allSatisfy { $0.heardDirection != nil })
        }
    }

    @Test(
        "given no network for voices, or channels, when speakers are asked for live, then one sentence says so at once")
    func refused() async throws {
        try await Workplace.with { workplace in
            await #expect {
                try await Self.hear(workplace)
            } throws: { ($0 as? Problem)?.code == "speakers.missing" }
            try StandInVoices.install(in: workplace.folder.appending(path: "data/verbio"))
            await #expect {
                try await Self.hear(workplace) { $0.listening.channels = .speakersByChannel }
            } throws: { ($0 as? Problem)?.code == "speakers.channels" }
            #expect(workplace.calls.isEmpty)
        }
    }
}
