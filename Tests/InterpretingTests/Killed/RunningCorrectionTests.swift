import Audio
import ConversationTesting
import Conversations
import Hearing
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite("Corrections of a conversation that runs", .timeLimit(.minutes(10)))
struct RunningCorrectionTests {
    private let rehearsal = {
        var rehearsal = Rehearsal()
        rehearsal.origin = .stream
        rehearsal.segmentation = .conversation
        return rehearsal
    }()

    private func interpreter(_ store: any ContentStore, _ providers: ProviderSet) -> Interpreter {
        Interpreter(providers: providers, store: store, segmentation: rehearsal.segmentation, time: .hurried)
    }

    /// The utterances of the sample.
    private func records() async throws -> [UtteranceRecord] {
        let (store, providers) = (InMemoryStore(), try rehearsal.providers())
        _ = try await interpreter(store, providers).interpret(
            try rehearsal.conversation(providers), from: ScriptedSource([SpeechFixtures.speech()]), deliver: { _ in })
        return await store.utterances(of: rehearsal.id, after: 0, limit: 100)
    }

    /// Hears the sample as a live conversation, and gives corrections each time that an utterance is finished.
    private func hear(
        in store: any ContentStore,
        correcting: @escaping @Sendable (CorrectionQueue, Event.UtteranceFinished) throws -> Void
    ) async throws -> (finished: Event.ConversationFinished, delivered: [Delivered]) {
        let providers = try rehearsal.providers()
        let conversation = try rehearsal.conversation(providers)
        let (line, delivered) = (CorrectionQueue(), Locked<[Delivered]>([]))
        let pace = SpeechPace(try await records())
        let finished = try await interpreter(store, providers).interpret(
            conversation,
            from: ScriptedSource([SpeechFixtures.speech()], blockSize: 1_600, pace: pace.wait),
            live: LiveHearing(spool: try await store.spool(of: conversation.id), corrections: line)
        ) { item in
            delivered.withLock { $0.append(item) }
            guard case .event(let event) = item else { return }
            if case .utteranceFinished(let body) = event.body { try correcting(line, body) }
            pace.note(event)
        }
        await #expect(throws: CorrectionQueue.Closed.self) {
            _ = try await line.perform(.init(.direction(to: nil), of: 1))
        }
        return (finished, delivered.withLock { $0 })
    }

    private func record(_ number: Int, in store: any ContentStore) async throws -> UtteranceRecord {
        try #require(try await store.utterance(UtteranceID(conversation: rehearsal.id, sequence: number)))
    }

    @Test(
        "Given a running conversation, when its first utterance is flipped, then it alone is done again, in the order of the log"
    )
    func flipped() async throws {
        let plain = InMemoryStore()
        _ = try await hear(in: plain) { _, _ in }
        let (store, isGiven) = (InMemoryStore(), Locked(false))
        let (finished, delivered) = try await hear(in: store) { line, body in
            guard body.utterance == 1, !isGiven.withLock({ $0 }) else { return }
            isGiven.withLock { $0 = true }
            try line.send(.init(.direction(to: nil), of: 1))
        }
        #expect(finished.state == .complete)
        let ofFirst = delivered.events.filter { $0.utterance == 1 }.map(\.name)
        let once = ["utterance.recognized", "utterance.translated", "utterance.spoken", "utterance.finished"]
        #expect(ofFirst == once + ["utterance.reopened"] + once)
        let log = await store.events(of: rehearsal.id, after: 0, limit: 10_000).map(\.event)
        #expect(
            log.map(\.name) == delivered.events.map(\.name) && log.map(\.utterance) == delivered.events.map(\.utterance)
        )
        let turned = try await record(1, in: store)
        #expect(turned.heardDirection?.speaker == .other && turned.heardDirection?.reason == .corrected)
        #expect(turned.outcome == .spoken && turned.translation?.language == .en)
        let (all, before) = (
            await store.utterances(of: rehearsal.id, after: 1, limit: 100),
            await plain.utterances(of: rehearsal.id, after: 1, limit: 100)
        )
        #expect(all.map(\.utterance) == before.map(\.utterance))
        for record in all { #expect(record.attempts[.translation] == 1 && record.heardDirection == nil) }
        #expect(finished.utterances == all.count + 1)
        #expect(finished.coverage.pendingMilliseconds == 0)
    }

    @Test(
        "Given an utterance that is flipped and flipped back, when its first answers are needed, then no call is made again"
    )
    func flippedBack() async throws {
        let (store, count) = (InMemoryStore(), Locked(0))
        _ = try await hear(in: store) { line, body in
            guard body.utterance == 2 else { return }
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 { try line.send(.init(.direction(to: .other), of: 2)) }
            if number == 2 { try line.send(.init(.direction(to: .user), of: 2)) }
            // Nothing is left to change.
            if number == 3 { try line.send(.init(.direction(to: .user), of: 2)) }
        }
        #expect(count.withLock { $0 } == 3)
        let record = try await record(2, in: store)
        #expect(record.heardDirection?.speaker == .user)
        #expect(record.attempts == [.recognition: 2, .translation: 2, .synthesis: 2])
    }

    @Test("Given a text that a user corrects, when the conversation continues, then that line is translated from it")
    func rewritten() async throws {
        let store = InMemoryStore()
        let (_, delivered) = try await hear(in: store) { line, body in
            guard body.utterance == 1 else { return }
            try line.send(.init(.texts(CorrectedTexts(source: "This was said in truth.")), of: 1))
        }
        let record = try await record(1, in: store)
        #expect(record.recognition?.text == "This was said in truth." && record.outcome == .spoken)
        #expect(record.attempts[.recognition] == 1 && record.attempts[.translation] == 2)
        #expect(delivered.events.count { $0.name == "utterance.reopened" } == 1)
    }

    @Test("Given a translation that a user corrects in a running conversation, then it is spoken and no engine asked")
    func retranslated() async throws {
        let store = InMemoryStore()
        _ = try await hear(in: store) { line, body in
            guard body.utterance == 1 else { return }
            try line.send(.init(.texts(CorrectedTexts(translation: .given("Lo escribí yo."))), of: 1))
        }
        let record = try await record(1, in: store)
        #expect(record.translation?.text == "Lo escribí yo." && record.translation?.isCorrected == true)
        #expect(record.outcome == .spoken && record.attempts == [.recognition: 1, .translation: 1, .synthesis: 2])
    }

    @Test("Given a translation that a user has written, when the line is flipped and flipped back, then it comes back")
    func writtenAndFlippedBack() async throws {
        let (store, count) = (InMemoryStore(), Locked(0))
        _ = try await hear(in: store) { line, body in
            guard body.utterance == 2 else { return }
            let number = count.withLock { count in
                count += 1
                return count
            }
            switch number {
            case 1: try line.send(.init(.texts(CorrectedTexts(translation: .given("Lo escribí yo."))), of: 2))
            case 2: try line.send(.init(.direction(to: .other), of: 2))
            case 3: try line.send(.init(.direction(to: .user), of: 2))
            default: break
            }
        }
        #expect(count.withLock { $0 } == 4)
        let record = try await record(2, in: store)
        #expect(record.translation?.text == "Lo escribí yo." && record.translation?.isCorrected == true)
        #expect(record.speaker == .user && record.outcome == .spoken)
        #expect(record.attempts == [.recognition: 2, .translation: 2, .synthesis: 3])
    }

    @Test(
        "Given an unknown utterance, when it is corrected, then that is refused and the conversation continues")
    func refused() async throws {
        let (store, refused, late) = (InMemoryStore(), Locked(0), Locked(0))
        let (finished, _) = try await hear(in: store) { line, _ in
            do { try line.send(.init(.direction(to: nil), of: 999)) } catch let problem as Problem {
                #expect(problem.code == "utterance.unknown")
                refused.withLock { $0 += 1 }
            } catch is CorrectionQueue.Closed {
                // The end of the sound may come before the event of the last utterance's end.
                late.withLock { $0 += 1 }
            }
        }
        let (refusals, lates) = (refused.withLock { $0 }, late.withLock { $0 })
        #expect(finished.state == .complete && refusals + lates == finished.utterances && refusals > 0)
    }

    @Test(
        "Given corrections in a run that is killed at any write, when it is resumed, then each is done whole or not at all"
    )
    func killed() async throws {
        var (random, done) = (SplitMix64(seed: 35), 0)
        for _ in 0..<40 {
            let (store, given) = (InMemoryStore(), Locked<Set<Int>>([]))
            let (left, dead) = (Locked(Int.random(in: 20..<300, using: &random)), KillSwitch())
            let killable = KillableStore(base: store) {
                if left.withLock({
                    $0 -= 1
                    return $0 < 0
                }) {
                    dead.kill()
                }
                try dead.check()
            }
            do {
                _ = try await hear(in: killable) { line, body in
                    guard body.utterance < 4, given.withLock({ $0.insert(body.utterance).inserted }) else { return }
                    try line.send(.init(.direction(to: .other), of: body.utterance))
                }
            } catch let problem as Problem { #expect(problem.code == "store.failed") }
            guard let conversation = await store.conversation(rehearsal.id) else { continue }
            let providers = try rehearsal.providers()
            let spool: any SpeechSpool = await store.spool(of: rehearsal.id)
            let finished = try await interpreter(store, providers).resume(conversation, spool: spool) { _ in }
            #expect(finished.state == .complete)
            let log = await store.events(of: rehearsal.id, after: 0, limit: 10_000).map(\.event)
            for record in await store.utterances(of: rehearsal.id, after: 0, limit: 100) {
                let number = record.utterance.sequence
                #expect(record.outcome.isFinal)
                let isReopened = log.contains { $0.utterance == number && $0.name == "utterance.reopened" }
                #expect((record.heardDirection?.speaker == .other) == isReopened)
                guard isReopened else { continue }
                done += 1
                #expect(log.last { $0.utterance == number }?.name == "utterance.finished")
                #expect(record.translation?.language == .en)
            }
        }
        #expect(done > 10)
    }
}
