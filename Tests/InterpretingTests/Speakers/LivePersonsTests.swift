import Audio
import ConversationTesting
import Conversations
import Foundation
import Hearing
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioTesting

/// Live conversations whose persons are followed, by vectors that take the pitch of a tone for the person.
@Suite("The persons of a live conversation", .timeLimit(.minutes(10)))
struct LivePersonsTests {
    private struct PitchVectors: VoiceEmbedding {
        var pitches = [StandInVoices.pitches[0], StandInVoices.pitches[2], StandInVoices.pitches[3]]
        /// Fails while it is true.
        let isBroken = Locked(false)

        func vectors(of samples: [Float], in windows: [SampleRange]) async throws -> [[Float]] {
            if isBroken.withLock({ $0 }) { throw Problem(.provider, "speakers.failed", "the worker has ended") }
            return windows.map { window in
                let sound = samples[window.start..<window.end].filter { abs($0) > 1e-4 }.map { $0 > 0 }
                let changes = zip(sound, sound.dropFirst()).count { $0 != $1 }
                let hertz = Double(max(1, changes * 8_000 / max(1, sound.count)))
                let distances = pitches.map { abs(log2($0 / hertz)) }
                let nearest = distances.indices.min { distances[$0] < distances[$1] }
                return pitches.indices.map { $0 == nearest ? 1 : 0 }
            }
        }
    }

    private static let rehearsal = {
        var rehearsal = Rehearsal()
        rehearsal.origin = .stream
        rehearsal.segmentation = .conversation
        return rehearsal
    }()

    /// Turns of three people; the second follows the first within one utterance.
    private static let talk: [Float] = {
        let silence = [Float](repeating: 0, count: 20_000)
        return [(0, 3.0, false), (2, 3.0, true), (0, 2.0, true), (3, 4.0, true), (2, 2.5, false), (0, 2.0, true)]
            .reduce(silence) { $0 + StandInVoices.said(by: $1.0, seconds: $1.1) + ($1.2 ? silence : []) } + silence
    }()
    private static let persons = [1, 2, 1, 3, 2, 1]
    /// When each of them begins, in seconds.
    private static let begins = [1.25, 4.25, 8.5, 11.75, 17.0, 19.5]

    private static func following(
        _ vectors: PitchVectors = PitchVectors(), from earlier: Persons = Persons(names: [2: "Ana"]),
        noting notes: Locked<[String]> = Locked([])
    ) -> LivePersons {
        LivePersons(vectors, count: .automatic, earlier: earlier) { note in notes.withLock { $0.append(note) } }
    }

    private static func interpreter(_ store: any ContentStore) throws -> (Interpreter, Conversation) {
        let providers = try rehearsal.providers()
        var conversation = try rehearsal.conversation(providers)
        conversation.persons = Persons(turns: [], names: [2: "Ana"])
        let interpreter = Interpreter(
            providers: providers, store: store, segmentation: rehearsal.segmentation, time: .hurried)
        return (interpreter, conversation)
    }

    @discardableResult
    private static func hear(
        _ sound: [Float] = talk, in store: any ContentStore, blockSize: Int = 1_600,
        by persons: LivePersons = following(), sink: @escaping DeliverySink = { _ in }
    ) async throws -> [Delivered] {
        let (interpreter, conversation) = try interpreter(store)
        var live = LiveHearing(spool: try await store.spool(of: conversation.id))
        live.persons = persons
        let delivered = Locked<[Delivered]>([])
        _ = try await interpreter.interpret(
            conversation, from: ScriptedSource([sound], blockSize: blockSize, pace: { _ in await Task.yield() }),
            live: live
        ) { item in
            delivered.withLock { $0.append(item) }
            try await sink(item)
        }
        return delivered.withLock { $0 }
    }

    private static func told(_ delivered: [Delivered]) -> [Int?] {
        delivered.eventsByUtterance.compactMap {
            if case .recognized(let body) = $0.body { .some(body.person) } else { nil }
        }
    }

    @Test(
        "Given people in turn, in blocks of any size, when they are heard live, then utterances and persons are the same"
    )
    func blocks() async throws {
        var first: (utterances: [Utterance], persons: Persons?)?
        for size in [160, 777, 1_600, 50_000] {
            let store = InMemoryStore()
            let told = Self.told(try await Self.hear(in: store, blockSize: size))
            #expect(told == Self.persons)
            let utterances = await store.utterances(of: Self.rehearsal.id, after: 0, limit: 99).map(\.utterance)
            let persons = await store.conversation(Self.rehearsal.id)?.persons
            #expect(persons?.names == [2: "Ana"] && persons?.numbers == [1, 2, 3])
            first = first ?? (utterances, persons)
            #expect(utterances == first?.utterances && persons == first?.persons)
        }
    }

