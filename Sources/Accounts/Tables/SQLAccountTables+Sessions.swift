internal import SQL

extension SQLAccountTables {
    func session(_ id: SessionID) throws -> SessionRow? { try sessions("WHERE id = ?", [id.text]).first }

    func sessions(of account: AccountID) throws -> [SessionRow] {
        try sessions("WHERE account = ? ORDER BY created DESC, id", [account.text])
    }

    func save(_ session: SessionRow) throws {
        try run(
            """
            INSERT INTO session (id, account, created, used, idle_until, expires, ended, label, replay_hash,
                replay_token, replay_until)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET used = excluded.used, idle_until = excluded.idle_until,
                expires = excluded.expires, ended = excluded.ended, label = excluded.label,
                replay_hash = excluded.replay_hash, replay_token = excluded.replay_token,
                replay_until = excluded.replay_until
            """,
            [
                session.id.text, session.account.text, session.created, session.used, session.idleUntil,
                session.expires, session.ended, session.sealedLabel, session.replay?.hash, session.replay?.successor,
                session.replay?.until,
            ])
    }

    func removeSession(_ id: SessionID) throws { try run("DELETE FROM session WHERE id = ?", [id.text]) }

    func removeSessions(expiredBefore time: Int64, endedBefore end: Int64) throws {
        // One statement each, because each has its own index.
        try run("DELETE FROM session WHERE expires < ?", [time])
        try run("DELETE FROM session WHERE ended < ?", [end])
        try run("DELETE FROM session WHERE idle_until < ?", [end])
    }

    func token(_ hash: [UInt8]) throws -> TokenRow? {
        try rows("SELECT session, used FROM token WHERE hash = ?", [hash], of: "token") { row in
            TokenRow(hash: hash, session: try row.session("session"), used: try row.optionalTime("used"))
        }.first
    }

    func save(_ token: TokenRow) throws {
        try run(
            """
            INSERT INTO token (hash, session, used) VALUES (?, ?, ?)
            ON CONFLICT (hash) DO UPDATE SET used = excluded.used
            """, [token.hash, token.session.text, token.used])
    }

    func removeUsedTokens(of session: SessionID, keeping count: Int) throws {
        try run(
            """
            DELETE FROM token WHERE session = ?1 AND used <= (SELECT used FROM token
                WHERE session = ?1 AND used IS NOT NULL ORDER BY used DESC LIMIT 1 OFFSET ?2)
            """, [session.text, count])
    }

    private func sessions(_ condition: String, _ values: [any SQLStorable]) throws -> [SessionRow] {
        try rows(
            """
            SELECT id, account, created, used, idle_until, expires, ended, label, replay_hash, replay_token, replay_until
            FROM session \(condition)
            """, values, of: "session"
        ) { row in
            var session = SessionRow(
                id: try row.session("id"), account: try row.account("account"), created: try row.time("created"),
                used: try row.time("used"), idleUntil: try row.time("idle_until"), expires: try row.time("expires"))
            session.ended = try row.optionalTime("ended")
            session.sealedLabel = try row.optionalBytes("label")
            let (hash, successor) = (try row.optionalBytes("replay_hash"), try row.optionalBytes("replay_token"))
            if let hash, let successor, let until = try row.optionalTime("replay_until") {
                session.replay = SessionRow.Replay(hash: hash, successor: successor, until: until)
            }
            return session
        }
    }

    // MARK: Logins of devices

    func deviceLogin(code hash: [UInt8]) throws -> DeviceLoginRow? { try login("WHERE code = ?", [hash]) }

    func deviceLogin(_ lookup: [UInt8]) throws -> DeviceLoginRow? { try login("WHERE lookup = ?", [lookup]) }

    func deviceLoginCount() throws -> Int { try db.integer("SELECT COUNT(*) FROM device_login") ?? 0 }

    func save(_ login: DeviceLoginRow) throws {
        try run(
            """
            INSERT INTO device_login (code, lookup, expires, views, account, denied, label)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (code) DO UPDATE SET views = excluded.views, account = excluded.account,
                denied = excluded.denied
            """,
            [
                login.code, login.lookup, login.expires, login.views, login.account?.text, login.isDenied,
                login.sealedLabel,
            ])
    }

    func removeDeviceLogin(code hash: [UInt8]) throws { try run("DELETE FROM device_login WHERE code = ?", [hash]) }

    func removeDeviceLogins(expiredBefore time: Int64) throws {
        try run("DELETE FROM device_login WHERE expires < ?", [time])
    }

    private func login(_ condition: String, _ values: [any SQLStorable]) throws -> DeviceLoginRow? {
        try rows(
            "SELECT code, lookup, expires, views, account, denied, label FROM device_login \(condition)", values,
            of: "login"
        ) { row in
            var login = DeviceLoginRow(
                code: try row.bytes("code"), lookup: try row.bytes("lookup"), expires: try row.time("expires"))
            login.views = try row.integer("views")
            login.account = try row.optionalAccount("account")
            login.isDenied = try row.integer("denied") != 0
            login.sealedLabel = try row.optionalBytes("label")
            return login
        }.first
    }
}
