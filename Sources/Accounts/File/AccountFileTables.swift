internal import FoundationEssentials
internal import GRDB

/// The tables of accounts within one transaction of SQLite.
struct AccountFileTables: AccountTables {
    let db: Database

    private func rows(_ sql: String, _ arguments: StatementArguments) throws -> [Row] {
        try Row.fetchAll(try db.cachedStatement(sql: sql), arguments: arguments)
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    // MARK: Accounts

    private static let accountColumns = "SELECT id, created, state, tier, email_lookup, sealed FROM account"

    func account(_ id: AccountID) throws -> AccountRow? {
        try rows("\(Self.accountColumns) WHERE id = ?", [id.text]).first.map(Self.account)
    }

    func accounts(after id: AccountID?, limit: Int) throws -> [AccountRow] {
        try rows("\(Self.accountColumns) WHERE id > ? ORDER BY id LIMIT ?", [id?.text ?? "", limit]).map(Self.account)
    }

    func accounts(in state: Account.State, after id: AccountID?, limit: Int) throws -> [AccountRow] {
        try rows(
            "\(Self.accountColumns) WHERE state = ? AND id > ? ORDER BY id LIMIT ?",
            [state.rawValue, id?.text ?? "", limit]
        ).map(Self.account)
    }

    func accounts(email lookups: [[UInt8]], limit: Int) throws -> [AccountRow] {
        try lookups.flatMap { lookup in
            try rows("\(Self.accountColumns) WHERE email_lookup = ? ORDER BY id LIMIT ?", [Data(lookup), limit])
                .map(Self.account)
        }
    }

    func save(_ account: AccountRow) throws {
        try run(
            """
            INSERT INTO account (id, created, state, tier, email_lookup, sealed) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, tier = excluded.tier,
                email_lookup = excluded.email_lookup, sealed = excluded.sealed
            """,
            [
                account.id.text, account.created, account.state.rawValue, account.tier,
                account.emailLookup.map { Data($0) }, Data(account.sealed),
            ])
    }

    func remove(_ id: AccountID) throws -> Bool {
        try run("DELETE FROM account WHERE id = ?", [id.text])
        return db.changesCount > 0
    }

    func successor(of guest: AccountID) throws -> AccountID? {
        try rows("SELECT account FROM heir WHERE guest = ?", [guest.text]).first.flatMap { AccountID($0[0]) }
    }

    func save(successor: AccountID, of guest: AccountID) throws {
        try run(
            "INSERT INTO heir (guest, account) VALUES (?, ?) ON CONFLICT (guest) DO UPDATE SET account = excluded.account",
            [guest.text, successor.text])
    }

    private static func account(_ row: Row) throws -> AccountRow {
        guard let id = AccountID(row[0]), let state = Account.State(rawValue: row[2]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a stored account is damaged")
        }
        return AccountRow(
            id: id, created: row[1], state: state, tier: row[3], emailLookup: (row[4] as Data?).map { Array($0) },
            sealed: Array(row[5] as Data))
    }

    // MARK: Identities

    func identity(_ lookup: [UInt8]) throws -> IdentityRow? {
        try rows("SELECT lookup, account, sealed FROM identity WHERE lookup = ?", [Data(lookup)]).first
            .map(Self.identity)
    }

    func identities(of account: AccountID) throws -> [IdentityRow] {
        try rows("SELECT lookup, account, sealed FROM identity WHERE account = ? ORDER BY lookup", [account.text])
            .map(Self.identity)
    }

    func save(_ identity: IdentityRow) throws {
        try run(
            """
            INSERT INTO identity (lookup, account, sealed) VALUES (?, ?, ?)
            ON CONFLICT (lookup) DO UPDATE SET account = excluded.account, sealed = excluded.sealed
            """, [Data(identity.lookup), identity.account.text, Data(identity.sealed)])
    }

    func removeIdentity(_ lookup: [UInt8]) throws {
        try run("DELETE FROM identity WHERE lookup = ?", [Data(lookup)])
    }

    private static func identity(_ row: Row) throws -> IdentityRow {
        guard let account = AccountID(row[1]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a stored identity is damaged")
        }
        return IdentityRow(lookup: Array(row[0] as Data), account: account, sealed: Array(row[2] as Data))
    }

    // MARK: Revocations

    func revocations(dueBefore time: Int64, limit: Int) throws -> [RevocationRow] {
        try rows(
            "SELECT id, due, attempts, sealed FROM revocation WHERE due < ? ORDER BY due, id LIMIT ?", [time, limit]
        ).map { RevocationRow(id: $0[0], due: $0[1], attempts: $0[2], sealed: Array($0[3] as Data)) }
    }

    func save(_ revocation: RevocationRow) throws {
        try run(
            """
            INSERT INTO revocation (id, due, attempts, sealed) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET due = excluded.due, attempts = excluded.attempts, sealed = excluded.sealed
            """, [revocation.id, revocation.due, revocation.attempts, Data(revocation.sealed)])
    }

    func removeRevocation(_ id: String) throws { try run("DELETE FROM revocation WHERE id = ?", [id]) }

    // MARK: What does not belong to an account

    func lastAudit() throws -> AuditRow? {
        try rows(
            "SELECT number, time, event, account, detail, hash FROM audit ORDER BY number DESC LIMIT 1", []
        ).first.map(Self.audit)
    }

    func audit(after number: Int64, limit: Int) throws -> [AuditRow] {
        try rows(
            "SELECT number, time, event, account, detail, hash FROM audit WHERE number > ? ORDER BY number LIMIT ?",
            [number, limit]
        ).map(Self.audit)
    }

    func audit(of account: AccountID, after number: Int64, limit: Int) throws -> [AuditRow] {
        try rows(
            """
            SELECT number, time, event, account, detail, hash FROM audit WHERE account = ? AND number > ?
            ORDER BY number LIMIT ?
            """, [account.text, number, limit]
        ).map(Self.audit)
    }

    func lastAudit(of account: AccountID, _ event: String) throws -> AuditRow? {
        try rows(
            """
            SELECT number, time, event, account, detail, hash FROM audit WHERE account = ? AND event = ?
            ORDER BY number DESC LIMIT 1
            """, [account.text, event]
        ).first.map(Self.audit)
    }

    func append(_ entry: AuditRow) throws {
        try run(
            "INSERT INTO audit (number, time, event, account, detail, hash) VALUES (?, ?, ?, ?, ?, ?)",
            [entry.number, entry.time, entry.event, entry.account, entry.detail, Data(entry.hash)])
    }

    private static func audit(_ row: Row) -> AuditRow {
        AuditRow(
            number: row[0], time: row[1], event: row[2], account: row[3], detail: row[4],
            hash: Array(row[5] as Data))
    }

    func useNonce(_ digest: [UInt8], until expiry: Int64, now: Int64) throws -> Bool {
        try run("DELETE FROM nonce WHERE expires <= ?", [now])
        try run("INSERT INTO nonce (digest, expires) VALUES (?, ?) ON CONFLICT DO NOTHING", [Data(digest), expiry])
        return db.changesCount > 0
    }

    func nonceCount() throws -> Int { try rows("SELECT COUNT(*) FROM nonce", []).first?[0] ?? 0 }

    func sealedValue(_ name: String) throws -> [UInt8]? {
        try rows("SELECT sealed FROM sealed_value WHERE name = ?", [name]).first.map { Array($0[0] as Data) }
    }

    func sealedValueNames() throws -> [String] {
        try rows("SELECT name FROM sealed_value ORDER BY name", []).map { $0[0] }
    }

    func save(sealedValue: [UInt8], _ name: String) throws {
        try run(
            "INSERT INTO sealed_value (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed",
            [name, Data(sealedValue)])
    }
}
