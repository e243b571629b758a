/// Seals all accounts with the current secret, after the operator has put a new one first. Afterwards the others can be removed.
package struct Resealing: Sendable {
    /// The result of a run.
    package struct Result: Sendable, Hashable {
        /// The accounts that need no other secret any more.
        package var accounts = 0
        /// What no secret opens, by its kind and name. It is left as it is.
        package var unreadable: [String] = []

        package init(accounts: Int = 0, unreadable: [String] = []) {
            self.accounts = accounts
            self.unreadable = unreadable
        }
    }

    private static let pageSize = 100

    private let store: any AccountStore
    private let vault: AccountVault

    /// - Parameter sealing: its first secret seals; the others open what is still sealed with them.
    package init(store: any AccountStore, sealing: Sealing) {
        self.store = store
        vault = AccountVault(sealing: sealing)
    }

    /// Works page by page, so that others can continue in the meantime. It may be stopped and run again.
    package func run() async throws -> Result {
        var result = Result()
        var last: AccountID?
        while true {
            let (page, failed) = try await store.write { [vault, last] tables in
                let ids = try tables.accounts(after: last, limit: Self.pageSize)
                return (ids.map(\.id), try ids.filter { try !vault.reseal($0, in: tables) }.map { "account \($0.id)" })
            }
            guard let end = page.last else { break }
            last = end
            result.accounts += page.count - failed.count
            result.unreadable += failed
        }
        result.unreadable += try await resealSubscriptions()
        result.unreadable += try await store.write { [vault] tables in try vault.resealValues(in: tables) }
        return result
    }

    private func resealSubscriptions() async throws -> [String] {
        var last: [UInt8] = []
        var failed: [String] = []
        while true {
            let page = try await store.write { [vault, last] tables in
                let rows = try tables.subscriptions(after: last, limit: Self.pageSize)
                return (rows.last?.lookup, try rows.filter { try !vault.reseal($0, in: tables) }.map { $0.account })
            }
            failed += page.1.map { "subscription of \($0?.text ?? "no account")" }
            guard let end = page.0 else { return failed }
            last = end
        }
    }
}
