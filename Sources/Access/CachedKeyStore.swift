package import Plumbing

/// Remembers for a second what another store has answered about a key, so that most requests need no store.
///
/// A change by this process counts at once. One by another process counts within the second.
package final class CachedKeyStore: KeyStore {
    /// How long an answer counts.
    static let lifetime = Duration.seconds(1)
    /// The most keys that are remembered.
    static let mostKeys = 4_096

    private struct State {
        /// Keys, and when each is forgotten.
        var keys: [String: (key: AccessKey, end: Duration)] = [:]
        var hasKeys = false
        /// Until when there is no key.
        var emptyEnd = Duration.zero
        /// Counts the changes of this process. An answer that was under way during one is not remembered.
        var changes = 0
    }

    private let store: any KeyStore
    private let time: TimeSource
    private let state = Locked(State())

    package init(_ store: any KeyStore, time: TimeSource) {
        self.store = store
        self.time = time
    }

    package func keys() async throws -> [AccessKey] { try await store.keys() }

    package func key(_ id: String) async throws -> AccessKey? {
        let now = time.now()
        let (known, changes) = state.withLock { ($0.keys[id], $0.changes) }
        if let known, known.end > now { return known.key }
        // A name without a key is not remembered: clients can invent any number of them.
        guard let key = try await store.key(id) else { return nil }
        state.withLock { state in
            guard state.changes == changes else { return }
            if state.keys.count >= Self.mostKeys { state.keys = state.keys.filter { $0.value.end > now } }
            if state.keys.count < Self.mostKeys { state.keys[id] = (key, now + Self.lifetime) }
        }
        return key
    }

    package func hasKeys() async throws -> Bool {
        let now = time.now()
        let (hasKeys, emptyEnd, changes) = state.withLock { ($0.hasKeys, $0.emptyEnd, $0.changes) }
        // Keys are revoked, never removed, so a server that had a key always has one.
        if hasKeys { return true }
        if emptyEnd > now { return false }
        let found = try await store.hasKeys()
        state.withLock { state in
            if found {
                state.hasKeys = true
            } else if state.changes == changes {
                state.emptyEnd = now + Self.lifetime
            }
        }
        return found
    }

    package func add(_ key: AccessKey) async throws {
        defer { forget(key.id) }
        try await store.add(key)
    }

    package func change(
        _ id: String, _ change: @escaping @Sendable (inout AccessKey) throws -> Void
    ) async throws -> AccessKey? {
        defer { forget(id) }
        return try await store.change(id, change)
    }

    /// Also after an error: the change may have been stored.
    private func forget(_ id: String) {
        state.withLock { state in
            state.keys[id] = nil
            state.emptyEnd = .zero
            state.changes += 1
        }
    }
}
