internal import Accounts

extension InMemoryAccountTables {
    func noteBillingNotice(_ id: String, at now: Int64, forgetting limit: Int64) -> Bool {
        contents.notices = contents.notices.filter { $0.value >= limit }
        guard contents.notices[id] == nil else { return false }
        contents.notices[id] = now
        return true
    }

    func subscription(_ lookup: [UInt8]) -> SubscriptionRow? { contents.subscriptions[lookup] }

    func subscriptions(of account: AccountID) -> [SubscriptionRow] {
        contents.subscriptions.values.filter { $0.account == account }
            .sorted { $0.lookup.lexicographicallyPrecedes($1.lookup) }
    }

    func subscriptions(after lookup: [UInt8], limit: Int) -> [SubscriptionRow] {
        Array(
            contents.subscriptions.values.filter { lookup.lexicographicallyPrecedes($0.lookup) }
                .sorted { $0.lookup.lexicographicallyPrecedes($1.lookup) }.prefix(limit))
    }

    func subscriptions(endedBefore time: Int64, limit: Int) -> [SubscriptionRow] {
        let ended = contents.subscriptions.values.filter { row in
            !row.isSettled && row.until.map { $0 <= time } ?? false
        }
        return Array(ended.sorted { ($0.until ?? 0) < ($1.until ?? 0) }.prefix(limit))
    }

    func save(_ subscription: SubscriptionRow) throws {
        try requireAccount(subscription.account)
        contents.subscriptions[subscription.lookup] = subscription
    }

    func removeSubscription(_ lookup: [UInt8]) { contents.subscriptions[lookup] = nil }

    func save(purchaseToken: String, of account: AccountID) throws {
        try requireAccount(account)
        if contents.purchaseTokens[purchaseToken] == nil { contents.purchaseTokens[purchaseToken] = account }
    }

    func account(ofPurchaseToken token: String) -> AccountID? { contents.purchaseTokens[token] }

    func moveSubscriptions(of account: AccountID, to other: AccountID) throws {
        try requireAccount(other)
        contents.subscriptions = contents.subscriptions.mapValues { row in
            var row = row
            if row.account == account { row.account = other }
            return row
        }
        contents.purchaseTokens = contents.purchaseTokens.mapValues { $0 == account ? other : $0 }
    }
}
