import ConversationTesting
import Conversations
import Plumbing
import Testing
import VerbioTesting

@Suite("Claims on a conversation that another process works on")
struct ClaimTests {
    private let store = InMemoryStore()
    /// Asks again at once.
    private let time = TimeSource(
        now: TimeSource.system.now, sleep: { _ in await Task.yield() },
        wallClockMilliseconds: TimeSource.system.wallClockMilliseconds)
    private let old = ConversationID(rawValue: "c00000000000000000001")
    private let new = ConversationID(rawValue: "c00000000000000000002")

    private func stored(_ id: ConversationID, successor: ConversationID? = nil) async throws {
        var conversation = StoreSamples.conversation()
        (conversation.id, conversation.successor) = (id, successor)
        try await store.commit([.conversation(conversation)])
    }

    @Test(
        "Given an owner that restarts the recording, when it ends, then the claim is on the conversation that it began")
    func followsTheSuccessor() async throws {
        try await stored(old)
        let other = try #require(await store.claim(old))
        var waits = 0
        let (claim, known) = try await store.claimLatest(old, time: time) { id, _ in
            waits += 1
            #expect(id == old)
            do {
                try await stored(new)
                try await stored(old, successor: new)
            } catch { Issue.record(error) }
            other.release()
        }
        #expect(waits == 1)
        #expect(known?.id == new)
        #expect(await store.owner(of: new) != nil)
        #expect(await store.owner(of: old) == nil)
        claim.release()
        #expect(await store.owner(of: new) == nil)
    }

    @Test(
        "Given a successor with an owner of its own, when that ends, then the claim is on it, and each wait is noted")
    func waitsForTheSuccessor() async throws {
        try await stored(new)
        try await stored(old, successor: new)
        let other = try #require(await store.claim(new))
        var waited: [ConversationID] = []
        let (claim, known) = try await store.claimLatest(old, time: time) { id, _ in
            waited.append(id)
            other.release()
        }
        #expect(waited == [new])
        #expect(known?.id == new)
        claim.release()
    }

    @Test(
        "Given a successor that was deleted, when the conversation is claimed, then the claim is on the conversation itself"
    )
    func successorDeleted() async throws {
        try await stored(old, successor: new)
        let (claim, known) = try await store.claimLatest(old, time: time) { _, _ in }
        #expect(known?.id == old)
        claim.release()
    }

    @Test("Given nothing stored, when a conversation is claimed, then nothing is known of it, and it is claimed")
    func unknown() async throws {
        let (claim, known) = try await store.claimLatest(old, time: time) { _, _ in }
        #expect(known == nil)
        #expect(await store.owner(of: old) != nil)
        claim.release()
    }
}
