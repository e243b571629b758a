import Audio
import ConversationTesting
import Conversations
import Plumbing
import VerbioTesting

/// Ends a run as `kill -9` does: what was committed by then stays, and nothing else is ever written.
final class KillSwitch: Sendable {
    private let isDead = Locked(false)

    func kill() { isDead.withLock { $0 = true } }

    func check() throws {
        if isDead.withLock({ $0 }) { throw Problem(.store, "store.failed", "the run was killed") }
    }
}

/// A store whose writes fail when a test says so. What it has stays in `base`, for the next run.
struct KillableStore: ForwardingStore {
    let base: InMemoryStore
    /// Called before anything is written.
    var write: @Sendable () throws -> Void = {}
    /// Called before audio is stored.
    var putting: @Sendable () async throws -> Void = {}

    func commit(_ changes: [StoreChange]) async throws {
        try write()
        try await base.commit(changes)
    }

    /// The store keeps some room for this.
    func commitUrgently(_ changes: [StoreChange]) async throws { try await base.commit(changes) }

    func begin(_ attempt: Attempt, after changes: [StoreChange]) async throws -> StageAnswer? {
        try write()
        return try await base.begin(attempt, after: changes)
    }

    func synchronize() async throws { try write() }

    func put(_ bytes: [UInt8]) async throws -> BlobID {
        try write()
        try await putting()
        return await base.put(bytes)
    }

    func spool(of id: ConversationID) async throws -> any SpeechSpool {
        KillableSpool(base: await base.spool(of: id), write: write)
    }
}

/// A spool whose writes fail when a test says so.
struct KillableSpool: SpeechSpool {
    let base: any SpeechSpool
    var write: @Sendable () throws -> Void

    func append(_ block: SpeechBlock) async throws {
        try write()
        try await base.append(block)
    }
    func append(_ event: SpeakerEvent) async throws {
        try write()
        try await base.append(event)
    }
    func synchronize() async throws -> Int {
        try write()
        return try await base.synchronize()
    }
    func release(before sample: Int) async throws {
        try write()
        try await base.release(before: sample)
    }
    func remove() async throws {
        try write()
        try await base.remove()
    }
    func kept() async throws -> SampleRange { try await base.kept() }
    func events() async throws -> [SpeakerEvent] { try await base.events() }
    func read(from sample: Int, most limit: Int) async throws -> SpeechBlock? {
        try await base.read(from: sample, most: limit)
    }
}
