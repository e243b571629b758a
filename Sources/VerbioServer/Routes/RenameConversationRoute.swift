internal import Conversations
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// Gives a conversation another title.
struct RenameConversationRoute: Route {
    static let name = RouteName(.patch, "/api/conversations/{id}")

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    private struct Change: Decodable {
        var title: String
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let change = try await JSONBody.read(Change.self, keys: ["title"], from: request)
        let title = change.title
        guard (1...ConversationRequest.longestTitle).contains(title.count), title.contains(where: { !$0.isWhitespace }),
            !title.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw Problem(
                .usage, "conversation.title",
                "a title has 1 to \(ConversationRequest.longestTitle) characters in one line",
                at: "title", cure: "give another one")
        }
        let id = try await store.conversation(named: context).id
        guard let claim = try await store.claim(id) else { throw await store.busy(id) }
        defer { claim.release() }
        // Read again, because another process may have changed it before the claim.
        guard var conversation = try await store.conversation(id) else { throw Refusal.unknownConversation }
        conversation.title = title
        try await store.commit([.conversation(conversation)])
        try await store.synchronize()
        return try await .document(of: conversation, finished: nil, store: store)
    }
}
