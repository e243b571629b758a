package import Plumbing

/// Finds, makes and changes accounts.
///
///     let account = try await directory.signIn(identity).account
///     try await directory.change(account.id, by: ProfileChange(reading: body))
package final class AccountDirectory: Sendable {
    /// The result of signing in.
    package struct SignIn: Sendable, Hashable {
        package var account: Account
        /// Whether the account was made, or was a guest's until now.
        package var isNew: Bool
        /// The guest whose account is closed now and leaves everything to this one. ``Erasure/finish(_:)`` moves it.
        package var leaving: AccountID?
    }

    private let store: any AccountStore
    private let vault: AccountVault
    private let firstTier: String
    private let settle: @Sendable (AccountID, Int64, any AccountTables) throws -> Void
    private let time: TimeSource
    private let random: RandomSource

    /// - Parameters:
    ///   - firstTier: the tier of new accounts.
    ///   - settle: sets the tier of an account that takes over subscriptions, at a time in milliseconds since 1970.
    package init(
        store: any AccountStore, sealing: Sealing, firstTier: String = "free", time: TimeSource = .system,
        random: RandomSource = .system,
        settle: @escaping @Sendable (AccountID, Int64, any AccountTables) throws -> Void = { _, _, _ in }
    ) {
        self.store = store
        vault = AccountVault(sealing: sealing)
        self.firstTier = firstTier
        self.settle = settle
        self.time = time
        self.random = random
    }

    // MARK: Signing in

    /// The account of an identity; if there is none, it is made.
    ///
    /// Name and address are filled in once, when they are missing. A guest's account becomes the one of the identity, with
    /// everything in it. If the identity has an account already, that one takes over what the guest has.
    ///
    /// - Parameters:
    ///   - name: a name in addition to that in the token: Apple gives it to the app, and only once.
    ///   - guest: the guest who signs in.
    /// - Throws: ``Problem`` of kind `usage`, code `account.disabled`.
    package func signIn(_ identity: Identity, name: String? = nil, guest: AccountID? = nil) async throws -> SignIn {
        try await store.write { [self, time = time.wallClockMilliseconds()] tables in
            if let id = try vault.owner(of: identity, in: tables) {
                var account = try usable(id, in: tables)
                if fill(&account, identity, name) { try tables.save(try vault.row(account)) }
                try AuditLog.note(.signedIn, id, at: time, in: tables)
                guard let guest = try guest.flatMap({ try self.guest($0, in: tables) }) else {
                    return SignIn(account: account, isNew: false)
                }
                account = try take(over: guest, by: account, at: time, in: tables)
                return SignIn(account: account, isNew: false, leaving: guest.id)
            }
            var account = try guest.flatMap { try self.guest($0, in: tables) } ?? made(at: time)
            let isUpgrade = account.id == guest
            _ = fill(&account, identity, name)
            try tables.save(try vault.row(account))
            try tables.save(try vault.row(identity, of: account.id))
            account.issuers = [identity.issuer]
            try AuditLog.note(isUpgrade ? .guestUpgraded : .signedUp, account.id, at: time, in: tables)
            return SignIn(account: account, isNew: true)
        }
    }

    /// The keyed hashes that an erased account of the identity may have left; see ``AccountData``.
    func marks(of identity: Identity) -> [String] { vault.marks(issuer: identity.issuer, subject: identity.subject) }

    /// Makes an account without an identity.
    package func makeGuest() async throws -> Account {
        try await store.write { [self, time = time.wallClockMilliseconds()] tables in
            let account = made(at: time)
            try tables.save(try vault.row(account))
            try AuditLog.note(.guestMade, account.id, at: time, in: tables)
            return account
        }
    }

    /// Adds a second identity to the account of a signed-in person.
    ///
    /// - Returns: the account as it is then.
    /// - Throws: ``Problem`` of kind `usage`, code `account.identity-taken`, if it belongs to another account.
    @discardableResult
    package func link(_ identity: Identity, to id: AccountID) async throws -> Account {
        try await store.write { [self, time = time.wallClockMilliseconds()] tables in
            var account = try usable(id, in: tables)
            if let owner = try vault.owner(of: identity, in: tables) {
                guard owner == id else {
                    throw Problem(
                        .usage, "account.identity-taken", "this identity belongs to another account",
                        cure: "sign in with it, or erase that account first")
                }
                return account
            }
            if fill(&account, identity, nil) { try tables.save(try vault.row(account)) }
            try tables.save(try vault.row(identity, of: id))
            try AuditLog.note(.linked, id, at: time, in: tables)
            account.issuers = (account.issuers + [identity.issuer]).sorted()
            return account
        }
    }

    private func made(at time: Int64) -> Account {
        Account(
            id: .random(random), created: time, state: .active, tier: firstTier, email: nil, profile: Profile(),
            issuers: [])
    }

    /// The account of a guest; nil if a person has signed in to it.
    private func guest(_ id: AccountID, in tables: any AccountTables) throws -> Account? {
        let account = try usable(id, in: tables)
        return account.isGuest ? account : nil
    }

    /// - Returns: the account as it is then.
    private func take(
        over guest: Account, by account: Account, at time: Int64, in tables: any AccountTables
    ) throws -> Account {
        var account = account
        account.fill(from: guest)
        try tables.save(try vault.row(account))
        try Erasure.begin(try vault.row(guest), successor: account.id, at: time, in: tables)
        try settle(account.id, time, tables)
        account.tier = try tables.account(account.id)?.tier ?? account.tier
        return account
    }

    private func fill(_ account: inout Account, _ identity: Identity, _ name: String?) -> Bool {
        let before = account
        if account.profile.name == nil, !account.hasChosenName,
            let name = [name, identity.name].compactMap({ $0 }).first(where: Profile.isText)
        {
            account.profile.name = name
        }
        if account.email == nil, let address = identity.email {
            account.email = Account.Email(
                address: address, isVerified: identity.isEmailVerified, isPrivate: identity.isPrivateEmail)
        }
        return account != before
    }

    // MARK: Reading

    /// An account in any state; nil if there is none.
    ///
    /// - Throws: ``Problem`` if the file cannot be read, or if no secret opens what is sealed in it.
    package func account(_ id: AccountID) async throws -> Account? {
        try await store.read { [vault] tables in
            try tables.account(id).map { try vault.account($0, in: tables) }
        }
    }

    /// The name of the tier of an account that is open or closed; nil if it is being erased or not there. It needs no secret.
    package func keptTier(of id: AccountID) async throws -> String? {
        try await store.read { tables in
            try tables.account(id).flatMap { $0.state == .erasing ? nil : $0.tier }
        }
    }

    /// What signs in to an account, for its owner.
    package func identities(of id: AccountID) async throws -> [(issuer: String, subject: String)] {
        try await store.read { [vault] tables in try vault.subjects(of: id, in: tables) }
    }

    /// Accounts in the order of their identifiers.
    package func accounts(after id: AccountID? = nil, limit: Int) async throws -> [Account] {
        try await store.read { [vault] tables in
            try tables.accounts(after: id, limit: limit).map { try vault.account($0, in: tables) }
        }
    }

    /// The accounts with an address. It is for the operator: an address never signs a person in.
    package func accounts(email: String, limit: Int) async throws -> [Account] {
        try await store.read { [vault] tables in
            try tables.accounts(email: vault.emailLookups(email), limit: limit)
                .map { try vault.account($0, in: tables) }
        }
    }

    // MARK: Changing

    /// - Throws: ``Problem`` of kind `usage`: `account.unknown`, `account.disabled`.
    @discardableResult
    package func change(_ id: AccountID, by change: ProfileChange) async throws -> Account {
        try await store.write { [self] tables in
            var account = try usable(id, in: tables)
            account.profile = change.applied(to: account.profile)
            if change.changesName { account.hasChosenName = true }
            try tables.save(try vault.row(account))
            return account
        }
    }

    /// - Parameter tier: the name of a tier; the caller checks that there is one.
    package func set(tier: String, of id: AccountID) async throws {
        try await store.write { [self, time = time.wallClockMilliseconds()] tables in
            var row = try known(id, in: tables)
            guard row.tier != tier else { return }
            let detail = "\(row.tier) to \(tier)"
            row.tier = tier
            try tables.save(row)
            try AuditLog.note(.tierChanged, id, detail: detail, at: time, in: tables)
        }
    }

    /// Closes an account or opens it again. Closing it ends its sessions.
    package func set(isDisabled: Bool, of id: AccountID) async throws {
        try await store.write { [self, time = time.wallClockMilliseconds()] tables in
            var row = try known(id, in: tables)
            let state: Account.State = isDisabled ? .disabled : .active
            guard row.state != state, row.state != .erasing else { return }
            row.state = state
            try tables.save(row)
            if isDisabled { for session in try tables.sessions(of: id) { try tables.removeSession(session.id) } }
            try AuditLog.note(isDisabled ? .disabled : .enabled, id, at: time, in: tables)
        }
    }

    private func known(_ id: AccountID, in tables: any AccountTables) throws -> AccountRow {
        guard let row = try tables.account(id) else { throw Self.unknown(id) }
        return row
    }

    static func unknown(_ id: AccountID) -> Problem {
        Problem(.usage, "account.unknown", "there is no account \(id)", cure: "see 'verbio accounts list'")
    }

    /// An account that is open to its owner.
    private func usable(_ id: AccountID, in tables: any AccountTables) throws -> Account {
        let row = try known(id, in: tables)
        guard row.state == .active else {
            throw Problem(
                .usage, "account.disabled", "the account is closed", cure: "ask the operator of this server")
        }
        return try vault.account(row, in: tables)
    }
}
