internal import Hummingbird
internal import VerbioService

/// The engines of this machine, and the declared providers with the state of their keys.
struct ProvidersRoute: Route {
    static let name = RouteName(.get, "/api/providers")

    private let service: any ConversationService
    private let answer: RecentAnswer

    init(_ parts: RouteParts) {
        service = parts.service
        answer = parts.shared.engines
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        return try await answer.response(to: request, context) { try await service.inspection.engines() }
    }
}
