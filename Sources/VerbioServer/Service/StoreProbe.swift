internal import Conversations
internal import Plumbing

/// Finds out whether the store can be written, by writing to it.
///
/// It writes at most once per interval, however often it is called, and one write at a time. It answers within a limit
/// even if the write does not.
final class StoreProbe: Sendable {
    /// Why the store cannot be written; nil if it can.
    typealias Finding = Problem?

    private struct State {
        var found: (at: Duration, finding: Finding)?
        var isWriting = false
        var waiting: [AsyncStream<Finding>.Continuation] = []
    }

    private enum Turn {
        case known(Finding)
        case waits
        case writes
    }

    /// How long a finding counts.
    static let lifetime: Duration = .seconds(2)
    /// How long a write may take.
    static let limit: Duration = .seconds(2)
    /// No client can give this key to a request, because it begins with a space.
    private static let key = " readiness"
    /// No conversation has this identifier.
    private static let conversation = ConversationID(rawValue: "readiness")

    private let store: any ScopeStore
    private let time: TimeSource
    private let state = Locked(State())

    init(_ store: any ScopeStore, time: TimeSource) {
        self.store = store
        self.time = time
    }

    func check() async -> Finding {
        let (findings, continuation) = AsyncStream.makeStream(of: Finding.self)
        let now = time.now()
        let turn = state.withLock { state -> Turn in
            if let found = state.found, now - found.at < Self.lifetime { return .known(found.finding) }
            state.waiting.append(continuation)
            defer { state.isWriting = true }
            return state.isWriting ? .waits : .writes
        }
        if case .known(let finding) = turn { return finding }
        // The write outlives a caller that waits no longer: the store decides when it ends.
        if case .writes = turn { Task { self.ended(await self.write()) } }
        let timer = Task {
            try await time.sleep(Self.limit)
            continuation.yield(Self.slow)
        }
        defer { timer.cancel() }
        for await finding in findings { return finding }
        return Self.slow
    }

    private func write() async -> Finding {
        do {
            let now = time.wallClockMilliseconds()
            try await store.remember(
                StoredRequest(key: Self.key, fingerprint: "", createdAt: now), forgettingBefore: .min, keeping: .max)
            // A row is written to a file that is open, even if its folder is gone. A claim is a new file.
            try await store.claim(Self.conversation)?.release()
            try await store.requireRoom()
            return nil
        } catch {
            return error as? Problem ?? Self.unwritable
        }
    }

    private func ended(_ finding: Finding) {
        let waiting = state.withLock { state in
            state.found = (time.now(), finding)
            state.isWriting = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.yield(finding) }
    }

    private static let slow = Problem(
        .store, "store.slow", "the store does not take a write in time", cure: "look at the disk")
    private static let unwritable = Problem(
        .store, "store.unwritable", "the store cannot be written", cure: "see the server's log")
}
