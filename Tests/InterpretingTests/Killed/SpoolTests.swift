import Audio
import ConversationTesting
import Conversations
import Hearing
import Interpreting
import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite("Sound of a live conversation that is in no utterance yet", .timeLimit(.minutes(10)))
struct SpoolTests {
    private let rehearsal = {
        var rehearsal = Rehearsal()
        rehearsal.origin = .stream
        rehearsal.segmentation = .conversation
        return rehearsal
    }()

    private func interpreter(_ store: any ContentStore, _ providers: ProviderSet) -> Interpreter {
        Interpreter(providers: providers, store: store, segmentation: rehearsal.segmentation, time: .hurried)
    }

    /// Hears a recording as a live conversation.
    private func hear(
        _ lanes: [[Float]], in store: any ContentStore, blockSize: Int = 1_600, spool: (any SpeechSpool)? = nil,
        pace: @escaping @Sendable (Int) async throws -> Void = { _ in await Task.yield() },
        sink: @escaping DeliverySink = { _ in }
    ) async throws {
        let providers = try rehearsal.providers()
        let conversation = try rehearsal.conversation(providers)
        let ownSpool = try await store.spool(of: conversation.id)
        _ = try await interpreter(store, providers).interpret(
            conversation, from: ScriptedSource(lanes, blockSize: blockSize, pace: pace),
            live: LiveHearing(spool: spool ?? ownSpool), deliver: sink)
    }

    private func utterances(in store: any ContentStore) async throws -> [UtteranceRecord] {
        try await store.utterances(of: rehearsal.id, after: 0, limit: 1_000)
    }

