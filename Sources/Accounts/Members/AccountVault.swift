internal import Plumbing

/// Converts accounts between what is known and what is stored: the only code that seals and opens personal data.
struct AccountVault: Sendable {
    let sealing: Sealing

    /// The part of an account with personal data.
    private struct Person: Codable {
        var email: Account.Email?
        var profile: Profile
        /// Nil in rows of earlier versions, as false.
        var hasChosenName: Bool?
    }

    private struct Subject: Codable {
        var issuer: String
        var subject: String
        /// The grants that are revoked when the account is erased: one for each client. Nil if there is none.
        private var granted: [Identity.Grant]?
        /// The only one, as it was stored before there could be several.
        private var grant: Identity.Grant?

        init(issuer: String, subject: String, grants: [Identity.Grant]) {
            self.issuer = issuer
            self.subject = subject
            granted = grants.isEmpty ? nil : grants
        }

        var grants: [Identity.Grant] { granted ?? [grant].compactMap(\.self) }
    }

    func account(_ row: AccountRow, in tables: any AccountTables) throws -> Account {
        let person = try sealing.open(json: Person.self, row.sealed, for: "account \(row.id)")
        let issuers = try tables.identities(of: row.id).map { try subject($0).issuer }
        return Account(
            id: row.id, created: row.created, state: row.state, tier: row.tier, email: person.email,
            profile: person.profile, issuers: issuers.sorted(), hasChosenName: person.hasChosenName ?? false)
    }

    func profile(of row: AccountRow) throws -> Profile {
        try sealing.open(json: Person.self, row.sealed, for: "account \(row.id)").profile
    }

    func row(_ account: Account) throws -> AccountRow {
        AccountRow(
            id: account.id, created: account.created, state: account.state, tier: account.tier,
            emailLookup: account.email.map { emailLookups($0.address)[0] },
            sealed: try sealing.seal(
                json: Person(
                    email: account.email, profile: account.profile, hasChosenName: account.hasChosenName ? true : nil),
                for: "account \(account.id)"))
    }

    /// The hashes by which an address is found, regardless of capital letters.
    func emailLookups(_ address: String) -> [[UInt8]] { sealing.lookups(address.lowercased(), purpose: "email") }

    // MARK: Identities

    /// The hashes by which an identity is found. An issuer is an address without line feeds, so no two identities have
    /// the same form.
    func lookups(_ identity: Identity) -> [[UInt8]] {
        sealing.lookups("\(identity.issuer)\n\(identity.subject)", purpose: "identity")
    }

    /// The keyed hashes that stay of an identity in the month of its erasure, the one of the current secret first.
    func marks(issuer: String, subject: String) -> [String] {
        sealing.lookups("\(issuer)\n\(subject)", purpose: "month of an erased identity").map(\.hexadecimal)
    }

    /// The marks of all identities of an account. An identity without its secret is left out.
    func marks(of account: AccountID, in tables: any AccountTables) throws -> [String] {
        try tables.identities(of: account).compactMap { try? subject($0) }
            .compactMap { marks(issuer: $0.issuer, subject: $0.subject).first }
    }

    func row(_ identity: Identity, of account: AccountID) throws -> IdentityRow {
        try row(
            Subject(
                issuer: identity.issuer, subject: identity.subject, grants: [identity.grant].compactMap(\.self)),
            of: account)
    }

    private func row(_ subject: Subject, of account: AccountID) throws -> IdentityRow {
        IdentityRow(
            lookup: lookups(Identity(issuer: subject.issuer, subject: subject.subject))[0], account: account,
            sealed: try sealing.seal(json: subject, for: "identity of \(account)"))
    }

    /// The identities of an account.
    func subjects(of account: AccountID, in tables: any AccountTables) throws -> [(issuer: String, subject: String)] {
        try tables.identities(of: account).map { row in
            let subject = try subject(row)
            return (subject.issuer, subject.subject)
        }
    }

    /// The account of an identity. If it was stored with an earlier secret, or the issuer has granted something new, it
    /// is stored again.
    func owner(of identity: Identity, in tables: any AccountTables) throws -> AccountID? {
        let lookups = lookups(identity)
        for (index, lookup) in lookups.enumerated() {
            guard let known = try tables.identity(lookup) else { continue }
            if index > 0 || identity.grant != nil {
                // An issuer has one grant for each client: that of the app does not replace that of the page.
                let others = try subject(known).grants.filter { $0.client != identity.grant?.client }
                try tables.removeIdentity(lookup)
                try tables.save(
                    try row(
                        Subject(
                            issuer: identity.issuer, subject: identity.subject,
                            grants: others + [identity.grant].compactMap(\.self)),
                        of: known.account))
            }
            return known.account
        }
        return nil
    }

