internal import Conversations
internal import Hummingbird
internal import VerbioService

/// Removes a phrase with its voice.
struct DeletePhraseRoute: Route {
    static let name = RouteName(.delete, "/api/phrases/{id}")

    private let store: any ScopeStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let phrase = try await store.phrase(named: context)
        guard try await store.delete(phrase.id) else { throw Refusal.unknownPhrase }
        try await store.synchronize()
        return Response(status: .noContent)
    }
}
