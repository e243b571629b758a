internal import SQL

/// The tables of accounts within one transaction of a database.
struct SQLAccountTables: AccountTables {
    let db: any SQLConnection

    /// The rows of a query.
    func rows<Value>(
        _ sql: String, _ values: [any SQLStorable], of table: String,
        _ transform: (inout RowReader) throws -> Value
    ) throws -> [Value] {
        try db.rows(sql, values.map(\.value)) { row in
            var reader = RowReader(row, of: table)
            return try transform(&reader)
        }
    }

    /// - Returns: the number of changed rows.
    @discardableResult
    func run(_ sql: String, _ values: [any SQLStorable]) throws -> Int { try db.run(sql, values.map(\.value)) }

    // MARK: Accounts

    private func accounts(_ condition: String, _ values: [any SQLStorable]) throws -> [AccountRow] {
        try rows(
            "SELECT id, created, state, tier, email_lookup, sealed FROM account \(condition)", values, of: "account"
        ) { row in
            AccountRow(
                id: try row.account("id"), created: try row.time("created"), state: try row.choice("state"),
                tier: try row.text("tier"), emailLookup: try row.optionalBytes("email_lookup"),
                sealed: try row.bytes("sealed"))
        }
    }

    func account(_ id: AccountID) throws -> AccountRow? { try accounts("WHERE id = ?", [id.text]).first }

    func accounts(after id: AccountID?, limit: Int) throws -> [AccountRow] {
        try accounts("WHERE id > ? ORDER BY id LIMIT ?", [id?.text ?? "", limit])
    }

    func accounts(in state: Account.State, after id: AccountID?, limit: Int) throws -> [AccountRow] {
        try accounts("WHERE state = ? AND id > ? ORDER BY id LIMIT ?", [state.rawValue, id?.text ?? "", limit])
    }

    func accounts(email lookups: [[UInt8]], limit: Int) throws -> [AccountRow] {
        try lookups.flatMap { try accounts("WHERE email_lookup = ? ORDER BY id LIMIT ?", [$0, limit]) }
    }

    func save(_ account: AccountRow) throws {
        try run(
            """
            INSERT INTO account (id, created, state, tier, email_lookup, sealed) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, tier = excluded.tier,
                email_lookup = excluded.email_lookup, sealed = excluded.sealed
            """,
            [
                account.id.text, account.created, account.state.rawValue, account.tier, account.emailLookup,
                account.sealed,
            ])
    }

    func remove(_ id: AccountID) throws -> Bool { try run("DELETE FROM account WHERE id = ?", [id.text]) > 0 }

    func successor(of guest: AccountID) throws -> AccountID? {
        try rows("SELECT account FROM heir WHERE guest = ?", [guest.text], of: "heir") { try $0.account("account") }
            .first
    }

    func save(successor: AccountID, of guest: AccountID) throws {
        try run(
            "INSERT INTO heir (guest, account) VALUES (?, ?) ON CONFLICT (guest) DO UPDATE SET account = excluded.account",
            [guest.text, successor.text])
    }

    // MARK: Identities

    private func identities(_ condition: String, _ values: [any SQLStorable]) throws -> [IdentityRow] {
        try rows("SELECT lookup, account, sealed FROM identity \(condition)", values, of: "identity") { row in
            IdentityRow(
                lookup: try row.bytes("lookup"), account: try row.account("account"), sealed: try row.bytes("sealed"))
        }
    }

    func identity(_ lookup: [UInt8]) throws -> IdentityRow? { try identities("WHERE lookup = ?", [lookup]).first }

    func identities(of account: AccountID) throws -> [IdentityRow] {
        try identities("WHERE account = ? ORDER BY lookup", [account.text])
    }

    func save(_ identity: IdentityRow) throws {
        try run(
            """
            INSERT INTO identity (lookup, account, sealed) VALUES (?, ?, ?)
            ON CONFLICT (lookup) DO UPDATE SET account = excluded.account, sealed = excluded.sealed
            """, [identity.lookup, identity.account.text, identity.sealed])
    }

    func removeIdentity(_ lookup: [UInt8]) throws { try run("DELETE FROM identity WHERE lookup = ?", [lookup]) }

