internal import Access
internal import Accounts
internal import Plumbing

/// What the instances of routes share, each of which is made for one request.
struct SharedParts: Sendable {
    /// As many recordings are examined at once as translations may run.
    let examinations: Limiter
    /// As many texts are spoken at once as translations may run.
    let speeches: Limiter
    /// Encodes these texts.
    let speechEncoder = WorkerThread("speech")

    /// Requests with a key that are being done.
    let openRequests = OpenRequests()

    let sessions: LiveConnections
    let tickets: TicketBook
    /// Nil if the operator wants no accounts.
    let accounts: AccountServices?
    /// How often one address may try to sign in.
    let signIns: AddressPace

    init(
        _ configuration: ServerConfiguration, sessions: LiveConnections, accounts: AccountServices? = nil,
        time: TimeSource
    ) {
        tickets = TicketBook(time: time)
        self.sessions = sessions
        self.accounts = accounts
        signIns = AddressPace(perMinute: accounts?.configuration.signInsPerMinute ?? 0, time: time)
        examinations = Limiter(limit: configuration.concurrentTranslations)
        speeches = Limiter(limit: configuration.concurrentTranslations)
    }
}

extension SharedParts {
    /// The accounts.
    ///
    /// - Throws: ``Refusal`` with status 404 if the operator wants none: then the addresses of accounts do not exist.
    func requireAccounts() throws -> AccountServices {
        guard let accounts else { throw Refusal.notFound }
        return accounts
    }
}
