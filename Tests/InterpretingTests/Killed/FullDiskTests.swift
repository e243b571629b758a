import Audio
import ConversationTesting
import Conversations
import Hearing
import Interpreting
import Plumbing
import Providers
import Testing
import VerbioTesting

@Suite("A live conversation on a disk that is full", .timeLimit(.minutes(10)))
struct FullDiskTests {
    /// A disk on which some writes, counted from the first one, find no room, unless space has been freed.
    private struct Disk: Sendable {
        let full: Range<Int>
        let isFreed = Locked(false)
        private let writes = Locked(0)

        init(full: Range<Int>) { self.full = full }

        func write() throws {
            let number = writes.withLock { writes in
                writes += 1
                return writes
            }
            if full.contains(number), !isFreed.withLock({ $0 }) {
                throw Problem(.store, "store.full", "there is no room left", at: "disk")
            }
        }
    }

    private let rehearsal = {
        var rehearsal = Rehearsal()
        rehearsal.origin = .stream
        rehearsal.segmentation = .conversation
        return rehearsal
    }()

    /// A clock that advances by a second whenever it is read.
    private static func stepping() -> TimeSource {
        let now = Locked(Duration.zero)
        var time = TimeSource.hurried
        time.now = {
            now.withLock { now in
                now += .seconds(1)
                return now
            }
        }
        return time
    }

    private func hear(
        in store: InMemoryStore, _ disk: Disk, limits: BacklogStore.Limits = .init(),
        sink: @escaping DeliverySink = { _ in }
    ) async throws -> Event.ConversationFinished {
        let providers = try rehearsal.providers()
        let conversation = try rehearsal.conversation(providers)
        let backlog = BacklogStore(
            KillableStore(base: store) { try disk.write() }, of: conversation.id, limits: limits,
            time: Self.stepping())
        let spool = try await backlog.spool(of: conversation.id)
        return try await Interpreter(
            providers: providers, store: backlog, segmentation: rehearsal.segmentation, time: .hurried
        ).interpret(
            conversation, from: ScriptedSource([SpeechFixtures.speech()], blockSize: 1_600),
            live: LiveHearing(spool: spool), deliver: sink)
    }

    /// What is stored, without what depends on the clock.
    private func records(in store: InMemoryStore) async throws -> [UtteranceRecord] {
        await store.utterances(of: rehearsal.id, after: 0, limit: 100).map { record in
            var record = record
            record.timings = []
            return record
        }
    }

