package import ConversationTables
package import Conversations
package import Plumbing
internal import SQL

/// Copies all conversations of one place into another one, scope by scope, and compares them.
package struct StoreTransfer: Sendable {
    private let source: any ScopedStores
    private let target: any ScopedStores

    /// - Throws: `Problem` of kind `usage`, code `copy.same`, if both are one place.
    package init(from source: any ServiceStores, to target: any ServiceStores) throws(Problem) {
        guard source.place != target.place else {
            throw Problem(
                .usage, "copy.same", "this is the place that is copied", at: target.place,
                cure: "name another folder or database")
        }
        self.source = source.conversations()
        self.target = target.conversations()
    }

    /// The scopes of the first place.
    package func scopes() async throws -> [Scope] { try await source.scopes() }

    /// Copies a scope. What is there already stays as it is, so that a copy that was cut off continues.
    ///
    /// - Parameter progress: called after each page.
    /// - Throws: `Problem` of kind `usage`, code `conversation.busy`, if a program works on a conversation of the scope; of kind
    ///   `store`, code `copy.differs`, if the copy is not the same.
    package func copy(
        _ scope: Scope, progress: (StoreCopy.Progress) -> Void
    ) async throws -> StoreCopy.Progress {
        let old = try await tables(of: scope, in: source)
        let new = try await tables(of: scope, in: target)
        for store in [old, new] { try await requireIdle(store) }
        let copy = StoreCopy(from: old, to: new)
        let result = try await copy.run(progress: progress)
        if let table = try await copy.firstDifference() {
            throw Problem(
                .store, "copy.differs", "the rows of '\(table)' in the copy are not those of the scope \(scope)",
                cure: "copy into an empty folder or database, while no program uses either of them")
        }
        try await old.close()
        try await new.close()
        return result
    }

    private func tables(of scope: Scope, in stores: any ScopedStores) async throws -> any TableStore {
        guard let store = try await stores.store(for: scope) as? any TableStore else {
            throw Problem(.internal, "copy.tables", "this kind of store has no tables")
        }
        return store
    }

    private func requireIdle(_ store: any TableStore) async throws {
        for id in try await store.tables.read({ try ConversationTable.running(in: $0) }) {
            if try await store.owner(of: id) != nil { throw await store.busy(id) }
        }
    }
}
