package import Accounts
internal import VerbioTesting

/// The promises of every store of accounts, as checks that any test target can run.
package struct AccountStoreCompliance: Sendable {
    /// One promise; the raw value states it.
    package enum Check: String, Sendable, CaseIterable, CustomStringConvertible {
        case keepsAccounts = "accounts come back as they were stored, in order, in pages, by state and by address"
        case keepsIdentities = "identities come back as they were stored, and belong to an account"
        case keepsTransactions = "a transaction that throws changes nothing"
        case writesInTurn = "transactions at the same moment run one after the other"
        case removesAll = "with an account goes all that belongs to it"
        case keepsSessions = "sessions and tokens come back as they were stored, the latest first"
        case endsSessions = "old sessions are removed with their tokens, and tokens that were used first"
        case keepsLogins = "logins of devices come back as they were stored, until they expire"
        case keepsRevocations = "revocations come when they are due, the earliest first"
        case keepsSubscriptions = "subscriptions come back as they were stored, and go to another account"
        case notesOnce = "a billing notice and a nonce count once, until they are forgotten"
        case keepsAudit = "entries of the audit log come in their order, and none is replaced"
        case keepsValues = "sealed values come back as they were stored, by their names"

        package var description: String { rawValue }
    }

    private let makeStore: @Sendable () async throws -> any AccountStore

    /// - Parameter makeStore: gives an empty store, another one each time.
    package init(makeStore: @escaping @Sendable () async throws -> any AccountStore) { self.makeStore = makeStore }

    /// Runs one check.
    ///
    /// - Throws: `ComplianceFailure`, or an error of the store if it fails when it should not.
    package func run(_ check: Check) async throws {
        let store = try await makeStore()
        let (accounts, sessions) = (AccountChecks(store: store), SessionChecks(store: store))
        switch check {
        case .keepsAccounts: try await accounts.keepsAccounts()
        case .keepsIdentities: try await accounts.keepsIdentities()
        case .keepsTransactions: try await accounts.keepsTransactions()
        case .writesInTurn: try await accounts.writesInTurn()
        case .removesAll: try await accounts.removesAll()
        case .keepsSessions: try await sessions.keepsSessions()
        case .endsSessions: try await sessions.endsSessions()
        case .keepsLogins: try await sessions.keepsLogins()
        case .keepsRevocations: try await accounts.keepsRevocations()
        case .keepsSubscriptions: try await accounts.keepsSubscriptions()
        case .notesOnce: try await accounts.notesOnce()
        case .keepsAudit: try await accounts.keepsAudit()
        case .keepsValues: try await accounts.keepsValues()
        }
    }
}

/// Rows that differ in their names.
enum AccountSamples {
    private static func name(_ letter: Character) -> String { String(repeating: letter, count: AccountID.length) }

    static func id(_ letter: Character) throws -> AccountID {
        guard let id = AccountID(name(letter)) else { throw ComplianceFailure("\(letter) is in no name") }
        return id
    }

    static func sessionID(_ letter: Character) throws -> SessionID {
        guard let id = SessionID(name(letter)) else { throw ComplianceFailure("\(letter) is in no name") }
        return id
    }

    static func account(_ letter: Character, _ state: Account.State = .active, email: [UInt8]? = nil) throws
        -> AccountRow
    {
        AccountRow(
            id: try id(letter), created: 1_700_000_000_123, state: state, tier: "free \"é\"", emailLookup: email,
            sealed: [0, 255, 7])
    }

    static func session(_ letter: Character, of account: Character = "a", at created: Int64 = 1) throws -> SessionRow {
        SessionRow(
            id: try sessionID(letter), account: try id(account), created: created, used: created, idleUntil: 1_000,
            expires: 2_000)
    }

    static func subscription(_ lookup: [UInt8], of account: Character?, until: Int64?) throws -> SubscriptionRow {
        SubscriptionRow(
            lookup: lookup, account: try account.map(id), tier: "plus", until: until, changed: 5, isSettled: false,
            sealed: [1])
    }

    /// Requires that work fails.
    static func refused(
        _ store: any AccountStore, _ what: String, _ work: @escaping @Sendable (any AccountTables) throws -> Void
    ) async throws {
        var wasRefused = false
        do { try await store.write(work) } catch { wasRefused = true }
        try ComplianceCheck.require(wasRefused, "\(what) was stored")
    }
}
