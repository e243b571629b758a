internal import Conversations
internal import Hummingbird
internal import VerbioService

/// One conversation's bilingual document.
struct ConversationRoute: Route {
    static let name = RouteName(.get, "/api/conversations/{id}")

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        return try await .document(of: store.conversation(named: context), finished: nil, store: store)
    }
}

extension ConversationStore {
    /// The conversation that the address names.
    ///
    /// - Throws: ``Refusal`` with status 404 if there is none.
    func conversation(named context: ServerContext) async throws -> Conversation {
        let id = context.parameters.get("id") ?? ""
        // A text that cannot be an identifier is not looked up.
        guard ConversationID.isWellFormed(id), let found = try await conversation(ConversationID(rawValue: id)) else {
            throw Refusal.unknownConversation
        }
        return found
    }
}