    /// What the issuers have granted to an account. An identity that cannot be opened is left out, so that it does not keep the
    /// account from being erased.
    func grants(of account: AccountID, in tables: any AccountTables) throws -> [Revocation] {
        try tables.identities(of: account).compactMap { try? subject($0) }.flatMap { subject in
            subject.grants.map { Revocation(issuer: subject.issuer, grant: $0) }
        }
    }

    // MARK: Revocations

    func row(_ revocation: Revocation, id: String, due: Int64) throws -> RevocationRow {
        RevocationRow(
            id: id, due: due, attempts: 0, sealed: try sealing.seal(json: revocation, for: "revocation \(id)"))
    }

    func revocation(_ row: RevocationRow) throws -> Revocation {
        try sealing.open(json: Revocation.self, row.sealed, for: "revocation \(row.id)")
    }

    private func subject(_ row: IdentityRow) throws -> Subject {
        try sealing.open(json: Subject.self, row.sealed, for: "identity of \(row.account)")
    }

    // MARK: Subscriptions

    private struct SubscriptionName: Codable {
        var name: String
    }

    /// The hashes by which a subscription is found.
    func subscriptionLookups(_ name: String) -> [[UInt8]] { sealing.lookups(name, purpose: "subscription") }

    /// The name of a subscription, so that it can be found with another secret.
    func seal(subscription name: String) throws -> [UInt8] {
        try sealing.seal(json: SubscriptionName(name: name), for: "subscription")
    }

    // MARK: Another secret

    /// Seals an account, its identities and the names of its sessions with the current secret.
    ///
    /// - Returns: false if some of it cannot be opened. In that case, nothing is changed.
    func reseal(_ old: AccountRow, in tables: any AccountTables) throws -> Bool {
        let (identities, sessions) = (try tables.identities(of: old.id), try tables.sessions(of: old.id))
        guard let account = try? account(old, in: tables), let subjects = try? identities.map(subject),
            let labels = try? sessions.map({ session in try session.sealedLabel.map { try label($0, of: session.id) } })
        else { return false }
        try tables.save(try row(account))
        for (identity, subject) in zip(identities, subjects) {
            try tables.removeIdentity(identity.lookup)
            try tables.save(try row(subject, of: old.id))
        }
        for (var session, label) in zip(sessions, labels) {
            guard let label else { continue }
            session.sealedLabel = try seal(label: label, of: session.id)
            try tables.save(session)
        }
        return true
    }

    /// The same for a subscription.
    func reseal(_ old: SubscriptionRow, in tables: any AccountTables) throws -> Bool {
        guard let name = try? sealing.open(json: SubscriptionName.self, old.sealed, for: "subscription") else {
            return false
        }
        guard !sealing.isCurrent(old.sealed) else { return true }
        var row = old
        try tables.removeSubscription(row.lookup)
        row.lookup = subscriptionLookups(name.name)[0]
        row.sealed = try sealing.seal(json: name, for: "subscription")
        try tables.save(row)
        return true
    }

    /// Seals the values of the server, and the grants to be revoked, with the current secret.
    ///
    /// - Returns: what cannot be opened.
    func resealValues(in tables: any AccountTables) throws -> [String] {
        var unreadable: [String] = []
        for name in try tables.sealedValueNames() {
            if let value = try? value(name, in: tables) {
                try save(value, name, in: tables)
            } else {
                unreadable.append("value \(name)")
            }
        }
        for var row in try tables.revocations(dueBefore: .max, limit: .max) {
            if let revocation = try? revocation(row) {
                row.sealed = try sealing.seal(json: revocation, for: "revocation \(row.id)")
                try tables.save(row)
            } else {
                unreadable.append("revocation \(row.id)")
            }
        }
        return unreadable
    }

    // MARK: Values of the server

    func value(_ name: String, in tables: any AccountTables) throws -> [UInt8]? {
        try tables.sealedValue(name).map { try sealing.open($0, for: "value \(name)") }
    }

    func save(_ value: [UInt8], _ name: String, in tables: any AccountTables) throws {
        try tables.save(sealedValue: try sealing.seal(value, for: "value \(name)"), name)
    }

    // MARK: Sessions

    func seal(label: String, of session: SessionID) throws -> [UInt8] {
        try sealing.seal(Array(label.utf8), for: "session \(session)")
    }

    func label(_ sealed: [UInt8], of session: SessionID) throws -> String {
        String(decoding: try sealing.open(sealed, for: "session \(session)"), as: UTF8.self)
    }
}
