package import Access
internal import Plumbing

/// Keys in memory.
package final class InMemoryKeyStore: KeyStore {
    private struct State {
        var keys: [AccessKey] = []
        var reads = 0
    }

    private let state = Locked(State())

    package init() {}

    /// How often a key was looked up, or whether there is one.
    package var reads: Int { state.withLock { $0.reads } }

    package func keys() -> [AccessKey] { state.withLock { $0.keys } }

    package func key(_ id: String) -> AccessKey? {
        state.withLock { state in
            state.reads += 1
            return state.keys.first { $0.id == id }
        }
    }

    package func hasKeys() -> Bool {
        state.withLock { state in
            state.reads += 1
            return !state.keys.isEmpty
        }
    }

    package func add(_ key: AccessKey) throws {
        try state.withLock { state in
            guard !state.keys.contains(where: { $0.id == key.id }) else {
                throw Problem(.store, "keys.failed", "there is a key \(key.id)", cure: "give the key another name")
            }
            state.keys.append(key)
        }
    }

    package func change(
        _ id: String, _ change: @escaping @Sendable (inout AccessKey) throws -> Void
    ) throws -> AccessKey? {
        try state.withLock { state in
            guard let index = state.keys.firstIndex(where: { $0.id == id }) else { return nil }
            var key = state.keys[index]
            try change(&key)
            state.keys[index] = key
            return key
        }
    }
}
