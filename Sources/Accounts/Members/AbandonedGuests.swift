internal import Plumbing

/// Begins the erasure of guests that cannot return: no sign-in leads to them, and their last session has ended.
package struct AbandonedGuests: Sendable {
    private static let pageSize = 200
    /// How old an account is at least, in milliseconds: a new one gets its first session a moment after it was made.
    static let least: Int64 = 3_600_000

    private let store: any AccountStore
    private let erasure: Erasure
    private let time: TimeSource

    init(store: any AccountStore, erasure: Erasure, time: TimeSource) {
        self.store = store
        self.erasure = erasure
        self.time = time
    }

    /// - Returns: the accounts whose erasure has begun. ``Erasure/finishPending(failed:)`` finishes it.
    @discardableResult
    package func beginErasure() async throws -> [AccountID] {
        let now = time.wallClockMilliseconds()
        var begun: [AccountID] = []
        var last: AccountID?
        while true {
            let (end, found) = try await store.read { [last] tables in
                let page = try tables.accounts(after: last, limit: Self.pageSize)
                return (page.last?.id, try page.filter { try Self.isAbandoned($0, at: now, in: tables) }.map(\.id))
            }
            for id in found {
                let isBegun = try await erasure.begin(id) { row, tables in
                    try Self.isAbandoned(row, at: now, in: tables)
                }
                if isBegun { begun.append(id) }
            }
            guard let end else { return begun }
            last = end
        }
    }

    /// A subscription that is paid for keeps a guest: it may still be used on another way.
    private static func isAbandoned(_ row: AccountRow, at now: Int64, in tables: any AccountTables) throws -> Bool {
        guard row.state == .active, row.created <= now - least, try tables.identities(of: row.id).isEmpty else {
            return false
        }
        return try !tables.sessions(of: row.id).contains { $0.isOpen(at: now) }
            && !tables.subscriptions(of: row.id).contains { $0.until.map { $0 > now } ?? false }
    }
}
