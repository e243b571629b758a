/// What is stored of an account besides itself, for its owner.
package struct AccountRecords: Sendable {
    /// An entry of the audit log that is about the account.
    package struct Entry: Sendable, Hashable {
        package var number: Int64
        /// Milliseconds since 1970.
        package var time: Int64
        package var event: String
        package var detail: String
    }

    /// What a store has said of a subscription of the account.
    package struct Subscription: Sendable, Hashable {
        /// Nil if its product leads to no tier.
        package var tier: String?
        /// When it gives its tier no longer; nil if it has ended.
        package var until: Int64?
        package var changed: Int64
    }

    private let store: any AccountStore

    package init(store: any AccountStore) { self.store = store }

    /// Entries in order, beginning after a number.
    package func entries(of account: AccountID, after number: Int64, limit: Int) async throws -> [Entry] {
        try await store.read { tables in
            try tables.audit(of: account, after: number, limit: limit).map { row in
                Entry(number: row.number, time: row.time, event: row.event, detail: row.detail)
            }
        }
    }

    package func subscriptions(of account: AccountID) async throws -> [Subscription] {
        try await store.read { tables in
            try tables.subscriptions(of: account).map { row in
                Subscription(tier: row.tier, until: row.until, changed: row.changed)
            }
        }
    }
}
