package import Plumbing

/// Signed-in devices: their refresh tokens, and whether they are still open.
///
/// The refresh tokens of a session are a family. Each is used once and gives the next one. If a token comes a second time, two
/// parties have it, so the whole family ends. There is one exception: a client that did not get the answer may repeat its request
/// for ``graceMilliseconds``. It gets the same successor if that has not been used.
package final class Sessions: Sendable {
    /// What a client gets when it signs in or refreshes.
    package struct Grant: Sendable, Hashable {
        package var account: AccountID
        package var session: SessionID
        /// The next refresh token.
        package var refreshToken: String
    }

    /// How long sessions last, in milliseconds.
    package struct Limits: Sendable, Hashable {
        /// Ends a session that is not used.
        package var idle: Int64
        /// Ends a session in any case.
        package var longest: Int64
        /// The most open sessions of an account; one more ends the one that was used longest ago.
        package var count: Int

        /// - Parameter random: makes the refresh tokens and the names of sessions.
        package init(idle: Int64 = 30 * 86_400_000, longest: Int64 = 180 * 86_400_000, count: Int = 32) {
            self.idle = idle
            self.longest = longest
            self.count = count
        }
    }

    /// How long a request may be repeated.
    package static let graceMilliseconds: Int64 = 10_000
    /// How long it is remembered that a session has ended, so that its tokens can be distinguished from unknown ones: a
    /// day.
    static let memory: Int64 = 86_400_000
    /// The most used tokens of a session that are remembered: those of a month with one every 15 minutes.
    static let maximumUsedTokens = 3_000
    /// The most bytes of a device's name.
    package static let maximumLabelBytes = 128

    private let store: any AccountStore
    private let vault: AccountVault
    private let limits: Limits
    private let time: TimeSource
    private let random: RandomSource
    private let rightsCache: SessionRightsCache

    package init(
        store: any AccountStore, sealing: Sealing, limits: Limits = Limits(), time: TimeSource = .system,
        random: RandomSource = .system
    ) {
        self.store = store
        vault = AccountVault(sealing: sealing)
        self.limits = limits
        self.time = time
        self.random = random
        rightsCache = SessionRightsCache(time: time)
    }

    // MARK: Tokens

    /// Begins a session of an account that has just signed in.
    ///
    /// - Parameter label: the device's name; what cannot be one is left out.
    package func begin(_ account: AccountID, label: String? = nil) async throws -> Grant {
        try await store.write { [self, now = time.wallClockMilliseconds()] tables in
            try begin(account, label: label, at: now, in: tables)
        }
    }

    /// The same within a transaction.
    func begin(
        _ account: AccountID, label: String?, at now: Int64, in tables: any AccountTables
    ) throws -> Grant {
        guard try tables.account(account)?.state == .active else { throw RefreshRefusal.closed }
        try tables.removeSessions(expiredBefore: now, endedBefore: now - Self.memory)
        let open = try tables.sessions(of: account).filter { $0.isOpen(at: now) }
        for old in open.sorted(by: { $0.used > $1.used }).dropFirst(max(0, limits.count - 1)) {
            try tables.removeSession(old.id)
        }
        let id = SessionID.random(random)
        let modest = label.flatMap { Profile.isText($0) && $0.utf8.count <= Self.maximumLabelBytes ? $0 : nil }
        var session = SessionRow(
            id: id, account: account, created: now, used: now, idleUntil: now + limits.idle,
            expires: now + limits.longest)
        session.sealedLabel = try modest.map { try vault.seal(label: $0, of: id) }
        try tables.save(session)
        let token = RefreshToken.random(random)
        try tables.save(TokenRow(hash: token.hash, session: id))
        return Grant(account: account, session: id, refreshToken: token.text)
    }

    /// Exchanges a refresh token for the next one.
    ///
    /// - Throws: ``RefreshRefusal``, or ``Problem`` of the store.
    package func refresh(_ text: String) async throws -> Grant {
        guard let token = RefreshToken(text) else { throw RefreshRefusal.unknown }
        // A refusal is a result of the transaction: what it changes is to stay.
        return try await store.write { [self, now = time.wallClockMilliseconds()] tables in
            try exchange(token, at: now, in: tables)
        }.get()
    }

    private func exchange(
        _ token: RefreshToken, at now: Int64, in tables: any AccountTables
    ) throws -> Result<Grant, RefreshRefusal> {
        let hash = token.hash
        guard var row = try tables.token(hash), var session = try tables.session(row.session) else {
            return .failure(.unknown)
        }
        guard session.ended == nil else { return .failure(.ended) }
        guard session.isOpen(at: now) else { return .failure(.expired) }
        guard try tables.account(session.account)?.state == .active else { return .failure(.closed) }
        if row.used != nil {
            if let replay = session.replay, replay.hash == hash, now <= replay.until,
                let successor = token.open(replay.successor)
            {
                return .success(
                    Grant(account: session.account, session: session.id, refreshToken: successor.text))
            }
            (session.ended, session.replay) = (now, nil)
            try tables.save(session)
            try AuditLog.note(.refreshReused, session.account, detail: session.id.text, at: now, in: tables)
            rightsCache.forget(session.id)
            return .failure(.reused)
        }
        let successor = RefreshToken.random(random)
        row.used = now
        try tables.save(row)
        try tables.removeUsedTokens(of: session.id, keeping: Self.maximumUsedTokens)
        try tables.save(TokenRow(hash: successor.hash, session: session.id))
        session.used = now
        session.idleUntil = now + limits.idle
        session.replay = SessionRow.Replay(
            hash: hash, successor: try token.seal(successor), until: now + Self.graceMilliseconds)
        try tables.save(session)
        return .success(Grant(account: session.account, session: session.id, refreshToken: successor.text))
    }

    /// The account and the session for which a refresh token would give tokens now. The token stays as it is.
    package func owner(ofToken text: String) async throws -> (account: AccountID, session: SessionID)? {
        guard let token = RefreshToken(text) else { return nil }
        return try await store.read { [now = time.wallClockMilliseconds()] tables in
            guard let row = try tables.token(token.hash), let session = try tables.session(row.session),
                session.isOpen(at: now), row.used == nil || session.replay?.hash == token.hash,
                try tables.account(session.account)?.state == .active
            else { return nil }
            return (session.account, session.id)
        }
    }

    // MARK: Sessions

    /// The open sessions of an account, the latest first.
    package func list(_ account: AccountID) async throws -> [SessionInfo] {
        try await store.read { [vault, now = time.wallClockMilliseconds()] tables in
            try tables.sessions(of: account).filter { $0.isOpen(at: now) }.map { row in
                SessionInfo(
                    id: row.id, label: try row.sealedLabel.map { try vault.label($0, of: row.id) },
                    created: row.created, used: row.used, expires: min(row.expires, row.idleUntil))
            }
        }
    }

    /// Ends a session of an account.
    ///
    /// - Returns: false if the account has no such session, or it has ended.
    @discardableResult
    package func end(
        _ id: SessionID, of account: AccountID, noting event: AuditLog.Event = .loggedOut
    ) async throws -> Bool {
        let isEnded = try await store.write { [now = time.wallClockMilliseconds()] tables in
            guard var session = try tables.session(id), session.account == account, session.isOpen(at: now) else {
                return false
            }
            (session.ended, session.replay) = (now, nil)
            try tables.save(session)
            try AuditLog.note(event, account, detail: id.text, at: now, in: tables)
            return true
        }
        rightsCache.forget(id)
        return isEnded
    }

    /// Ends all sessions of an account.
    ///
    /// - Returns: how many were open.
    @discardableResult
    package func endAll(of account: AccountID) async throws -> Int {
        let ended = try await store.write { [now = time.wallClockMilliseconds()] tables in
            let open = try tables.sessions(of: account).filter { $0.isOpen(at: now) }
            for var session in open {
                (session.ended, session.replay) = (now, nil)
                try tables.save(session)
            }
            try AuditLog.note(.loggedOutEverywhere, account, detail: "\(open.count)", at: now, in: tables)
            return open.map(\.id)
        }
        for id in ended { rightsCache.forget(id) }
        return ended.count
    }

    /// Forgets at once what the access tokens of an account open, after the account was closed or changed.
    package func forgetRights(of account: AccountID) { rightsCache.forget(account) }

    /// What an access token opens now. It is looked up at most once a second for each session.
    ///
    /// - Throws: ``AccessRefusal/ended``, or ``Problem`` of the store.
    package func rights(_ token: AccessToken) async throws -> SessionRights {
        try await rights(of: token.account, in: token.session)
    }

    /// The same for a session that was found before.
    package func rights(of id: AccountID, in session: SessionID) async throws -> SessionRights {
        if let known = rightsCache.rights(of: session, account: id) { return known }
        let rights = try await store.read { [vault, now = time.wallClockMilliseconds()] tables -> SessionRights? in
            guard let row = try tables.session(session), row.account == id, row.isOpen(at: now),
                let account = try tables.account(id), account.state == .active
            else { return nil }
            return SessionRights(account: account.id, tier: account.tier, profile: try vault.profile(of: account))
        }
        guard let rights else { throw AccessRefusal.ended }
        rightsCache.remember(rights, of: session)
        return rights
    }
}

extension SessionRow {
    func isOpen(at now: Int64) -> Bool { ended == nil && now < min(expires, idleUntil) }
}
