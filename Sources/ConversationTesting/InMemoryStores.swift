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

    package func move(_ scope: Scope, into other: Scope) async throws -> Bool {
        guard !scope.isLocal else { throw Problem(.usage, "scope.local", "the local scope cannot be moved") }
        guard scope != other, let source = stores.withLock({ $0[scope] }) else { return false }
        guard !source.isClaimed else { throw Problem(.usage, "scope.busy", "the scope \(scope) is in use") }
        _ = store(for: other)
        let target = stores.withLock { $0[other] }
        await target?.takeOver(source)
        return try remove(scope)
    }

    package func close() { stores.withLock { $0 = [:] } }
}

extension InMemoryContents {
    /// Adds all of another store. What is here already stays as it is.
    mutating func takeOver(_ other: Self) {
        conversations.merge(other.conversations) { own, _ in own }
        utterances.merge(other.utterances) { own, _ in own }
        links.merge(other.links) { own, _ in own }
        tried.merge(other.tried) { own, _ in own }
        summaries.merge(other.summaries) { own, _ in own }
        answers.merge(other.answers) { own, _ in own }
        texts.merge(other.texts.mapValues { $0 + lastText }) { own, _ in own }
        lastText += other.lastText
        attempts.merge(other.attempts) { own, _ in own }
        begun.merge(other.begun) { own, _ in own }
        possibleCosts.merge(other.possibleCosts) { own, _ in own }
        charges.merge(other.charges) { own, _ in own }
        events.merge(other.events) { own, _ in own }
        blobs.merge(other.blobs) { own, _ in own }
        phrases.merge(other.phrases) { own, _ in own }
        requests.merge(other.requests) { own, _ in own }
        counted.merge(other.counted) { own, _ in own }
    }
}
