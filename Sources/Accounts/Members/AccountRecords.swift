internal import Plumbing

/// Other data that is stored about accounts, for their owners and for the operator.
package struct AccountRecords: Sendable {
    /// An entry of the audit log.
    package struct Entry: Sendable, Hashable {
        /// From 1, without a gap.
        package var number: Int64
        /// Milliseconds since 1970.
        package var time: Int64
        package var event: String
        package var account: String?
        package var detail: String
        /// In hexadecimal digits. The receipt of an erasure has it, too.
        package var hash: String

        fileprivate init(_ row: AuditRow) {
            (number, time, event, account, detail) = (row.number, row.time, row.event, row.account, row.detail)
            hash = row.hash.hexadecimal
        }
    }

    /// What a store has said of a subscription of the account.
    package struct Subscription: Sendable, Hashable {
        /// Nil if its product leads to no tier.
        package var tier: String?
        /// When it gives its tier no longer; nil if it has ended.
        package var until: Int64?
        /// When the store's last notice of it was made, in milliseconds since 1970.
        package var changed: Int64
    }

    private let store: any AccountStore

    package init(store: any AccountStore) { self.store = store }

    /// Entries in order, beginning after a number.
    package func entries(of account: AccountID, after number: Int64, limit: Int) async throws -> [Entry] {
        try await store.read { tables in
            try tables.audit(of: account, after: number, limit: limit).map(Entry.init)
        }
    }

    /// Entries of all accounts in order, beginning after a number.
    package func entries(after number: Int64, limit: Int) async throws -> [Entry] {
        try await store.read { try $0.audit(after: number, limit: limit).map(Entry.init) }
    }

    /// Checks the hashes of all entries.
    ///
    /// - Throws: ``Problem`` of kind `store`, code `accounts.audit-damaged`.
    package func checkEntries() async throws {
        guard let number = try await AuditLog.firstDamage(in: store) else { return }
        throw Problem(
            .store, "accounts.audit-damaged",
            "entry \(number) of the audit log was changed, or one before it was removed",
            cure: "compare it with a backup of the file of accounts")
    }

    /// What the stores have said of each subscription of an account, whether it still counts or not.
    ///
    /// - Throws: ``Problem`` of kind `store`.
    package func subscriptions(of account: AccountID) async throws -> [Subscription] {
        try await store.read { tables in
            try tables.subscriptions(of: account).map { row in
                Subscription(tier: row.tier, until: row.until, changed: row.changed)
            }
        }
    }
}