    @Test(
        "Given a live run that is killed at any utterance, when it is resumed, then persons keep their numbers and names"
    )
    func killed() async throws {
        var tails = 0
        for last in 1...6 {
            let (store, dead) = (InMemoryStore(), KillSwitch())
            let killable = KillableStore(base: store) { try dead.check() }
            let hearing: any SpeechSpool = await store.spool(of: Self.rehearsal.id)
            do {
                try await Self.hear(in: killable) { item in
                    guard case .event(let event) = item, case .recognized(let body) = event.body, body.utterance == last
                    else { return }
                    // The run dies when it has heard the next turn, too: that is what a resumed run has to find.
                    let heard = await store.utterances(of: Self.rehearsal.id, after: 0, limit: 99).last?.utterance
                    let next = min((heard?.range.end ?? 0) + 80_000, Self.talk.count)
                    while try await hearing.kept().end < next { await Task.yield() }
                    dead.kill()
                    try dead.check()
                }
            } catch let problem as Problem {
                #expect(problem.code == "store.failed")
            }
            guard let conversation = await store.conversation(Self.rehearsal.id), conversation.state != .complete else {
                continue
            }
            let spooled = try await hearing.kept().end
            let before = await store.utterances(of: Self.rehearsal.id, after: 0, limit: 99).count
            let earlier = try #require(conversation.persons)
            let (interpreter, _) = try Self.interpreter(store)
            _ = try await interpreter.resume(conversation, spool: hearing, persons: Self.following(from: earlier)) {
                _ in
            }
            let ended = try #require(await store.conversation(Self.rehearsal.id))
            let records = await store.utterances(of: Self.rehearsal.id, after: 0, limit: 99)
            if before > 1, records.count > before { tails += 1 }
            #expect(ended.persons?.names == [2: "Ana"])
            let turns = ended.persons?.turns ?? []
            for (one, next) in zip(turns, turns.dropFirst()) { #expect(one.range.end <= next.range.start) }
            // The last utterance may be cut where the spool ends.
            let whole = records.filter { $0.utterance.range.end < spooled - 16_000 }
            for record in whole {
                let middle = (record.utterance.speech.startSeconds + record.utterance.speech.endSeconds) / 2
                let place = Self.begins.lastIndex { $0 < middle } ?? 0
                #expect(ended.person(of: record.utterance) == Self.persons[place], "at \(middle) s")
            }
        }
        #expect(tails > 0)
    }

    @Test(
        "Given a worker that fails, when utterances end, then they have no person, it is told once, and nothing is lost"
    )
    func failing() async throws {
        let (vectors, notes, store) = (PitchVectors(), Locked<[String]>([]), InMemoryStore())
        vectors.isBroken.withLock { $0 = true }
        let delivered = try await Self.hear(in: store, by: Self.following(vectors, noting: notes))
        #expect(Self.told(delivered).allSatisfy { $0 == nil } && Self.told(delivered).count >= 4)
        #expect(notes.withLock { $0 } == ["the worker has ended"])
    }

    @Test(
        "Given voices to choose from, when a person is heard first, then it gets the one that fits, and keeps it later")
    func voices() async throws {
        let listed = SynthesizerCapabilities(languages: [.es]) {
            $0.voices = [
                .init(id: "low", language: .es, pitch: 110), .init(id: "high", language: .es, pitch: 260),
                .init(id: "higher", language: .es, pitch: 320),
            ]
        }
        let (_, conversation) = try Self.interpreter(InMemoryStore())
        let choice = try #require(PersonVoices(for: conversation.settings, by: listed, within: nil))
        let (store, earlier) = (InMemoryStore(), Persons(names: [2: "Ana"]))
        let first = LivePersons(PitchVectors(), count: .automatic, earlier: earlier, voices: choice) { _ in }
        try await Self.hear(in: store, by: first)
        let given = try #require(await store.conversation(Self.rehearsal.id)?.persons?.voices(in: .es))
        #expect(Set(given.values) == ["low", "high", "higher"] && given[1] == "high")
        // In a later run, the first person speaks last; those that are known keep their voices.
        var known = Persons(turns: [], names: [2: "Ana"])
        known.give([1: "low", 2: "high"], in: .es)
        let next = LivePersons(PitchVectors(), count: .automatic, earlier: known, voices: choice) { _ in }
        try await Self.hear(in: InMemoryStore(), by: next)
        #expect(next.persons.voices(in: .es) == [1: "low", 2: "high", 3: "higher"])
    }

    /// Takes what seemed to be the first person for another one as soon as more is heard.
    private struct LateVectors: VoiceEmbedding {
        func vectors(of samples: [Float], in windows: [SampleRange]) async throws -> [[Float]] {
            let pitches = [0, 1, 3].map { StandInVoices.pitches[$0] }
            let base = try await PitchVectors(pitches: pitches).vectors(of: samples, in: windows)
            // The second person's voice is a little like that of the first one.
            let voices: [[Float]] = [[1, 0], [0.5, 0.866], [0, 1]]
            return base.map { vector in voices[vector.firstIndex { $0 > 0 } ?? 0] }
        }
    }

    @Test("Given a voice that seemed known, when more is heard of it, then an event tells which utterances it has said")
    func corrected() async throws {
        let silence = [Float](repeating: 0, count: 20_000)
        let talk = [(0, 12.0), (1, 3.0), (3, 10.0), (3, 9.0)]
            .reduce(silence) { $0 + StandInVoices.said(by: $1.0, seconds: $1.1) + silence }
        let store = InMemoryStore()
        let persons = LivePersons(LateVectors(), count: .automatic, earlier: Persons()) { _ in }
        let delivered = try await Self.hear(talk, in: store, by: persons)
        #expect(Self.told(delivered).prefix(2) == [1, 1])
        let moves = delivered.events.compactMap {
            if case .speakersCorrected(let body) = $0.body { body.utterances } else { nil }
        }.flatMap(\.self)
        let move = try #require(moves.first { $0.utterance == 2 })
        #expect(move.person == 2 && abs(move.start - 14.5) < 0.3)
        let logged = await store.events(of: Self.rehearsal.id, after: 0, limit: 99).map(\.event)
        #expect(logged.contains { $0.name == "speakers.corrected" })
        let conversation = try #require(await store.conversation(Self.rehearsal.id))
        let records = await store.utterances(of: Self.rehearsal.id, after: 0, limit: 99)
        #expect(records.map { conversation.person(of: $0.utterance) } == [1, 2, 2, 2])
    }
}
