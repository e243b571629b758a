/// Seals all accounts with the current secret, after the operator has put a new one first. Afterwards the others can be removed.
package struct Resealing: Sendable {
    private static let pageSize = 100

    private let store: any AccountStore
    private let vault: AccountVault

    package init(store: any AccountStore, sealing: Sealing) {
        self.store = store
        vault = AccountVault(sealing: sealing)
    }

    /// Works page by page, so that others can go on meanwhile. It may be stopped and run again.
    ///
    /// - Returns: the number of accounts.
    package func run() async throws -> Int {
        var last: AccountID?
        var count = 0
        while true {
            let page = try await store.write { [vault, last] tables in
                let rows = try tables.accounts(after: last, limit: Self.pageSize)
                for row in rows { try vault.reseal(row, in: tables) }
                return rows.map(\.id)
            }
            guard let end = page.last else { break }
            last = end
            count += page.count
        }
        try await resealSubscriptions()
        try await store.write { [vault] tables in try vault.resealValues(in: tables) }
        return count
    }

    private func resealSubscriptions() async throws {
        var last: [UInt8] = []
        while true {
            let page = try await store.write { [vault, last] tables in
                try vault.resealSubscriptions(after: last, limit: Self.pageSize, in: tables)
            }
            guard let end = page.last else { return }
            last = end.lookup
        }
    }
}
