internal import SQL

extension SQLAccountTables {
    func noteBillingNotice(_ id: String, at now: Int64, forgetting limit: Int64) throws -> Bool {
        try run("DELETE FROM billing_notice WHERE time < ?", [limit])
        return try run("INSERT INTO billing_notice (id, time) VALUES (?, ?) ON CONFLICT DO NOTHING", [id, now]) > 0
    }

    func subscription(_ lookup: [UInt8]) throws -> SubscriptionRow? {
        try subscriptions("WHERE lookup = ?", [lookup]).first
    }

    func subscriptions(of account: AccountID) throws -> [SubscriptionRow] {
        try subscriptions("WHERE account = ?", [account.text])
    }

    func subscriptions(after lookup: [UInt8], limit: Int) throws -> [SubscriptionRow] {
        try subscriptions("WHERE lookup > ? ORDER BY lookup LIMIT ?", [lookup, limit])
    }

    func subscriptions(endedBefore time: Int64, limit: Int) throws -> [SubscriptionRow] {
        try subscriptions("WHERE settled = 0 AND until <= ? ORDER BY until LIMIT ?", [time, limit])
    }

    func save(_ subscription: SubscriptionRow) throws {
        try run(
            """
            INSERT INTO subscription (lookup, account, tier, until, changed, settled, sealed, owned)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (lookup) DO UPDATE SET account = excluded.account, tier = excluded.tier,
                until = excluded.until, changed = excluded.changed, settled = excluded.settled,
                sealed = excluded.sealed, owned = excluded.owned
            """,
            [
                subscription.lookup, subscription.account?.text, subscription.tier, subscription.until,
                subscription.changed, subscription.isSettled, subscription.sealed, subscription.owned,
            ])
    }

    func removeSubscription(_ lookup: [UInt8]) throws {
        try run("DELETE FROM subscription WHERE lookup = ?", [lookup])
    }

    func save(purchaseToken: String, of account: AccountID) throws {
        try run(
            "INSERT INTO purchase_token (token, account) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [purchaseToken, account.text])
    }

    func account(ofPurchaseToken token: String) throws -> AccountID? {
        try rows("SELECT account FROM purchase_token WHERE token = ?", [token], of: "purchase") {
            try $0.account("account")
        }.first
    }

    func moveSubscriptions(of account: AccountID, to other: AccountID) throws {
        for table in ["subscription", "purchase_token"] {
            try run("UPDATE \(table) SET account = ? WHERE account = ?", [other.text, account.text])
        }
    }

    private func subscriptions(_ condition: String, _ values: [any SQLStorable]) throws -> [SubscriptionRow] {
        try rows(
            "SELECT lookup, account, tier, until, changed, settled, sealed, owned FROM subscription \(condition)",
            values,
            of: "subscription"
        ) { row in
            var subscription = SubscriptionRow(
                lookup: try row.bytes("lookup"), account: try row.optionalAccount("account"),
                tier: try row.optionalText("tier"), until: try row.optionalTime("until"),
                changed: try row.time("changed"), isSettled: try row.integer("settled") != 0,
                sealed: try row.bytes("sealed"))
            subscription.owned = try row.optionalTime("owned")
            return subscription
        }
    }
}
