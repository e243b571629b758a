package import Accounts
internal import Plumbing

/// Accounts in memory.
package final class InMemoryAccountStore: AccountStore {
    private let contents = Locked(AccountContentsInMemory())

    package init() {}

    package func read<Result: Sendable>(
        _ work: @escaping @Sendable (any AccountTables) throws -> Result
    ) throws -> Result {
        try contents.withLock { try work(InMemoryAccountTables($0)) }
    }

    package func write<Result: Sendable>(
        _ work: @escaping @Sendable (any AccountTables) throws -> Result
    ) throws -> Result {
        try contents.withLock { contents in
            let tables = InMemoryAccountTables(contents)
            let result = try work(tables)
            contents = tables.contents
            return result
        }
    }
}

/// The rows of all tables.
struct AccountContentsInMemory: Sendable {
    var accounts: [AccountID: AccountRow] = [:]
    var successors: [AccountID: AccountID] = [:]
    var identities: [[UInt8]: IdentityRow] = [:]
    var revocations: [String: RevocationRow] = [:]
    var notices: [String: Int64] = [:]
    var subscriptions: [[UInt8]: SubscriptionRow] = [:]
    var purchaseTokens: [String: AccountID] = [:]
    var sessions: [SessionID: SessionRow] = [:]
    var tokens: [[UInt8]: TokenRow] = [:]
    var logins: [[UInt8]: DeviceLoginRow] = [:]
    var audit: [AuditRow] = []
    var nonces: [[UInt8]: Int64] = [:]
    var values: [String: [UInt8]] = [:]

    mutating func removeSessions(where isGone: (SessionRow) -> Bool) {
        sessions = sessions.filter { !isGone($0.value) }
        tokens = tokens.filter { sessions[$0.value.session] != nil }
    }
}

/// The tables within one transaction. What it changes is taken over when the transaction ends.
final class InMemoryAccountTables: AccountTables {
    var contents: AccountContentsInMemory

    init(_ contents: AccountContentsInMemory) { self.contents = contents }

    func requireAccount(_ id: AccountID?) throws {
        if let id, contents.accounts[id] == nil { throw Self.refusal("there is no account \(id)") }
    }

    static func refusal(_ what: String) -> Problem {
        Problem(.store, "accounts.failed", what, cure: "look at the call that stores the row")
    }

    // MARK: Accounts

    func account(_ id: AccountID) -> AccountRow? { contents.accounts[id] }

    private func sorted(
        after id: AccountID?, limit: Int, _ isWanted: (AccountRow) -> Bool
    ) -> [AccountRow] {
        Array(
            contents.accounts.values
                .filter { account in isWanted(account) && id.map { $0 < account.id } ?? true }
                .sorted { $0.id < $1.id }.prefix(limit))
    }

    func accounts(after id: AccountID?, limit: Int) -> [AccountRow] { sorted(after: id, limit: limit) { _ in true } }

    func accounts(in state: Account.State, after id: AccountID?, limit: Int) -> [AccountRow] {
        sorted(after: id, limit: limit) { $0.state == state }
    }

    func accounts(email lookups: [[UInt8]], limit: Int) -> [AccountRow] {
        lookups.flatMap { lookup in sorted(after: nil, limit: limit) { $0.emailLookup == lookup } }
    }

    func save(_ account: AccountRow) {
        var account = account
        account.created = contents.accounts[account.id]?.created ?? account.created
        contents.accounts[account.id] = account
    }

    func remove(_ id: AccountID) -> Bool {
        guard contents.accounts.removeValue(forKey: id) != nil else { return false }
        contents.successors = contents.successors.filter { $0.key != id && $0.value != id }
        contents.identities = contents.identities.filter { $0.value.account != id }
        contents.subscriptions = contents.subscriptions.filter { $0.value.account != id }
        contents.purchaseTokens = contents.purchaseTokens.filter { $0.value != id }
        contents.logins = contents.logins.filter { $0.value.account != id }
        contents.removeSessions { $0.account == id }
        return true
    }

    func successor(of guest: AccountID) -> AccountID? { contents.successors[guest] }

    func save(successor: AccountID, of guest: AccountID) throws {
        for id in [successor, guest] { try requireAccount(id) }
        contents.successors[guest] = successor
    }

    // MARK: Identities

    func identity(_ lookup: [UInt8]) -> IdentityRow? { contents.identities[lookup] }

    func identities(of account: AccountID) -> [IdentityRow] {
        contents.identities.values.filter { $0.account == account }
            .sorted { $0.lookup.lexicographicallyPrecedes($1.lookup) }
    }

    func save(_ identity: IdentityRow) throws {
        try requireAccount(identity.account)
        contents.identities[identity.lookup] = identity
    }

    func removeIdentity(_ lookup: [UInt8]) { contents.identities[lookup] = nil }

    // MARK: What does not belong to an account

    func revocations(dueBefore time: Int64, limit: Int) -> [RevocationRow] {
        Array(
            contents.revocations.values.filter { $0.due < time }.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
                .prefix(limit))
    }

    func save(_ revocation: RevocationRow) { contents.revocations[revocation.id] = revocation }
    func removeRevocation(_ id: String) { contents.revocations[id] = nil }

    func lastAudit() -> AuditRow? { contents.audit.last }

    func audit(after number: Int64, limit: Int) -> [AuditRow] {
        Array(contents.audit.filter { $0.number > number }.prefix(limit))
    }

    func audit(of account: AccountID, after number: Int64, limit: Int) -> [AuditRow] {
        Array(contents.audit.filter { $0.account == account.text && $0.number > number }.prefix(limit))
    }

    func lastAudit(of account: AccountID, _ event: String) -> AuditRow? {
        contents.audit.last { $0.account == account.text && $0.event == event }
    }

    func append(_ entry: AuditRow) throws {
        guard !contents.audit.contains(where: { $0.number == entry.number }) else {
            throw Self.refusal("there is an entry \(entry.number) of the audit log")
        }
        contents.audit.append(entry)
        contents.audit.sort { $0.number < $1.number }
    }

    func useNonce(_ digest: [UInt8], until expiry: Int64, now: Int64) -> Bool {
        contents.nonces = contents.nonces.filter { $0.value > now }
        guard contents.nonces[digest] == nil else { return false }
        contents.nonces[digest] = expiry
        return true
    }

    func nonceCount() -> Int { contents.nonces.count }

    func sealedValue(_ name: String) -> [UInt8]? { contents.values[name] }
    func sealedValueNames() -> [String] { contents.values.keys.sorted() }
    func save(sealedValue: [UInt8], _ name: String) { contents.values[name] = sealedValue }
}
