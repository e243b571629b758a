internal import HTTPTypes
internal import Hummingbird
internal import Interpreting
internal import Providers
internal import Resilience
internal import VerbioService

/// Whether the server takes work, and which providers do it.
struct HealthRoute: Route {
    static let name = RouteName(.get, "/api/health")
    static let isOpenWhileStopping = true
    static var access: RouteAccess { .open }

    private let version: String
    private let service: any ConversationService
    private let work: ScopedWork

    init(_ parts: RouteParts) {
        version = parts.configuration.version
        service = parts.service
        work = parts.work
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["detail"])
        let isDetailed = try query.word("detail", among: [("true", true), ("false", false)], otherwise: false)
        // Only a request with a key learns which providers there are, if the server demands keys.
        if isDetailed, context.principal == nil { throw Refusal.keyMissing }
        let isDraining = work.isDraining
        let health = Health(
            status: isDraining ? "draining" : "ok", version: version,
            providers: isDetailed ? service.providerConditions.map(Health.Provider.init) : nil)
        return try .json(health, status: isDraining ? .serviceUnavailable : .ok)
    }

    private struct Health: Encodable {
        var status: String
        var version: String
        /// The providers; nil if the request does not ask for them.
        var providers: [Provider]?

        struct Provider: Encodable {
            var stage: Stage
            var provider: String
            var model: String
            var state: CircuitBreaker.Condition

            init(_ condition: ProviderCondition) {
                stage = condition.stage
                provider = condition.provider.name
                model = condition.provider.shownModel
                state = condition.condition
            }
        }
    }
}
