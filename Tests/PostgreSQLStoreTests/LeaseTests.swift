import Audio
import ConversationTesting
import Conversations
import Coordination
import Plumbing
import PostgreSQLStore
import Providers
import Testing
import VerbioTesting

@Suite(
    "Owners of conversations in PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)")
)
struct LeaseTests {
    private let id = ConversationID(rawValue: "c0123456789abcdefghjk")

    @Test(
        "Given two processes, when one owns a conversation, then the other cannot until it is released or the lease has ended"
    )
    func exclusive() async throws {
        let place = try await StorePlace()
        let (first, second) = (try await place.store(), try await place.store())
        let claim = try #require(try await first.claim(id))
        #expect(try await second.claim(id) == nil)
        #expect(try await second.owner(of: id)?.process != nil)
        try await place.expireLeases()
        #expect(try await second.owner(of: id) == nil)
        let taken = try #require(try await second.claim(id))
        // What the first one gives back is not its own any more.
        claim.release()
        #expect(try await first.claim(id) == nil)
        withExtendedLifetime(taken) {}
    }

    @Test("Given a process that was paused, when another has taken over, then it can store nothing of the conversation")
    func fenced() async throws {
        let place = try await StorePlace()
        let (first, second) = (try await place.store(), try await place.store())
        let claim = try #require(try await first.claim(id))
        try await first.commit([.conversation(StoreSamples.conversation(id)), .event(StoreSamples.started(id))])
        let spool = try await first.spool(of: id)
        try await spool.append(SpeechBlock(start: 0, lanes: [[0.5]]))
        try await place.expireLeases()
        let taken = try #require(try await second.claim(id))
        try await second.commit([.utterance(StoreSamples.utterance(1, of: id), audio: nil)])

        func refused(_ work: () async throws -> Void) async -> Bool {
            do { try await work() } catch let problem as Problem { return problem.code == "store.taken-over" } catch {}
            return false
        }
        #expect(await refused { try await first.commit([.utterance(StoreSamples.utterance(2, of: id), audio: nil)]) })
        #expect(await refused { try await first.commit([.conversationState(id, .complete)]) })
        #expect(await refused { try await spool.append(SpeechBlock(start: 1, lanes: [[0.5]])) })
        let attempt = StoreSamples.attempt(
            .recognition, 1, of: UtteranceID(conversation: id, sequence: 1), key: StoreSamples.key("heard"))
        #expect(await refused { _ = try await first.begin(attempt, after: []) })

        #expect(try await second.utterances(of: id, after: 0, limit: 9).map(\.utterance.sequence) == [1])
        #expect(try await second.begin(attempt, after: []) == nil)
        #expect(try await second.spool(of: id).kept() == SampleRange(start: 0, end: 1))
        withExtendedLifetime((claim, taken)) {}
    }

    @Test("Given work that one process does, when another has taken it over, then the first has the right no more")
    func work() async throws {
        let place = try await StorePlace()
        let time = ManualTime()
        let (first, second) = (try place.stores(time.source), try place.stores())
        let right = try #require(try await first.right(to: "jobs"))
        #expect(right.isHeld)
        #expect(try await second.right(to: "jobs") == nil)
        #expect(try await second.right(to: "others") != nil)
        try await place.expireLeases()
        let next = try #require(try await second.right(to: "jobs"))
        // It may not have renewed its lease for all of this time, or it learns now that it has none.
        time.advance(by: .seconds(15))
        #expect(!right.isHeld && next.isHeld)
        await right.end()
        #expect(try await first.right(to: "jobs") == nil)
        await next.end()
        #expect(try await first.right(to: "jobs") != nil)
    }

    @Test(
        "Given live speech whose client has moved, when its owner lives, then it is asked to hand over, and nothing is taken from it"
    )
    func askedToHandOver() async throws {
        let place = try await StorePlace()
        let (first, second) = (try await place.store(), try await place.store())
        let claim = try #require(try await first.claim(id))
        let wanted = BoundedChannel<Void>(capacity: 1)
        claim.whenWanted { _ = wanted.trySend(()) }
        #expect(try await second.takeOver(id) == nil)
        _ = try await wanted.next()
        #expect(try await second.takeOver(id) == nil)
        try await first.commit([.conversation(StoreSamples.conversation(id))])
        claim.release()
        var taken = try await second.takeOver(id)
        while taken == nil {
            await Task.yield()
            taken = try await second.takeOver(id)
        }
        // The next owner is not asked for what was asked of this one.
        let isWanted = Locked(false)
        taken?.whenWanted { isWanted.withLock { $0 = true } }
        try await second.commit([.event(StoreSamples.started(id))])
        let isAsked = isWanted.withLock { $0 }
        #expect(!isAsked)
        withExtendedLifetime(taken) {}
    }

