internal import HTTPTypes
internal import Hummingbird
internal import Interpreting
internal import Plumbing
internal import Providers
internal import Resilience
internal import VerbioService

/// Whether the server should be sent requests: it is not being stopped, and its store can be written.
///
/// The engines are reported by stage and without names, because the answer needs no key. They do not change the status:
/// what is heard is kept while they fail.
struct ReadinessRoute: Route {
    static let name = RouteName(.get, "/api/health/ready")
    static let isOpenWhileStopping = true
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
        _ = try QueryParameters(request.uri.query, known: [])
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
