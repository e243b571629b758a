internal import Hummingbird
internal import VerbioService

/// The languages and their engines, as `verbio languages --json` prints them.
struct LanguagesRoute: Route {
    static let name = RouteName(.get, "/api/languages")

    private let service: any ConversationService
    private let answer: RecentAnswer

    init(_ parts: RouteParts) {
        service = parts.service
        answer = parts.shared.languages
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        return try await answer.response(to: request, context) { try await service.inspection.languages() }
    }
}
