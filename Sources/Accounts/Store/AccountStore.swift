/// Keeps accounts, sessions and what else belongs to them.
package protocol AccountStore: Sendable {
    /// Runs the work on one state of the tables, without changing them.
    func read<Result: Sendable>(
        _ work: @escaping @Sendable (any AccountTables) throws -> Result
    ) async throws -> Result

    /// Runs the work as one transaction. Works run one at a time, also those of other processes. All changes are on the disk when
    /// this returns; if the work throws, none is.
    func write<Result: Sendable>(
        _ work: @escaping @Sendable (any AccountTables) throws -> Result
    ) async throws -> Result
}

/// The tables within one transaction. Personal data is sealed in them.
package protocol AccountTables {
    func account(_ id: AccountID) throws -> AccountRow?
    /// Accounts in the order of their identifiers, beginning after one of them.
    func accounts(after id: AccountID?, limit: Int) throws -> [AccountRow]
    func accounts(in state: Account.State, after id: AccountID?, limit: Int) throws -> [AccountRow]
    /// Accounts with one of these addresses.
    func accounts(email lookups: [[UInt8]], limit: Int) throws -> [AccountRow]
    /// Adds an account or replaces it.
    func save(_ account: AccountRow) throws
    /// Removes an account with its identities, sessions and tokens.
    ///
    /// - Returns: false if it is not there.
    @discardableResult
    func remove(_ id: AccountID) throws -> Bool

    /// The account that takes over what a guest has; nil if there is none any more.
    func successor(of guest: AccountID) throws -> AccountID?
    func save(successor: AccountID, of guest: AccountID) throws

    func identity(_ lookup: [UInt8]) throws -> IdentityRow?
    func identities(of account: AccountID) throws -> [IdentityRow]
    func save(_ identity: IdentityRow) throws
    func removeIdentity(_ lookup: [UInt8]) throws

    /// The revocations that are due before a time, the earliest first.
    func revocations(dueBefore time: Int64, limit: Int) throws -> [RevocationRow]
    func save(_ revocation: RevocationRow) throws
    func removeRevocation(_ id: String) throws

    /// - Returns: false if the notice has come before. Those that came before `limit` are forgotten.
    func noteBillingNotice(_ id: String, at now: Int64, forgetting limit: Int64) throws -> Bool
    func subscription(_ lookup: [UInt8]) throws -> SubscriptionRow?
    func subscriptions(of account: AccountID) throws -> [SubscriptionRow]
    /// All of them, beginning after one.
    func subscriptions(after lookup: [UInt8], limit: Int) throws -> [SubscriptionRow]
    /// The subscriptions that have ended, but whose end has not been processed.
    func subscriptions(endedBefore time: Int64, limit: Int) throws -> [SubscriptionRow]
    func save(_ subscription: SubscriptionRow) throws
    func removeSubscription(_ lookup: [UInt8]) throws
    func save(purchaseToken: String, of account: AccountID) throws
    func account(ofPurchaseToken token: String) throws -> AccountID?
    /// Gives the subscriptions of an account, and what its purchases are known by, to another account.
    func moveSubscriptions(of account: AccountID, to other: AccountID) throws

    func session(_ id: SessionID) throws -> SessionRow?
    /// The latest first.
    func sessions(of account: AccountID) throws -> [SessionRow]
    func save(_ session: SessionRow) throws
    /// Removes a session with its tokens.
    func removeSession(_ id: SessionID) throws
    /// Removes sessions that expired before a time or were ended or left idle before another one, with their tokens.
    func removeSessions(expiredBefore time: Int64, endedBefore end: Int64) throws

    func token(_ hash: [UInt8]) throws -> TokenRow?
    func save(_ token: TokenRow) throws
    /// Forgets the tokens of a session that were used first.
    func removeUsedTokens(of session: SessionID, keeping count: Int) throws

    func deviceLogin(code hash: [UInt8]) throws -> DeviceLoginRow?
    func deviceLogin(_ lookup: [UInt8]) throws -> DeviceLoginRow?
    func deviceLoginCount() throws -> Int
    func save(_ login: DeviceLoginRow) throws
    func removeDeviceLogin(code hash: [UInt8]) throws
    func removeDeviceLogins(expiredBefore time: Int64) throws

    /// The newest entry.
    func lastAudit() throws -> AuditRow?
    /// Entries in order, beginning after a number.
    func audit(after number: Int64, limit: Int) throws -> [AuditRow]
    /// The entries of an account.
    func audit(of account: AccountID, after number: Int64, limit: Int) throws -> [AuditRow]
    /// The newest one of an account about an event.
    func lastAudit(of account: AccountID, _ event: String) throws -> AuditRow?
    func append(_ entry: AuditRow) throws

    /// - Returns: false if the digest is there already. Those that expired before `now` are removed.
    func useNonce(_ digest: [UInt8], until expiry: Int64, now: Int64) throws -> Bool
    func nonceCount() throws -> Int

    /// Named values of the server, such as its signing keys.
    func sealedValue(_ name: String) throws -> [UInt8]?
    func sealedValueNames() throws -> [String]
    func save(sealedValue: [UInt8], _ name: String) throws
}
