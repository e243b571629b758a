internal import Conversations
internal import Hummingbird
internal import VerbioService

/// Removes a conversation with its audio and its finished work.
struct DeleteConversationRoute: Route {
    static let name = RouteName(.delete, "/api/conversations/{id}")

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let conversation = try await store.conversation(named: context)
        guard try await store.delete(conversation.id) else { throw Refusal.unknownConversation }
        return Response(status: .noContent)
    }
}
