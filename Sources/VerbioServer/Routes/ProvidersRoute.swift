internal import Hummingbird
internal import VerbioService

/// The engines of this machine, and the declared providers with the state of their keys.
struct ProvidersRoute: Route {
    static let name = RouteName(.get, "/api/providers")

    private let service: any ConversationService

    init(_ parts: RouteParts) { service = parts.service }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        return try .json(try await service.inspection.engines())
    }
}