    @Test(
        "Given live speech whose owner is silent, when its client has moved, then it is taken, and the owner can store nothing"
    )
    func silentOwner() async throws {
        let place = try await StorePlace()
        // The clock of the first one stands still, so that it renews nothing.
        let first = try await place.stores(ManualTime().source).store(for: .local)
        let second = try await place.store()
        let claim = try #require(try await first.claim(id))
        try await first.commit([.conversation(StoreSamples.conversation(id))])
        #expect(try await second.takeOver(id) == nil)
        try await place.server.query("UPDATE lease SET expires_at = expires_at - interval '3 s'", in: place.name)
        #expect(try await second.claim(id) == nil)
        let taken = try #require(try await second.takeOver(id))
        let problem = await #expect(throws: Problem.self) { try await first.commit([.event(StoreSamples.started(id))]) }
        #expect(problem?.code == "store.taken-over")
        withExtendedLifetime((claim, taken)) {}
    }

    @Test("Given a lease that has ended, when no other process has taken it, then its owner goes on")
    func unchallenged() async throws {
        let place = try await StorePlace()
        let store = try await place.store()
        let claim = try #require(try await store.claim(id))
        try await store.commit([.conversation(StoreSamples.conversation(id))])
        try await place.expireLeases()
        try await store.commit([.event(StoreSamples.started(id))])
        #expect(try await place.store().claim(id) == nil)
        withExtendedLifetime(claim) {}
    }

    @Test(
        "Given a conversation that a process left running, when a store is opened, then it is interrupted, unless it has an owner"
    )
    func abandoned() async throws {
        let place = try await StorePlace()
        let other = ConversationID(rawValue: "cabcdefghjk0123456789")
        let first = try await place.store()
        let (claim, kept) = (try await first.claim(id), try await first.claim(other))
        for id in [id, other] {
            var conversation = StoreSamples.conversation(id)
            conversation.state = .running
            try await first.commit([.conversation(conversation)])
        }
        try await place.server.query(
            "UPDATE lease SET expires_at = now() - interval '1 s' WHERE subject = '\(id.rawValue)'", in: place.name
        )
        let second = try await place.store()
        #expect(try await second.conversation(id)?.state == .interrupted)
        #expect(try await second.conversation(other)?.state == .running)
        withExtendedLifetime((claim, kept)) {}
    }

    @Test(
        "Given commits of one conversation by several processes, when they run at once, then its events have dense positions"
    )
    func together() async throws {
        let place = try await StorePlace()
        let first = try await place.store()
        try await first.commit([.conversation(StoreSamples.conversation(id))])
        let stores = [first, try await place.store(), try await place.store()]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, store) in stores.enumerated() {
                group.addTask { [id] in
                    for step in 0..<20 {
                        let sequence = step * stores.count + index + 1
                        try await store.commit([
                            .utterance(StoreSamples.utterance(sequence, of: id), audio: nil),
                            .event(StoreSamples.recognized(sequence, "hello", in: id)),
                        ])
                    }
                }
            }
            try await group.waitForAll()
        }
        let events = try await first.events(of: id, after: 0, limit: 99)
        #expect(events.map(\.position) == Array(1...60))
    }

    @Test(
        "Given audio that was stored and not yet referred to, when something else of the same audio is deleted, then it stays"
    )
    func expected() async throws {
        let place = try await StorePlace()
        let (first, second) = (try await place.store(), try await place.store())
        let audio = try await first.put([1, 2, 3])
        try await first.commit([
            .conversation(StoreSamples.conversation(id)), .utterance(StoreSamples.utterance(1, of: id), audio: audio),
        ])
        // Another conversation is about to refer to the same audio.
        _ = try await second.put([1, 2, 3])
        #expect(try await first.delete(id))
        #expect(try await second.blob(audio) == [1, 2, 3])
    }
}
