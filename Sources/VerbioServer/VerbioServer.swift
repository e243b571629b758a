internal import Accounts
package import Captions
internal import Conversations
package import Coordination
internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
internal import HummingbirdTLS
package import Jobs
package import Logging
internal import NIOCore
package import Plumbing
internal import ServiceLifecycle
internal import UnixSignals
package import VerbioService

/// Verbio over HTTP: the same pipeline as the command line, behind a few routes.
///
/// It demands a key once one has been made, and always if other machines reach it. Each key belongs to a scope. The server
/// refuses requests from a page of another origin, and requests for a name that merely points to its address.
/// `config/openapi.yaml` describes its answers.
///
/// ```swift
/// let server = VerbioServer(.init(port: 8080, version: "1.0"), services: services, logger: logger)
/// try await server.run { port in print("http://127.0.0.1:\(port)") }
/// ```
package struct VerbioServer: Sendable {
    private let configuration: ServerConfiguration
    private let services: any ScopedServices
    private let policy: AccessPolicy
    private let jobs: JobServices?
    private let logger: Logger
    private let time: TimeSource
    /// What this server knows of others of the same service.
    package var coordination: any Coordination
    /// Fetches recordings that requests name; nil if the server fetches none.
    package var fetch: OutsideFetch?
    /// Where answers are written before they are sent; nil is the folder for temporary files.
    package var answers: AnswerFolder?
    /// The rules for captions in answers.
    package var captionProfile = CaptionProfile.netflix
    /// Sends the spans of requests and their work; nil if nothing is traced.
    package var traces: TraceExport?
    /// Routes in addition to those of the service; tests add some.
    var moreRoutes: [any Route.Type] = []

    /// - Parameter jobs: the place of jobs; nil if there are none.
    package init(
        _ configuration: ServerConfiguration, services: any ScopedServices, policy: AccessPolicy = .open,
        jobs: JobServices? = nil, logger: Logger, time: TimeSource = .system
    ) {
        self.jobs = jobs
        coordination = LocalCoordination(time: time)
        self.configuration = configuration
        self.services = services
        self.policy = policy
        self.logger = logger
        self.time = time
    }

    /// Serves until SIGTERM or SIGINT, until its service group shuts down, or until the task is cancelled.
    ///
    /// On a signal, translations stop reading audio, finish and deliver what is in flight and complete their answers.
    /// In the meantime, other requests are answered with 503. Translations that have not ended after
    /// ``ServerConfiguration/grace`` are cancelled and stay resumable.
    ///
    /// - Parameters:
    ///   - trapsSignals: whether the signals are handled here.
    ///   - onReady: called once with the port that the server listens on.
    /// - Throws: ``Problem`` of kind `usage`, code `server.port`, if the port cannot be used.
    package func run(trapsSignals: Bool = true, onReady: @escaping @Sendable (Int) -> Void) async throws {
        let coordinator = jobs.map { JobCoordinator($0, hints: coordination.hints) }
        let pool = WorkPool(configuration: configuration, logger: logger, time: time, tracer: traces?.tracer)
        if let coordinator { pool.whenDraining { coordinator.drain() } }
        let check = PrincipalCheck(policy: policy)
        let sessions = LiveSessions(configuration: configuration, pool: pool) {
            await check.standing(of: $0)
        }
        let routes = try await self.routes(pool, sessions, coordinator)
        let certificates = try configuration.tls.map { try CertificateFiles($0, logger: logger, time: time) }
        let application = try self.application(routes, certificates: certificates, onReady: onReady)
        // Services are shut down in reverse order: translations end while the server still answers, then the server is closed.
        var running: [any ServiceLifecycle.Service] = [application]
        if let nodes = coordination.nodes {
            running.append(
                NodeSign(.server, version: configuration.version, in: nodes, time: time) {
                    let (connected, away) = sessions.counts
                    return (coordinator?.runningCount ?? 0, connected + away)
                })
        }
        running += watches(coordinator)
        if let port = configuration.wyomingPort { running.append(try await wyoming(port, pool)) }
        if let coordinator {
            running.append(
                JobRunner(
                    coordinator, services: services, meter: policy.meter, work: pool.server, logger: logger,
                    owner: check.owner(of:)))
        }
        running += [sessions, pool]
        if let certificates { running.append(certificates) }
        if let accounts = policy.accounts {
            running += housekeeping(of: accounts)
        }
        try await serveTraced(running, trapsSignals: trapsSignals)
    }

    /// Does jobs until SIGTERM or SIGINT, until its service group shuts down, or until the task is cancelled, without a door for
    /// clients.
    ///
    /// On a signal, what is in flight is finished, and the rest of each job waits for another process.
    ///
    /// - Parameter trapsSignals: whether the signals are handled here.
    package func runJobs(trapsSignals: Bool = true) async throws {
        guard let jobs else { return }
        let coordinator = JobCoordinator(jobs, hints: coordination.hints)
        let work = WorkServer(
            configuration: configuration, metrics: ServiceMetrics(logger: logger, time: time), time: time,
            tracer: traces?.tracer)
        var running: [any ServiceLifecycle.Service] = []
        if let nodes = coordination.nodes {
            running.append(
                NodeSign(.worker, version: configuration.version, in: nodes, time: time) {
                    (coordinator.runningCount, 0)
                })
        }
        running += watches(coordinator)
        if let accounts = policy.accounts { running += housekeeping(of: accounts) }
        // The last one is shut down first.
        running.append(
            JobRunner(
                coordinator, services: services, meter: policy.meter, work: work, logger: logger,
                owner: PrincipalCheck(policy: policy).owner(of:)))
        try await serveTraced(running, trapsSignals: trapsSignals)
    }

    private func serveTraced(_ running: [any ServiceLifecycle.Service], trapsSignals: Bool) async throws {
        guard let traces else { return try await serve(running, trapsSignals: trapsSignals) }
        // Outside of the services, because their last spans end when they do.
        try await traces.during { try await serve(running, trapsSignals: trapsSignals) }
    }

    /// Hummingbird would announce the address itself; the caller of ``run(trapsSignals:onReady:)`` does that in its own words.
    private var quietLogger: Logger {
        var quiet = logger
        quiet.logLevel = max(logger.logLevel, .warning)
        return quiet
    }

    private func wyoming(_ port: Int, _ pool: WorkPool) async throws -> WyomingServer {
        let local = try await services.service(for: .local)
        return WyomingServer(
            host: configuration.host, port: port, version: configuration.version, service: local,
            work: ScopedWork(pool, service: local), patience: configuration.patience, logger: logger
        ) { [policy] in
            try await !policy.demandsKey
        } onReady: { [logger] port in
            logger.info("wyoming: listening on port \(port)")
        }
    }

    private func routes(
        _ pool: WorkPool, _ sessions: LiveSessions, _ coordinator: JobCoordinator?
    ) async throws -> Routes {
        let local = try await services.service(for: .local)
        var shared = SharedParts(
            configuration, store: local.store, sessions: sessions, accounts: policy.accounts, jobs: coordinator,
            coordination: coordination, time: time)
        shared.fetch = fetch
        shared.answers = answers
        shared.captionProfile = captionProfile
        shared.traces = traces
        return Routes(
            RouteParts(
                configuration: configuration, service: local,
                work: ScopedWork(pool, service: local, meter: policy.meter), shared: shared),
            services: services, policy: policy, more: moreRoutes, time: time)
    }

    /// What a server hears of the others, and whether it does.
    private func watches(_ coordinator: JobCoordinator?) -> [any ServiceLifecycle.Service] {
        var watches: [any ServiceLifecycle.Service] = []
        if coordination.isShared != nil { watches.append(LimitsWatch(coordination, logger: logger, time: time)) }
        if let coordinator, let hints = coordination.hints {
            watches.append(JobHints(coordinator: coordinator, hints: hints))
        }
        return watches
    }

    /// What one server of all does for accounts.
    private func housekeeping(of accounts: AccountServices) -> [any ServiceLifecycle.Service] {
        let turns = jobs?.turns ?? coordination
        return [
            PendingErasures(
                accounts: accounts, turn: KeptTurn("erasures", turns, time: time), logger: logger, time: time),
            ExpiredHistories(
                accounts: accounts, services: services, turn: KeptTurn("histories", turns, time: time), logger: logger,
                time: time),
        ]
    }

    /// The HTTP server, with TLS if there are certificates.
    private func application(
        _ routes: Routes, certificates: CertificateFiles?, onReady: @escaping @Sendable (Int) -> Void
    ) throws -> some ServiceLifecycle.Service {
        let plain = HTTPServerBuilder.http1(
            configuration: ConnectionGuard.http1(
                patience: configuration.patience, limit: configuration.connections, gate: routes.gate, logger: logger))
        return Application(
            router: routes.router(logger: logger),
            server: try certificates.map { try .tls(plain, tlsConfiguration: $0.tls()) } ?? plain,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                availableConnectionsDelegate: .maximum(configuration.connections, logger: quietLogger)),
            onServerRunning: { channel in onReady(channel.localAddress?.port ?? configuration.port) },
            logger: quietLogger)
    }

    /// Runs the services until they are shut down.
    private func serve(_ running: [any ServiceLifecycle.Service], trapsSignals: Bool) async throws {
        var group = ServiceGroupConfiguration(services: running.map { .init(service: $0) }, logger: quietLogger)
        if trapsSignals { group.gracefulShutdownSignals = [.sigterm, .sigint] + (HangUp.isIgnored ? [] : [.sighup]) }
        group.maximumGracefulShutdownDuration = configuration.grace
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError {
            let reason = error.errnoCode == EADDRINUSE ? "it is in use" : "not allowed"
            throw Problem(
                .usage, "server.port", "port \(configuration.port) cannot be listened on (\(reason))",
                cure: "choose another one with --port")
        }
    }
}
