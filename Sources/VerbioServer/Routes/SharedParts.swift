internal import Access
internal import Accounts
internal import Captions
internal import Conversations
internal import Coordination
internal import Jobs
internal import Plumbing
internal import VerbioService

/// What the instances of routes share, each of which is made for one request.
struct SharedParts: Sendable {
    /// As many recordings are examined at once as translations may run. As many requests wait.
    let examinations: WorkPlaces
    /// As many texts are spoken at once as translations may run. As many requests wait.
    let speeches: WorkPlaces
    /// As many files are written for answers at once as translations may run. The others wait while their clients do.
    let files: FairLimiter<Scope>
    /// The turns of all requests, by network.
    let gate: RequestGate
    /// The short work of requests with a key, by scope.
    let turns = FairLimiter<Scope>.short()
    let work = ConnectionWork()
    /// Encodes these texts.
    let speechEncoder = WorkerThread("speech")

    /// What all servers know of each other.
    let coordination: any Coordination
    let keptAnswers = KeptAnswers()

    /// The description of the server in its forms.
    let description: APIDescription
    /// What the machine and the settings offer, which is the same for all scopes.
    let languages: RecentAnswer
    let engines: RecentAnswer

    let probe: StoreProbe
    let sessions: LiveSessions
    let tickets: TicketBook
    /// Nil if the operator wants no accounts.
    let accounts: AccountServices?
    /// Nil if there is no place for jobs.
    let jobs: JobCoordinator?
    /// Nil if the server fetches no recordings.
    var fetch: OutsideFetch?
    /// How often one address may try to sign in.
    let signIns: AddressPace
    /// How often one address may begin as a guest.
    let guests: AddressPace
    let exports: AccountExports
    /// Where answers are written before they are sent; nil is the folder for temporary files.
    var answers: AnswerFolder?
    /// The rules for captions in answers.
    var captionProfile = CaptionProfile.netflix
    /// Nil if nothing is traced.
    var traces: TraceExport?

    init(
        _ configuration: ServerConfiguration, store: any ScopeStore, sessions: LiveSessions,
        accounts: AccountServices? = nil, jobs: JobCoordinator? = nil, coordination: any Coordination, time: TimeSource
    ) {
        self.coordination = coordination
        self.jobs = jobs
        let urgent: [any Route.Type] = [LivenessRoute.self, HealthRoute.self, ReadinessRoute.self]
        gate = RequestGate(urgent: urgent.map { $0.name }, proxies: TrustedProxies(configuration.proxies))
        description = APIDescription(configuration, time: time)
        languages = RecentAnswer(time: time)
        engines = RecentAnswer(time: time)
        probe = StoreProbe(store, time: time)
        tickets = TicketBook(coordination)
        exports = AccountExports(coordination)
        self.sessions = sessions
        self.accounts = accounts
        signIns = AddressPace(
            "sign-ins", accounts?.configuration.signInsPerMinute ?? 0, per: .seconds(60), coordination)
        // A tenth, so that no address takes all guests. Several people may be behind one.
        let guests = accounts?.configuration.guestsPerHour ?? 0
        self.guests = AddressPace(
            "guests", guests > 0 ? max(3, guests / 10) : 0, per: .seconds(3_600), coordination)
        examinations = WorkPlaces(configuration, time: time)
        speeches = WorkPlaces(configuration, time: time)
        files = .places(configuration.concurrentTranslations)
    }
}

extension SharedParts {
    /// The jobs.
    ///
    /// - Throws: ``Refusal`` with status 404 if there is no place for them: then their addresses do not exist.
    func requireJobs() throws -> JobCoordinator {
        guard let jobs else { throw Refusal.notFound }
        return jobs
    }

    /// The accounts.
    ///
    /// - Throws: ``Refusal`` with status 404 if the operator wants none: then the addresses of accounts do not exist.
    func requireAccounts() throws -> AccountServices {
        guard let accounts else { throw Refusal.notFound }
        return accounts
    }
}
