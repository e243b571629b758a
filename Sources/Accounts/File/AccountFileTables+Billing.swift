internal import FoundationEssentials
internal import GRDB

extension AccountFileTables {
    private static let columns = """
        SELECT lookup, account, tier, until, changed, settled, sealed, owned FROM subscription
        """

    func noteBillingNotice(_ id: String, at now: Int64, forgetting limit: Int64) throws -> Bool {
        try db.cachedStatement(sql: "DELETE FROM billing_notice WHERE time < ?").execute(arguments: [limit])
        try db.cachedStatement(sql: "INSERT INTO billing_notice (id, time) VALUES (?, ?) ON CONFLICT DO NOTHING")
            .execute(arguments: [id, now])
        return db.changesCount > 0
    }

    func subscription(_ lookup: [UInt8]) throws -> SubscriptionRow? {
        try fetched("\(Self.columns) WHERE lookup = ?", [Data(lookup)]).first
    }

    func subscriptions(of account: AccountID) throws -> [SubscriptionRow] {
        try fetched("\(Self.columns) WHERE account = ?", [account.text])
    }

    func subscriptions(after lookup: [UInt8], limit: Int) throws -> [SubscriptionRow] {
        try fetched("\(Self.columns) WHERE lookup > ? ORDER BY lookup LIMIT ?", [Data(lookup), limit])
    }

    func subscriptions(endedBefore time: Int64, limit: Int) throws -> [SubscriptionRow] {
        try fetched("\(Self.columns) WHERE settled = 0 AND until <= ? ORDER BY until LIMIT ?", [time, limit])
    }

    func save(_ subscription: SubscriptionRow) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO subscription (lookup, account, tier, until, changed, settled, sealed, owned)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (lookup) DO UPDATE SET account = excluded.account, tier = excluded.tier,
                    until = excluded.until, changed = excluded.changed, settled = excluded.settled,
                    sealed = excluded.sealed, owned = excluded.owned
                """
        ).execute(
            arguments: [
                Data(subscription.lookup), subscription.account?.text, subscription.tier, subscription.until,
                subscription.changed, subscription.isSettled, Data(subscription.sealed), subscription.owned,
            ])
    }

    func removeSubscription(_ lookup: [UInt8]) throws {
        try db.cachedStatement(sql: "DELETE FROM subscription WHERE lookup = ?").execute(arguments: [Data(lookup)])
    }

    func save(purchaseToken: String, of account: AccountID) throws {
        try db.cachedStatement(
            sql: "INSERT INTO purchase_token (token, account) VALUES (?, ?) ON CONFLICT DO NOTHING"
        ).execute(arguments: [purchaseToken, account.text])
    }

    func account(ofPurchaseToken token: String) throws -> AccountID? {
        let statement = try db.cachedStatement(sql: "SELECT account FROM purchase_token WHERE token = ?")
        return try String.fetchOne(statement, arguments: [token]).flatMap { AccountID($0) }
    }

    func moveSubscriptions(of account: AccountID, to other: AccountID) throws {
        for table in ["subscription", "purchase_token"] {
            try db.cachedStatement(sql: "UPDATE \(table) SET account = ? WHERE account = ?")
                .execute(arguments: [other.text, account.text])
        }
    }

    private func fetched(_ sql: String, _ arguments: StatementArguments) throws -> [SubscriptionRow] {
        try Row.fetchAll(try db.cachedStatement(sql: sql), arguments: arguments).map { row in
            var subscription = SubscriptionRow(
                lookup: Array(row[0] as Data), account: (row[1] as String?).flatMap { AccountID($0) }, tier: row[2],
                until: row[3], changed: row[4], isSettled: row[5], sealed: Array(row[6] as Data))
            subscription.owned = row[7]
            return subscription
        }
    }
}
