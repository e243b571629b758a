internal import Accounts

extension InMemoryAccountTables {
    func session(_ id: SessionID) -> SessionRow? { contents.sessions[id] }

    func sessions(of account: AccountID) -> [SessionRow] {
        contents.sessions.values.filter { $0.account == account }
            .sorted { ($1.created, $0.id.text) < ($0.created, $1.id.text) }
    }

    func save(_ session: SessionRow) throws {
        try requireAccount(session.account)
        var session = session
        if let known = contents.sessions[session.id] {
            (session.account, session.created) = (known.account, known.created)
        }
        contents.sessions[session.id] = session
    }

    func removeSession(_ id: SessionID) { contents.removeSessions { $0.id == id } }

    func removeSessions(expiredBefore time: Int64, endedBefore end: Int64) {
        contents.removeSessions { $0.expires < time || $0.idleUntil < end || $0.ended.map { $0 < end } ?? false }
    }

    func token(_ hash: [UInt8]) -> TokenRow? { contents.tokens[hash] }

    func save(_ token: TokenRow) throws {
        guard contents.sessions[token.session] != nil else {
            throw Self.refusal("there is no session \(token.session)")
        }
        var token = token
        token.session = contents.tokens[token.hash]?.session ?? token.session
        contents.tokens[token.hash] = token
    }

    func removeUsedTokens(of session: SessionID, keeping count: Int) {
        let times = contents.tokens.values.filter { $0.session == session }.compactMap(\.used).sorted(by: >)
        guard let last = times.dropFirst(count).first else { return }
        contents.tokens = contents.tokens.filter { _, token in
            token.session != session || token.used.map { $0 > last } ?? true
        }
    }

    // MARK: Logins of devices

    func deviceLogin(code hash: [UInt8]) -> DeviceLoginRow? { contents.logins[hash] }
    func deviceLogin(_ lookup: [UInt8]) -> DeviceLoginRow? { contents.logins.values.first { $0.lookup == lookup } }
    func deviceLoginCount() -> Int { contents.logins.count }

    func save(_ login: DeviceLoginRow) throws {
        try requireAccount(login.account)
        guard var known = contents.logins[login.code] else {
            guard deviceLogin(login.lookup) == nil else { throw Self.refusal("there is a login with this code") }
            contents.logins[login.code] = login
            return
        }
        (known.views, known.account, known.isDenied) = (login.views, login.account, login.isDenied)
        contents.logins[login.code] = known
    }

    func removeDeviceLogin(code hash: [UInt8]) { contents.logins[hash] = nil }

    func removeDeviceLogins(expiredBefore time: Int64) {
        contents.logins = contents.logins.filter { $0.value.expires >= time }
    }
}