    @Test(
        "Given a live run that is killed at any write, when it is resumed, then no sound is lost or interpreted twice",
        arguments: [1, 2])
    func killed(lanes count: Int) async throws {
        let speech = try SpeechFixtures.speech()
        let lanes = count == 1 ? [speech] : [speech, Array(speech.reversed())]
        let whole = InMemoryStore()
        try await hear(lanes, in: whole)
        let reference = try await utterances(in: whole).map(\.utterance)
        #expect(reference.count >= 4)
        var tails = 0
        var random = SplitMix64(seed: UInt64(count))
        for _ in 0..<40 {
            let store = InMemoryStore()
            let (left, dead) = (Locked(Int.random(in: 3..<260, using: &random)), KillSwitch())
            let killable = KillableStore(base: store) {
                if left.withLock({
                    $0 -= 1
                    return $0 < 0
                }) {
                    dead.kill()
                }
                try dead.check()
            }
            do { try await hear(lanes, in: killable) } catch let problem as Problem {
                #expect(problem.code == "store.failed")
            }
            guard let conversation = await store.conversation(rehearsal.id) else { continue }
            let spool: any SpeechSpool = await store.spool(of: rehearsal.id)
            let spooled = try await spool.kept().end
            let before = try await utterances(in: store).count
            let providers = try rehearsal.providers()
            let finished = try await interpreter(store, providers).resume(conversation, spool: spool) { _ in }
            #expect(finished.state == .complete)
            #expect(try await spool.kept().count == 0)
            let records = try await utterances(in: store)
            if records.count > before { tails += 1 }
            #expect(records.map(\.utterance.sequence) == Array(1..<records.count + 1))
            for lane in 0..<count {
                let heard = records.map(\.utterance).filter { $0.lane == lane }
                for (one, next) in zip(heard, heard.dropFirst()) { #expect(one.range.end <= next.range.start) }
                for wanted in reference where wanted.lane == lane && wanted.range.end <= spooled {
                    let covered = heard.map { overlap($0.range, wanted.speech) }.reduce(0, +)
                    #expect(covered * 10 >= wanted.speech.count * 9, "\(wanted.speech) of \(spooled) is lost")
                }
            }
            for record in records { #expect(record.attempts[.recognition] ?? 0 <= 2) }
        }
        #expect(tails > 5)
    }

    @Test(
        "Given live speech that breaks off, when another run goes on with it, then no sound is lost or interpreted twice",
        arguments: [1, 2], [false, true])
    func continued(lanes count: Int, isHandedOver: Bool) async throws {
        let speech = try SpeechFixtures.speech()
        let lanes = count == 1 ? [speech] : [speech, Array(speech.reversed())]
        let whole = InMemoryStore()
        try await hear(lanes, in: whole)
        let reference = try await utterances(in: whole).map(\.utterance)
        var random = SplitMix64(seed: UInt64(count))
        var cuts = 0
        for _ in 0..<20 {
            let store = InMemoryStore()
            try await breakOff(lanes, in: store, isHandedOver: isHandedOver, random: &random)
            guard let conversation = await store.conversation(rehearsal.id) else { continue }
            let spool: any SpeechSpool = await store.spool(of: rehearsal.id)
            let safe = try await spool.kept().end
            let before = try await utterances(in: store).count
            guard safe > 0, safe < speech.count else { continue }
            cuts += 1
            let providers = try rehearsal.providers()
            var live = LiveHearing(spool: spool)
            live.continuesSpool = true
            let rest = ScriptedSource(lanes.map { Array($0[safe...]) }, blockSize: 1_600) { _ in await Task.yield() }
            let finished = try await interpreter(store, providers).interpret(
                conversation, from: LaterSource(rest, after: safe), live: live
            ) { _ in }
            #expect(finished.state == .complete)
            #expect(finished.seconds == Double(speech.count) / 16_000)
            #expect(try await spool.kept().count == 0)
            let records = try await utterances(in: store)
            #expect(records.count > before || before >= reference.count)
            #expect(records.map(\.utterance.sequence) == Array(1..<records.count + 1))
            for lane in 0..<count {
                let heard = records.map(\.utterance).filter { $0.lane == lane }
                for (one, next) in zip(heard, heard.dropFirst()) { #expect(one.range.end <= next.range.start) }
                for wanted in reference where wanted.lane == lane {
                    let covered = heard.map { overlap($0.range, wanted.speech) }.reduce(0, +)
                    #expect(covered * 10 >= wanted.speech.count * 9, "\(wanted.speech), cut at \(safe), is lost")
                }
            }
            for record in records { #expect(record.attempts[.recognition] ?? 0 <= (isHandedOver ? 1 : 2)) }
        }
        #expect(cuts > 5)
    }

    /// Hears a part of a recording as a live conversation, which another run will go on with.
    private func breakOff(
        _ lanes: [[Float]], in store: InMemoryStore, isHandedOver: Bool, random: inout SplitMix64
    ) async throws {
        let providers = try rehearsal.providers()
        let conversation = try rehearsal.conversation(providers)
        let control = RunControl()
        let (place, left, dead) = (
            Int.random(in: 16_000..<lanes[0].count, using: &random),
            Locked(isHandedOver ? Int.max : Int.random(in: 3..<260, using: &random)), KillSwitch()
        )
        let killable = KillableStore(base: store) {
            if left.withLock({
                $0 -= 1
                return $0 < 0
            }) {
                dead.kill()
            }
            try dead.check()
        }
        let source = ScriptedSource(lanes, blockSize: 1_600) { position in
            await Task.yield()
            if isHandedOver, position >= place { control.handOver() }
        }
        do {
            let finished = try await interpreter(killable, providers).interpret(
                conversation, from: source, live: LiveHearing(spool: try await killable.spool(of: conversation.id)),
                control: control
            ) { _ in }
            if isHandedOver { #expect(finished.state == .interrupted) }
        } catch let problem as Problem {
            #expect(problem.code == "store.failed" && !isHandedOver)
        }
    }

    private func overlap(_ one: SampleRange, _ other: SampleRange) -> Int {
        max(0, min(one.end, other.end) - max(one.start, other.start))
    }

    @Test(
        "Given a listener that takes nothing, then the microphone is heard to its end and the utterances are the same")
    func slowListener() async throws {
        let speech = try SpeechFixtures.speech()
        let whole = InMemoryStore()
        try await hear([speech], in: whole)
        let (isThrough, store) = (Locked(false), InMemoryStore())
        try await hear(
            [speech], in: store, blockSize: 4_000,
            pace: { position in
                await Task.yield()
                if position >= speech.count { isThrough.withLock { $0 = true } }
            },
            sink: { item in
                guard case .event(let event) = item, case .recognized = event.body else { return }
                while !isThrough.withLock({ $0 }) { await Task.yield() }
            })
        #expect(try await utterances(in: store).map(\.utterance) == utterances(in: whole).map(\.utterance))
    }

    @Test("Given a disk that is full, when sound comes, then it is interpreted all the same and said not to be durable")
    func fullDisk() async throws {
        let speech = try SpeechFixtures.speech()
        let whole = InMemoryStore()
        try await hear([speech], in: whole)
        let (left, acknowledged, store) = (Locked(20), Locked<[Acknowledgement]>([]), InMemoryStore())
        let full = KillableSpool(base: InMemorySpool()) {
            if left.withLock({
                $0 -= 1
                return $0 < 0
            }) {
                throw Problem(.store, "store.full", "no room")
            }
        }
        try await hear(
            [speech], in: store, spool: full,
            sink: { item in
                if case .acknowledged(let one) = item { acknowledged.withLock { $0.append(one) } }
            })
        #expect(try await utterances(in: store).map(\.utterance) == utterances(in: whole).map(\.utterance))
        let told = acknowledged.withLock { $0 }
        #expect(told.contains { !$0.durable })
        #expect(told.drop(while: \.durable).allSatisfy { !$0.durable })
        for (one, next) in zip(told, told.dropFirst()) { #expect(one.sample < next.sample) }
    }

    @Test("Given a long conversation, then the spool holds little more than the utterance that is being said")
    func bounded() async throws {
        let speech = try SpeechFixtures.speech()
        let lanes = [Array(repeatElement(speech, count: 6).joined())]
        let whole = InMemoryStore()
        try await hear(lanes, in: whole)
        let (store, most, pace) = (InMemoryStore(), Locked(0), SpeechPace(try await utterances(in: whole)))
        let spool: any SpeechSpool = await store.spool(of: rehearsal.id)
        try await hear(
            lanes, in: store, spool: spool,
            pace: pace.wait,
            sink: { item in
                if case .event(let event) = item { pace.note(event) }
                guard case .acknowledged = item else { return }
                let count = try await spool.kept().count
                most.withLock { $0 = max($0, count) }
            })
        #expect(most.withLock { $0 } > 0)
        #expect(most.withLock { $0 } < lanes[0].count / 2)
        #expect(try await spool.kept().count == 0)
    }

    @Test("Given a pause, when sound comes, then it is silence, and time advances")
    func paused() async throws {
        let speech = try SpeechFixtures.speech()
        let store = InMemoryStore()
        let providers = try rehearsal.providers()
        let control = RunControl()
        let conversation = try rehearsal.conversation(providers)
        let source = ScriptedSource([speech + speech], blockSize: 1_600) { position in
            await Task.yield()
            control.isPaused = position < speech.count
        }
        let finished = try await interpreter(store, providers).interpret(
            conversation, from: source, live: LiveHearing(spool: store.spool(of: conversation.id)), control: control
        ) { _ in }
        let records = try await utterances(in: store)
        #expect(!records.isEmpty)
        #expect(records.allSatisfy { $0.utterance.speech.start >= speech.count })
        #expect(finished.seconds == Double(2 * speech.count) / 16_000)
    }
}
