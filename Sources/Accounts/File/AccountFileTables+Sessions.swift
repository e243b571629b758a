internal import FoundationEssentials
internal import GRDB

extension AccountFileTables {
    private static let columns = """
        SELECT id, account, created, used, idle_until, expires, ended, label, replay_hash, replay_token, replay_until
        FROM session
        """

    func session(_ id: SessionID) throws -> SessionRow? {
        try fetched("\(Self.columns) WHERE id = ?", [id.text]).first
    }

    func sessions(of account: AccountID) throws -> [SessionRow] {
        try fetched("\(Self.columns) WHERE account = ? ORDER BY created DESC, id", [account.text])
    }

    func save(_ session: SessionRow) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO session (id, account, created, used, idle_until, expires, ended, label, replay_hash,
                    replay_token, replay_until)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET used = excluded.used, idle_until = excluded.idle_until,
                    expires = excluded.expires, ended = excluded.ended, label = excluded.label,
                    replay_hash = excluded.replay_hash, replay_token = excluded.replay_token,
                    replay_until = excluded.replay_until
                """
        ).execute(
            arguments: [
                session.id.text, session.account.text, session.created, session.used, session.idleUntil,
                session.expires, session.ended, session.sealedLabel.map { Data($0) },
                session.replay.map { Data($0.hash) }, session.replay.map { Data($0.successor) },
                session.replay.map { $0.until },
            ])
    }

    func removeSession(_ id: SessionID) throws {
        try db.cachedStatement(sql: "DELETE FROM session WHERE id = ?").execute(arguments: [id.text])
    }

    func removeSessions(expiredBefore time: Int64, endedBefore end: Int64) throws {
        // One statement each, because each has its own index.
        try db.cachedStatement(sql: "DELETE FROM session WHERE expires < ?").execute(arguments: [time])
        try db.cachedStatement(sql: "DELETE FROM session WHERE ended < ?").execute(arguments: [end])
        try db.cachedStatement(sql: "DELETE FROM session WHERE idle_until < ?").execute(arguments: [end])
    }

    func token(_ hash: [UInt8]) throws -> TokenRow? {
        let statement = try db.cachedStatement(sql: "SELECT session, used FROM token WHERE hash = ?")
        guard let row = try Row.fetchOne(statement, arguments: [Data(hash)]) else { return nil }
        return TokenRow(hash: hash, session: try Self.sessionID(row[0]), used: row[1])
    }

    func save(_ token: TokenRow) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO token (hash, session, used) VALUES (?, ?, ?)
                ON CONFLICT (hash) DO UPDATE SET used = excluded.used
                """
        ).execute(arguments: [Data(token.hash), token.session.text, token.used])
    }

    func removeUsedTokens(of session: SessionID, keeping count: Int) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM token WHERE session = ?1 AND used <= (SELECT used FROM token
                    WHERE session = ?1 AND used IS NOT NULL ORDER BY used DESC LIMIT 1 OFFSET ?2)
                """
        ).execute(arguments: [session.text, count])
    }

    private func fetched(_ sql: String, _ arguments: StatementArguments) throws -> [SessionRow] {
        try Row.fetchAll(try db.cachedStatement(sql: sql), arguments: arguments).map { row in
            guard let account = AccountID(row[1]) else { throw Self.damaged }
            var session = SessionRow(
                id: try Self.sessionID(row[0]), account: account, created: row[2], used: row[3], idleUntil: row[4],
                expires: row[5])
            session.ended = row[6]
            session.sealedLabel = (row[7] as Data?).map { Array($0) }
            if let hash = row[8] as Data?, let successor = row[9] as Data?, let until = row[10] as Int64? {
                session.replay = SessionRow.Replay(hash: Array(hash), successor: Array(successor), until: until)
            }
            return session
        }
    }

    // MARK: Logins of devices

    private static let loginColumns = "SELECT code, lookup, expires, views, account, denied, label FROM device_login"

    func deviceLogin(code hash: [UInt8]) throws -> DeviceLoginRow? {
        try login("\(Self.loginColumns) WHERE code = ?", [Data(hash)])
    }

    func deviceLogin(_ lookup: [UInt8]) throws -> DeviceLoginRow? {
        try login("\(Self.loginColumns) WHERE lookup = ?", [Data(lookup)])
    }

    func deviceLoginCount() throws -> Int {
        try Int.fetchOne(try db.cachedStatement(sql: "SELECT COUNT(*) FROM device_login")) ?? 0
    }

    func save(_ login: DeviceLoginRow) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO device_login (code, lookup, expires, views, account, denied, label)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (code) DO UPDATE SET views = excluded.views, account = excluded.account,
                    denied = excluded.denied
                """
        ).execute(
            arguments: [
                Data(login.code), Data(login.lookup), login.expires, login.views, login.account?.text, login.isDenied,
                login.sealedLabel.map { Data($0) },
            ])
    }

    func removeDeviceLogin(code hash: [UInt8]) throws {
        try db.cachedStatement(sql: "DELETE FROM device_login WHERE code = ?").execute(arguments: [Data(hash)])
    }

    func removeDeviceLogins(expiredBefore time: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM device_login WHERE expires < ?").execute(arguments: [time])
    }

    private func login(_ sql: String, _ arguments: StatementArguments) throws -> DeviceLoginRow? {
        guard let row = try Row.fetchOne(try db.cachedStatement(sql: sql), arguments: arguments) else { return nil }
        var login = DeviceLoginRow(
            code: Array(row[0] as Data), lookup: Array(row[1] as Data), expires: row[2])
        login.views = row[3]
        if let text = row[4] as String? {
            guard let account = AccountID(text) else { throw Self.damaged }
            login.account = account
        }
        login.isDenied = row[5]
        login.sealedLabel = (row[6] as Data?).map { Array($0) }
        return login
    }

    private static func sessionID(_ text: String) throws -> SessionID {
        guard let id = SessionID(text) else { throw damaged }
        return id
    }

    private static var damaged: DatabaseError {
        DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a stored session is damaged")
    }
}
