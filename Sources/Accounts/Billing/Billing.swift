internal import Crypto
internal import FoundationEssentials
package import Plumbing

/// Sets the tiers of accounts by what stores say of their subscriptions.
///
/// Notices can arrive twice, late and in any order. Each counts once, and of two for one subscription the later one
/// counts. The tier of an account is the highest that is paid for; with none, it is the first one.
package final class Billing: Sendable {
    /// After the end of what is paid for, the notice of a renewal may still be on its way: a day, in milliseconds.
    static let grace: Int64 = 86_400_000
    /// How long it is remembered that a notice has come: longer than stores send it again (30 days), in milliseconds.
    static let memory: Int64 = 90 * 86_400_000

    package let plan: BillingPlan
    package let stripe: StripeNotices?
    package let apple: AppleNotices?
    private let store: any AccountStore
    private let vault: AccountVault
    private let tiers: TierCatalogue
    private let time: TimeSource

    /// - Throws: ``Problem`` of kind `usage` if Apple's root certificate cannot be read.
    package init(
        _ plan: BillingPlan, store: any AccountStore, sealing: Sealing, tiers: TierCatalogue, time: TimeSource = .system
    ) throws(Problem) {
        self.plan = plan
        self.store = store
        vault = AccountVault(sealing: sealing)
        self.tiers = tiers
        self.time = time
        stripe = plan.stripeSecret.map { StripeNotices(secret: $0, time: time) }
        apple = try AppleNotices(apple: plan.apple, time: time)
    }

    /// The name that an app gives the buyer in the App Store (`appAccountToken`): a UUID that reveals nothing about the
    /// person.
    package func purchaseToken(of account: AccountID) async throws -> String {
        let token = Self.token(of: account)
        try await store.write { tables in try tables.save(purchaseToken: token, of: account) }
        return token
    }

    static func token(of account: AccountID) -> String {
        var bytes = Array(SHA256.hash(data: Data("verbio purchase \(account)".utf8)).prefix(16))
        // Version 8 of RFC 9562: with content that its creator chooses.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        var rest = bytes.hexadecimal[...]
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }

    /// Processes a notice.
    ///
    /// - Returns: the accounts whose tier has changed: two if a subscription has gone over to another account.
    @discardableResult
    package func take(_ notice: BillingNotice) async throws -> [AccountID] {
        try await store.write { [self, now = time.wallClockMilliseconds()] tables in
            guard
                try tables.noteBillingNotice(
                    "\(notice.store.rawValue) \(notice.id)", at: now, forgetting: now - Self.memory)
            else { return [] }
            let name = "\(notice.store.rawValue) \(notice.subscription)"
            let lookups = vault.subscriptionLookups(name)
            let known = try lookups.lazy.compactMap { try tables.subscription($0) }.first
            var row = SubscriptionRow(
                lookup: lookups[0], account: nil, tier: nil, until: nil, changed: .min, isSettled: true, sealed: [])
            if let known { row = known } else { row.sealed = try vault.seal(subscription: name) }
            let former = row.account
            // A late notice names the former owner. It can add an owner and does not replace one.
            if let owner = try owner(notice.owner, in: tables), former == nil || notice.time >= row.owned ?? row.changed
            {
                row.account = owner
                row.owned = max(notice.time, row.owned ?? notice.time)
            }
            if let purchase = notice.purchase, notice.time >= row.changed {
                let product = plan.products[purchase.product]
                row.tier = product?.tier
                row.until = purchase.until.map { until in
                    let most = purchase.isTrial ? product?.trialDays.map { notice.time + Int64($0) * 86_400_000 } : nil
                    return min(until, most ?? until) + Self.grace
                }
                row.changed = notice.time
            }
            row.isSettled = row.until == nil
            try tables.save(row)
            let touched = [row.account, former == row.account ? nil : former].compactMap(\.self)
            return try touched.compactMap { try settle($0, notice.store.rawValue, at: now, in: tables) }
        }
    }

    /// Ends tiers that are no longer paid for, if no notice has done so.
    ///
    /// - Returns: the accounts whose tier has changed.
    @discardableResult
    package func expire() async throws -> [AccountID] {
        let now = time.wallClockMilliseconds()
        guard try await !store.read({ try $0.subscriptions(endedBefore: now, limit: 1).isEmpty }) else { return [] }
        return try await store.write { [self] tables in
            var changed: [AccountID] = []
            for var row in try tables.subscriptions(endedBefore: now, limit: 100) {
                row.isSettled = true
                try tables.save(row)
                if let id = try row.account.flatMap({ try settle($0, "expired", at: now, in: tables) }) {
                    changed.append(id)
                }
            }
            return changed
        }
    }

    private func owner(_ owner: BillingNotice.Owner?, in tables: any AccountTables) throws -> AccountID? {
        switch owner {
        case nil: nil
        case .account(let id): try tables.account(id) == nil ? nil : id
        case .token(let token): try tables.account(ofPurchaseToken: token)
        }
    }

    /// Gives an account the highest tier that is paid for.
    ///
    /// - Returns: the account, if its tier has changed.
    package func settle(
        _ id: AccountID, _ reason: String, at now: Int64, in tables: any AccountTables
    ) throws -> AccountID? {
        guard var account = try tables.account(id), account.state != .erasing else { return nil }
        let paid = Set(
            try tables.subscriptions(of: id).filter { $0.until.map { $0 > now } ?? false }.compactMap(\.tier))
        // The file of the tiers begins with the lowest.
        let tier = tiers.tiers.last { paid.contains($0.name) }?.name ?? tiers.first.name
        guard account.tier != tier else { return nil }
        let detail = "\(account.tier) to \(tier) (\(reason))"
        account.tier = tier
        try tables.save(account)
        try AuditLog.note(.tierChanged, id, detail: detail, at: now, in: tables)
        return id
    }
}
