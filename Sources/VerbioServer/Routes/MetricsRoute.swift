internal import Access
internal import Hummingbird
internal import VerbioService

/// The measurements of the server, for a monitoring system that fetches them regularly.
struct MetricsRoute: Route {
    static let name = RouteName(.get, "/metrics")
    static let isOpenWhileStopping = true
    static var access: RouteAccess { .key(.operate) }

    private let service: any ConversationService
    private let work: ScopedWork
    private let sessions: LiveSessions

    init(_ parts: RouteParts) {
        service = parts.service
        work = parts.work
        sessions = parts.shared.sessions
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let (connected, away) = sessions.counts
        let text = work.metrics.text(
            load: work.load, sessions: [("connected", connected), ("away", away)],
            providers: service.providerConditions)
        return .text(text, MetricText.contentType)
    }
}
