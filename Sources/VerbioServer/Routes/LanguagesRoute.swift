internal import Hummingbird
internal import VerbioService

/// The languages and their engines, as `verbio languages --json` prints them.
struct LanguagesRoute: Route {
    static let name = RouteName(.get, "/api/languages")

    private let service: any ConversationService

    init(_ parts: RouteParts) { service = parts.service }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        return try .json(try await service.inspection.languages())
    }
}
