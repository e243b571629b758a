package import Coordination
package import Plumbing

/// All that a server needs for accounts.
package struct AccountServices: Sendable {
    /// What the operator decides.
    package struct Configuration: Sendable {
        /// The address of the server for its clients; it is the issuer and the audience of access tokens.
        package var url: String
        package var issuers: IssuerList
        package var tiers: TierCatalogue
        package var sessionLimits: Sessions.Limits
        /// How many guests may be made in an hour; 0 if there are no guests.
        package var guestsPerHour: Int
        /// How often one address may try to sign in or to refresh in a minute; 0 is no limit.
        package var signInsPerMinute: Int
        /// What is sold; nil if nothing is.
        package var billing: BillingPlan?

        /// - Parameters:
        /// - sealing: opens and seals what is stored of persons.
        /// - data: what accounts have outside the file of accounts.
        /// - Throws: ``Problem`` of kind `usage` if the root certificate of the billing plan cannot be read.
        package init(
            url: String, issuers: IssuerList = .none, tiers: TierCatalogue, sessionLimits: Sessions.Limits = .init(),
            guestsPerHour: Int = 0, signInsPerMinute: Int = 60,
            billing: BillingPlan? = nil
        ) {
            self.url = url
            self.issuers = issuers
            self.tiers = tiers
            self.sessionLimits = sessionLimits
            self.guestsPerHour = guestsPerHour
            self.signInsPerMinute = signInsPerMinute
            self.billing = billing
        }
    }

    /// The way to the issuers.
    package struct IssuerAccess: Sendable {
        /// Fetches their keys.
        package var documents: any DocumentSource
        /// Sends requests to the issuers.
        package var forms: any FormSender

        package init(documents: any DocumentSource, forms: any FormSender) {
            self.documents = documents
            self.forms = forms
        }
    }

    /// What the parts of the service share.
    package struct Shared: Sendable {
        package var coordination: any Coordination
        package var time: TimeSource

        /// - Parameter coordination: counts attempts over all servers; nil for this process alone.
        package init(coordination: (any Coordination)? = nil, time: TimeSource = .system) {
            self.coordination = coordination ?? LocalCoordination(time: time)
            self.time = time
        }
    }

    package let configuration: Configuration
    package let directory: AccountDirectory
    package let sessions: Sessions
    package let tokens: AccessTokens
    package let devices: DeviceLogins
    package let records: AccountRecords
    package let erasure: Erasure
    package let revocations: Revocations
    package let guestsLeft: AbandonedGuests
    /// Nil if nothing is sold.
    package let billing: Billing?
    private let verifiers: [String: IdentityVerifier]
    private let exchanges: [String: CodeExchange]
    private let pages: [String: WebSignIn]
    private let data: any AccountData

    package init(
        _ configuration: Configuration, store: any AccountStore, sealing: Sealing, issuers: IssuerAccess,
        shared: Shared, random: RandomSource = .system, data: any AccountData
    ) throws(Problem) {
        let time = shared.time
        let tiers = configuration.tiers
        billing = try configuration.billing.map { plan throws(Problem) in
            try Billing(plan, store: store, sealing: sealing, tiers: tiers, time: time)
        }
        self.configuration = configuration
        self.data = data
        directory = AccountDirectory(
            store: store, sealing: sealing, firstTier: configuration.tiers.first.name, time: time, random: random
        ) { [billing] id, now, tables in _ = try billing?.settle(id, "guest", at: now, in: tables) }
        sessions = Sessions(
            store: store, sealing: sealing, limits: configuration.sessionLimits, time: time, random: random)
        devices = DeviceLogins(
            store: store, sealing: sealing, sessions: sessions, coordination: shared.coordination, time: time,
            random: random)
        records = AccountRecords(store: store)
        tokens = AccessTokens(
            issuer: configuration.url, audience: configuration.url, store: store, sealing: sealing, time: time,
            random: random)
        erasure = Erasure(store: store, sealing: sealing, time: time, random: random, data: data)
        guestsLeft = AbandonedGuests(store: store, erasure: erasure, time: time)
        let ledger = StoredNonces(store: store)
        var verifiers: [String: IdentityVerifier] = [:]
        var exchanges: [String: CodeExchange] = [:]
        var pages: [String: WebSignIn] = [:]
        for issuer in configuration.issuers.issuers where verifiers[issuer.name] == nil {
            let verifier = IdentityVerifier(issuer, documents: issuers.documents, ledger: ledger, time: time)
            let endpoints = IssuerEndpoints(issuer, source: issuers.documents, time: time)
            let exchange = CodeExchange(issuer, endpoints: endpoints, forms: issuers.forms, time: time)
            verifiers[issuer.name] = verifier
            exchanges[issuer.name] = exchange
            pages[issuer.name] = issuer.client.page.map { page in
                WebSignIn(
                    page, redirect: "\(configuration.url)/api/auth/\(issuer.name)/callback",
                    with: WebSignIn.Issuer(verifier: verifier, endpoints: endpoints, exchange: exchange),
                    sealing: sealing, time: time, random: random)
            }
        }
        self.verifiers = verifiers
        self.exchanges = exchanges
        self.pages = pages
        revocations = Revocations(
            store: store, sealing: sealing, exchanges: Array(exchanges.values), time: time)
    }

    /// What checks the tokens of an issuer; nil if the operator does not list it.
    package func verifier(_ name: String) -> IdentityVerifier? { verifiers[name] }

    /// What exchanges the codes of an issuer; nil if the operator does not list it.
    package func exchange(_ name: String) -> CodeExchange? { exchanges[name] }

    /// What signs people in on the page with an issuer; nil if the operator has not made the page a client of it.
    package func page(_ name: String) -> WebSignIn? { pages[name] }

    /// How many guests may be made, over the whole service.
    ///
    /// Making one needs no sign-in, so it is the way to take free minutes again and again. It comes back evenly, so that a burst
    /// does not shut out others for an hour.
    package var guestPace: Pace { Pace("guests", max(1, configuration.guestsPerHour), per: .seconds(3_600)) }

    /// Signs a person in. What a guest leaves is moved at once if nothing works on it, and otherwise soon.
    ///
    /// - Throws: as ``AccountDirectory/signIn(_:name:guest:)``.
    package func signIn(
        _ identity: Identity, name: String?, guest: AccountID?
    ) async throws -> AccountDirectory.SignIn {
        let signIn = try await directory.signIn(identity, name: name, guest: guest)
        // At each sign-in, so that it is made up for if the program was killed after the first one.
        try await data.recall(directory.marks(of: identity), for: signIn.account.id)
        if let left = signIn.leaving {
            sessions.forgetRights(of: left)
            sessions.forgetRights(of: signIn.account.id)
            _ = try? await erasure.finish(left)
        }
        return signIn
    }

    /// Closes an account permanently and removes all that belongs to it.
    ///
    /// - Throws: as ``Erasure/finish(_:)``. The account stays closed then, and is erased later.
    package func erase(_ id: AccountID) async throws -> Erasure.Receipt {
        try await erasure.begin(id)
        sessions.forgetRights(of: id)
        return try await erasure.finish(id)
    }

    /// Takes what a store has said of a subscription. A change of tier counts at once.
    package func take(_ notice: BillingNotice) async throws {
        for changed in try await billing?.take(notice) ?? [] { sessions.forgetRights(of: changed) }
    }

    /// Takes back what is not paid for any more.
    package func expireSubscriptions() async throws {
        for changed in try await billing?.expire() ?? [] { sessions.forgetRights(of: changed) }
    }

    /// Changes the profile of an account. It counts at once.
    ///
    /// - Throws: as ``AccountDirectory/change(_:by:)``.
    package func change(_ id: AccountID, by change: ProfileChange) async throws -> Account {
        let account = try await directory.change(id, by: change)
        sessions.forgetRights(of: id)
        return account
    }

    /// Sets the tier of an account. It counts at once.
    ///
    /// - Throws: ``Problem`` of kind `usage`: `tiers.unknown`, `account.unknown`.
    package func set(tier name: String, of id: AccountID) async throws {
        try await directory.set(tier: try configuration.tiers.tier(name).name, of: id)
        sessions.forgetRights(of: id)
    }

    /// Closes an account or opens it again. It counts at once.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `account.unknown`.
    package func set(isDisabled: Bool, of id: AccountID) async throws {
        try await directory.set(isDisabled: isDisabled, of: id)
        sessions.forgetRights(of: id)
    }

    /// The tier and the profile of an account, if the session is open.
    ///
    /// - Throws: ``AccessRefusal/ended``; ``Problem`` of the store.
    package func rights(
        of account: AccountID, in session: SessionID
    ) async throws -> (tier: Tier, profile: Profile) {
        let rights = try await sessions.rights(of: account, in: session)
        return (configuration.tiers.rights(of: rights.tier), rights.profile)
    }

    /// What an account may do now, whatever its sessions; nil if it is closed or erased.
    package func tier(of id: AccountID) async throws -> Tier? {
        guard let account = try await directory.account(id), account.state == .active else { return nil }
        return configuration.tiers.rights(of: account.tier)
    }
}
