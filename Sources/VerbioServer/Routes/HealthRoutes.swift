internal import Access
internal import Coordination
internal import HTTPTypes
internal import Hummingbird
internal import Interpreting
internal import Jobs
internal import Plumbing
internal import Providers
internal import Resilience
internal import VerbioService

/// Whether the server takes work, and which providers do it.
struct HealthRoute: Route {
    static let name = RouteName(.get, "/api/health")
    static let parameters = ["detail"]
    static let isOpenWhileStopping = true
    static let isTraced = false
    static var access: RouteAccess { .open }

    private let version: String
    private let service: any ConversationService
    private let work: ScopedWork
    private let coordination: any Coordination

    init(_ parts: RouteParts) {
        version = parts.configuration.version
        service = parts.service
        work = parts.work
        coordination = parts.shared.coordination
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        let isDetailed = try query.word("detail", among: [("true", true), ("false", false)], otherwise: false)
        // Only a request with a key learns which providers there are, if the server demands keys.
        if isDetailed, context.principal == nil { throw Refusal.keyMissing }
        let isDraining = work.isDraining
        let health = Health(
            status: isDraining ? "draining" : "ok", version: version,
            limits: coordination.isShared.map { $0 ? "shared" : "local" },
            providers: isDetailed ? service.providerConditions.map(Health.Provider.init) : nil)
        return try .json(health, status: isDraining ? .serviceUnavailable : .ok)
    }

    private struct Health: Encodable {
        var status: String
        var version: String
        /// Whether limits count over all servers; nil if the server is the only one.
        var limits: String?
        /// The providers; nil if the request does not ask for them.
        var providers: [Provider]?

        struct Provider: Encodable {
            var stage: Stage
            var provider: String
            var model: String
            var state: CircuitBreaker.Condition
            /// Nil if it has only one.
            var addresses: [Address]?

            struct Address: Encodable {
                var address: String
                var state: CircuitBreaker.Condition
                var calls: Int
            }

            init(_ condition: ProviderCondition) {
                stage = condition.stage
                provider = condition.provider.name
                model = condition.provider.shownModel
                state = condition.condition
                guard !condition.addresses.isEmpty else { return }
                addresses = condition.addresses.map {
                    Address(address: $0.address, state: $0.condition, calls: $0.calls)
                }
            }
        }
    }
}

/// Whether the process answers. It looks at nothing else, in particular not at the store, so that a supervisor does not restart a
/// server with a slow disk.
struct LivenessRoute: Route {
    static let name = RouteName(.get, "/api/health/live")
    static let isOpenWhileStopping = true
    static let isTraced = false
    static let access = RouteAccess.open

    private let version: String

    init(_ parts: RouteParts) { version = parts.configuration.version }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        return try .json(Liveness(status: "live", version: version))
    }

    private struct Liveness: Encodable {
        var status: String
        var version: String
    }
}

/// Whether the server should be sent requests: it is not being stopped, and its store can be written.
///
/// The engines are reported by stage and without names, because the answer needs no key. They do not change the status:
/// what is heard is kept while they fail.
struct ReadinessRoute: Route {
    static let name = RouteName(.get, "/api/health/ready")
    static let isOpenWhileStopping = true
    static let isTraced = false
    static let access = RouteAccess.open

    private let service: any ConversationService
    private let work: ScopedWork
    private let probe: StoreProbe

    init(_ parts: RouteParts) {
        service = parts.service
        work = parts.work
        probe = parts.shared.probe
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let isDraining = work.isDraining
        // A server that is being stopped says so at once.
        let problem = isDraining ? nil : await probe.check()
        let readiness = Readiness(
            status: isDraining ? "draining" : problem == nil ? "ready" : "store", problem: problem?.code,
            engines: Self.engines(service.providerConditions))
        var response = try Response.json(
            readiness, status: readiness.status == "ready" ? .ok : .serviceUnavailable)
        if response.status == .serviceUnavailable { response.headers[.retryAfter] = "5" }
        return response
    }

    /// Each stage's best engine.
    private static func engines(_ conditions: [ProviderCondition]) -> [String: String] {
        let order: [CircuitBreaker.Condition] = [.closed, .probing, .open]
        let names = ["available", "probing", "failing"]
        var best: [String: Int] = [:]
        for one in conditions {
            let rank = order.firstIndex(of: one.condition) ?? order.count - 1
            best[one.stage.rawValue] = min(rank, best[one.stage.rawValue] ?? rank)
        }
        return best.mapValues { names[$0] }
    }

    private struct Readiness: Encodable {
        var status: String
        /// The code of the problem with the store.
        var problem: String?
        var engines: [String: String]
    }
}

/// The measurements of the server, for a monitoring system that fetches them regularly.
struct MetricsRoute: Route {
    static let name = RouteName(.get, "/metrics")
    static let isOpenWhileStopping = true
    static let isTraced = false
    static var access: RouteAccess { .key(.operate) }

    private let service: any ConversationService
    private let work: ScopedWork
    private let sessions: LiveSessions
    private let traces: TraceExport?
    private let jobs: JobCoordinator?

    init(_ parts: RouteParts) {
        service = parts.service
        work = parts.work
        sessions = parts.shared.sessions
        traces = parts.shared.traces
        jobs = parts.shared.jobs
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let (connected, away) = sessions.counts
        // If the store does not answer, the other measurements are all the more needed.
        let text = work.metrics.text(
            load: work.load, sessions: [("connected", connected), ("away", away)], jobs: try? await jobs?.store.load(),
            providers: service.providerConditions, droppedSpans: traces?.dropped)
        return .text(text, MetricText.contentType)
    }
}