    @Test(
        "Given a disk that is full for a while, when there is room again, then everything is stored as without it",
        arguments: 1...25)
    func roomAgain(seed: Int) async throws {
        let whole = InMemoryStore()
        _ = try await hear(in: whole, Disk(full: 0..<0))
        var random = SplitMix64(seed: UInt64(seed))
        let from = Int.random(in: 1..<160, using: &random)
        let (store, disk) = (InMemoryStore(), Disk(full: from..<Int.max))
        let last = Int.random(in: 1...5, using: &random)
        let (durable, texts) = (Locked<[Bool]>([]), Locked<[String]>([]))
        let finished = try await hear(in: store, disk) { item in
            guard case .event(let event) = item else { return }
            if case .utteranceFinished(let body) = event.body {
                durable.withLock { $0.append(body.durable ?? true) }
                if body.utterance == last { disk.isFreed.withLock { $0 = true } }
            }
            if case .translated(let body) = event.body { texts.withLock { $0.append(body.text) } }
        }
        #expect(finished.state == .complete && finished.damage.isEmpty)
        #expect(await store.conversation(rehearsal.id)?.lostSpeech == nil)
        #expect(durable.withLock { $0.count } == finished.utterances)
        let reference = try await records(in: whole)
        #expect(try await records(in: store) == reference)
        #expect(texts.withLock { $0 } == reference.compactMap(\.translation?.text))
        let logged = await store.events(of: rehearsal.id, after: 0, limit: 1_000).map(\.event)
        let wanted = await whole.events(of: rehearsal.id, after: 0, limit: 1_000).map(\.event)
        #expect(logged.map(\.name).sorted() == wanted.map(\.name).sorted())
        #expect(
            logged.allSatisfy { event in
                if case .utteranceFinished(let body) = event.body { body.durable == nil } else { true }
            })
        for record in reference {
            let audio = try #require(record.audio)
            #expect(try await store.blob(audio) != nil)
        }
    }

    @Test(
        "Given a disk that stays full, when the speech ends, then each text was delivered, and the end says what is lost"
    )
    func staysFull() async throws {
        let (store, whole) = (InMemoryStore(), InMemoryStore())
        let reference = try await hear(in: whole, Disk(full: 0..<0))
        let (finished, ended) = (Locked<[Bool?]>([]), Locked(false))
        await #expect {
            _ = try await hear(in: store, Disk(full: 30..<Int.max)) { item in
                guard case .event(let event) = item else { return }
                switch event.body {
                case .utteranceFinished(let body): finished.withLock { $0.append(body.durable) }
                case .conversationFinished: ended.withLock { $0 = true }
                default: break
                }
            }
        } throws: { error in
            (error as? Problem)?.code == "store.full"
        }
        #expect(finished.withLock { $0.count } == reference.utterances)
        #expect(finished.withLock { $0.last } == .some(false))
        #expect(!ended.withLock { $0 })
        // The rest of the sound is in the spool for as long as that could be written.
        let kept = await store.utterances(of: rehearsal.id, after: 0, limit: 100)
        #expect(kept.count < reference.utterances)
        // What is missing stays marked, also when the rest is done.
        let conversation = try #require(await store.conversation(rehearsal.id))
        #expect(conversation.lostSpeech == LostSpeech(heardTo: reference.seconds))
        let resumed = try await Interpreter(
            providers: rehearsal.providers(), store: store, segmentation: rehearsal.segmentation, time: .hurried
        ).resume(conversation, spool: await store.spool(of: conversation.id)) { _ in }
        #expect(resumed.state == .complete && resumed.seconds < reference.seconds)
        #expect(resumed.damage == [LostSpeech(heardTo: reference.seconds).damage(after: resumed.seconds)])
        #expect(await store.conversation(rehearsal.id)?.lostSpeech != nil)
    }

    @Test("Given a disk that is full when the process is killed, when the rest is done, then the end is marked as lost")
    func killedWhileFull() async throws {
        let store = InMemoryStore()
        let disk = Disk(full: 30..<Int.max)
        struct Killed: Error {}
        await #expect(throws: (any Error).self) {
            _ = try await hear(in: store, disk) { item in
                if case .event(let event) = item, case .utteranceFinished(let body) = event.body, body.durable == false
                {
                    throw Killed()
                }
            }
        }
        #expect(await store.conversation(rehearsal.id)?.lostSpeech == LostSpeech())
    }

    @Test("Given no room in memory for sound either, when there is room again, then the texts are all there")
    func soundIsLeftOut() async throws {
        let (store, whole) = (InMemoryStore(), InMemoryStore())
        _ = try await hear(in: whole, Disk(full: 0..<0))
        var limits = BacklogStore.Limits()
        limits.bytes = 0
        let disk = Disk(full: 25..<Int.max)
        _ = try await hear(in: store, disk, limits: limits) { item in
            guard case .event(let event) = item, case .utteranceFinished(let body) = event.body else { return }
            if body.utterance == 4 { disk.isFreed.withLock { $0 = true } }
        }
        let (kept, reference) = (try await records(in: store), try await records(in: whole))
        #expect(kept.map(\.translation?.text) == reference.map(\.translation?.text))
        var lost = 0
        for record in kept { if let audio = record.audio, try await store.blob(audio) == nil { lost += 1 } }
        #expect(lost > 0)
    }

    @Test("Given more changes than may wait, when one more comes, then the run ends with the problem of the disk")
    func mostChanges() async throws {
        var limits = BacklogStore.Limits()
        limits.changes = 8
        await #expect {
            _ = try await hear(in: InMemoryStore(), Disk(full: 20..<Int.max), limits: limits)
        } throws: { error in
            (error as? Problem)?.code == "store.full"
        }
    }

    @Test("Given a store that fails otherwise, when it is written, then the run ends at once")
    func otherProblem() async throws {
        let store = BacklogStore(
            KillableStore(base: InMemoryStore()) { throw Problem(.store, "store.corrupt", "damaged") },
            of: ConversationID(rawValue: "c1"), time: Self.stepping())
        await #expect {
            _ = try await store.put([1, 2])
        } throws: { error in
            (error as? Problem)?.code == "store.corrupt"
        }
        #expect(!store.isBehind)
    }

    @Test("Given results that wait, when they are read, then they are as they will be stored")
    func reading() async throws {
        let (base, disk) = (InMemoryStore(), Locked(false))
        let conversation = try rehearsal.conversation(rehearsal.providers())
        let store = BacklogStore(
            KillableStore(base: base) {
                if disk.withLock({ $0 }) { throw Problem(.store, "store.full", "no room") }
            }, of: conversation.id, time: Self.stepping())
        let utterances = (1...3).map { number in
            Utterance(
                UtteranceID(conversation: conversation.id, sequence: number), speaker: .user,
                range: SampleRange(start: number * 1_000, end: number * 1_000 + 900),
                speech: SampleRange(start: number * 1_000, end: number * 1_000 + 900),
                direction: Direction(pair: conversation.settings.pair, reason: "given"),
                evidence: SpeechEvidence(
                    voicedMilliseconds: 50, rmsDBFS: -20, peakDBFS: -6, snrDB: 20, clippedSamples: 0),
                audioHash: "0")
        }
        try await store.commit([.conversation(conversation), .utterance(utterances[0], audio: nil)])
        disk.withLock { $0 = true }
        let sound = try await store.put([1, 2, 3])
        try await store.commit([.utterance(utterances[1], audio: sound), .outcome(utterances[0].id, .textOnly)])
        try await store.commit([.utterance(utterances[2], audio: nil)])
        #expect(store.isBehind)
        #expect(try await store.blob(sound) == [1, 2, 3])
        #expect(try await base.blob(sound) == nil)
        let read = try await store.utterances(of: conversation.id, after: 0, limit: 2)
        #expect(read.map(\.utterance.sequence) == [1, 2])
        #expect(read.map(\.outcome) == [.textOnly, .pending])
        #expect(try await store.utterances(of: conversation.id, after: 2, limit: 9).map(\.utterance.sequence) == [3])
        #expect(try await store.utterance(utterances[1].id)?.audio == sound)
        disk.withLock { $0 = false }
        try await store.settle(heardTo: 3)
        #expect(!store.isBehind)
        #expect(
            await base.utterances(of: conversation.id, after: 0, limit: 9)
                == (try await store.utterances(of: conversation.id, after: 0, limit: 9)))
    }
}