    // MARK: Revocations

    func revocations(dueBefore time: Int64, limit: Int) throws -> [RevocationRow] {
        try rows(
            "SELECT id, due, attempts, sealed FROM revocation WHERE due < ? ORDER BY due, id LIMIT ?", [time, limit],
            of: "revocation"
        ) { row in
            RevocationRow(
                id: try row.text("id"), due: try row.time("due"), attempts: try row.integer("attempts"),
                sealed: try row.bytes("sealed"))
        }
    }

    func save(_ revocation: RevocationRow) throws {
        try run(
            """
            INSERT INTO revocation (id, due, attempts, sealed) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET due = excluded.due, attempts = excluded.attempts, sealed = excluded.sealed
            """, [revocation.id, revocation.due, revocation.attempts, revocation.sealed])
    }

    func removeRevocation(_ id: String) throws { try run("DELETE FROM revocation WHERE id = ?", [id]) }

    // MARK: What does not belong to an account

    private func entries(_ condition: String, _ values: [any SQLStorable]) throws -> [AuditRow] {
        try rows(
            "SELECT number, time, event, account, detail, hash FROM audit \(condition)", values, of: "audit entry"
        ) { row in
            AuditRow(
                number: Int64(try row.integer("number")), time: try row.time("time"),
                event: try row.text("event"), account: try row.optionalText("account"),
                detail: try row.text("detail"), hash: try row.bytes("hash"))
        }
    }

    func lastAudit() throws -> AuditRow? { try entries("ORDER BY number DESC LIMIT 1", []).first }

    func audit(after number: Int64, limit: Int) throws -> [AuditRow] {
        try entries("WHERE number > ? ORDER BY number LIMIT ?", [number, limit])
    }

    func audit(of account: AccountID, after number: Int64, limit: Int) throws -> [AuditRow] {
        try entries("WHERE account = ? AND number > ? ORDER BY number LIMIT ?", [account.text, number, limit])
    }

    func lastAudit(of account: AccountID, _ event: String) throws -> AuditRow? {
        try entries("WHERE account = ? AND event = ? ORDER BY number DESC LIMIT 1", [account.text, event]).first
    }

    func append(_ entry: AuditRow) throws {
        try run(
            "INSERT INTO audit (number, time, event, account, detail, hash) VALUES (?, ?, ?, ?, ?, ?)",
            [entry.number, entry.time, entry.event, entry.account, entry.detail, entry.hash])
    }

    func useNonce(_ digest: [UInt8], until expiry: Int64, now: Int64) throws -> Bool {
        try run("DELETE FROM nonce WHERE expires <= ?", [now])
        return try run("INSERT INTO nonce (digest, expires) VALUES (?, ?) ON CONFLICT DO NOTHING", [digest, expiry]) > 0
    }

    func nonceCount() throws -> Int { try db.integer("SELECT COUNT(*) FROM nonce") ?? 0 }

    func sealedValue(_ name: String) throws -> [UInt8]? {
        try rows("SELECT sealed FROM sealed_value WHERE name = ?", [name], of: "value") { try $0.bytes("sealed") }.first
    }

    func sealedValueNames() throws -> [String] { try db.texts("SELECT name FROM sealed_value ORDER BY name") }

    func save(sealedValue: [UInt8], _ name: String) throws {
        try run(
            "INSERT INTO sealed_value (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed",
            [name, sealedValue])
    }
}

extension RowReader {
    mutating func account(_ column: String) throws -> AccountID {
        guard let id = AccountID(try text(column)) else { throw damage(column) }
        return id
    }

    mutating func optionalAccount(_ column: String) throws -> AccountID? {
        guard let text = try optionalText(column) else { return nil }
        guard let id = AccountID(text) else { throw damage(column) }
        return id
    }

    mutating func session(_ column: String) throws -> SessionID {
        guard let id = SessionID(try text(column)) else { throw damage(column) }
        return id
    }

    /// Milliseconds since 1970.
    mutating func optionalTime(_ column: String) throws -> Int64? { try optionalInteger(column).map(Int64.init) }

    mutating func time(_ column: String) throws -> Int64 { Int64(try integer(column)) }
}
