internal import Access
internal import Accounts
package import ConversationTables
package import Conversations
internal import Jobs
package import Plumbing
internal import SQL

/// Copies all conversations of one place into another one, scope by scope, and the keys and accounts of the service, and compares them.
package struct StoreTransfer: Sendable {
    /// What the service had besides conversations.
    package struct Service: Sendable, Hashable {
        package var keys: Int
        package var accounts: Int
        /// The jobs that wait or run. They are not copied.
        package var jobs: Int
    }

    private let source: any ServiceStores
    private let target: any ServiceStores

    /// - Throws: `Problem` of kind `usage`, code `copy.same`, if both are one place.
    package init(from source: any ServiceStores, to target: any ServiceStores) throws(Problem) {
        guard source.place != target.place else {
            throw Problem(
                .usage, "copy.same", "this is the place that is copied", at: target.place,
                cure: "name another folder or database")
        }
        (self.source, self.target) = (source, target)
    }

    /// Copies the keys, what was used, and the accounts with all that belongs to them, and their secrets. What is there already
    /// stays as it is.
    ///
    /// - Parameters:
    ///   - pepperFile: a file of the operator's with the secret of the keys, which holds for both places; nil for the usual ones.
    ///   - accountsFile: the same for the secrets of accounts.
    /// - Throws: `Problem` of kind `store`: `copy.secrets` if the other place has another secret, `copy.differs` if the copy is
    ///   not the same.
    package func copyService(pepperFile: String? = nil, accountsFile: String? = nil) async throws -> Service {
        try await SecretTransfer(old: source, new: target, pepperFile: pepperFile, accountsFile: accountsFile).run()
        let keys = try await copied(try await source.keys(), to: try await target.keys())
        _ = try await copied(try await source.use(), to: try await target.use())
        let accounts = try await copied(try await source.accounts(), to: try await target.accounts())
        return Service(
            keys: keys["key"] ?? 0, accounts: accounts["account"] ?? 0,
            jobs: try await source.jobs().rows.load().total)
    }

    /// - Returns: the number of rows by table.
    private func copied(_ store: any Sendable, to other: any Sendable) async throws -> [String: Int] {
        guard let store = store as? any CopiedTables, let other = other as? any CopiedTables else {
            throw Self.noTables
        }
        let (rows, difference) = try await store.copy(to: other.tables)
        if let difference { throw Self.differs(difference, "of the service") }
        return rows
    }

    /// The scopes of the first place.
    package func scopes() async throws -> [Scope] { try await source.conversations().scopes() }

    /// Copies a scope. What is there already stays as it is, so that a copy that was cut off continues.
    ///
    /// - Parameter progress: called after each page.
    /// - Throws: `Problem` of kind `usage`, code `conversation.busy`, if a program works on a conversation of the scope; of kind
    ///   `store`, code `copy.differs`, if the copy is not the same.
    package func copy(
        _ scope: Scope, progress: (StoreCopy.Progress) -> Void
    ) async throws -> StoreCopy.Progress {
        let old = try await tables(of: scope, in: source.conversations())
        let new = try await tables(of: scope, in: target.conversations())
        for store in [old, new] { try await requireIdle(store) }
        let copy = StoreCopy(from: old, to: new)
        let result = try await copy.run(progress: progress)
        if let table = try await copy.firstDifference() { throw Self.differs(table, "of the scope \(scope)") }
        try await old.close()
        try await new.close()
        return result
    }

    private func tables(of scope: Scope, in stores: any ScopedStores) async throws -> any TableStore {
        guard let store = try await stores.store(for: scope) as? any TableStore else {
            throw Self.noTables
        }
        return store
    }

    private static let noTables = Problem(.internal, "copy.tables", "this kind of store has no tables")

    private static func differs(_ table: String, _ what: String) -> Problem {
        Problem(
            .store, "copy.differs", "the rows of '\(table)' in the copy are not those \(what)",
            cure: "copy into an empty folder or database, while no program uses either of them")
    }

    private func requireIdle(_ store: any TableStore) async throws {
        for id in try await store.tables.read({ try ConversationTable.running(in: $0) }) {
            if try await store.owner(of: id) != nil { throw await store.busy(id) }
        }
    }
}
