package import Conversations
internal import Plumbing

/// The stores of all scopes in memory. A scope is in use while one of its conversations has an owner.
package final class InMemoryStores: ScopedStores {
    private let stores = Locked<[Scope: InMemoryStore]>([.local: InMemoryStore()])

    package init() {}

    package func store(for scope: Scope) -> any ScopeStore {
        stores.withLock { stores in
            if let store = stores[scope] { return store }
            let store = InMemoryStore(scope: scope)
            stores[scope] = store
            return store
        }
    }

    package func scopes() -> [Scope] { stores.withLock { $0.keys.sorted() } }

    package func remove(_ scope: Scope) throws -> Bool {
        guard !scope.isLocal else { throw Problem(.usage, "scope.local", "the local scope cannot be removed") }
        return try stores.withLock { stores in
            guard let store = stores[scope] else { return false }
            guard !store.isClaimed else { throw Problem(.usage, "scope.busy", "the scope \(scope) is in use") }
            return stores.removeValue(forKey: scope) != nil
        }
    }

    package func close() { stores.withLock { $0 = [:] } }
}
