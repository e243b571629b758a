internal import Conversations
internal import Delivery
internal import Hummingbird
internal import NIOCore
internal import VerbioService

/// The utterances of a conversation in their order, in pages.
///
/// The cursor is the number of the last utterance of a page. A client of a running conversation can therefore ask for
/// newer utterances.
struct UtteranceListRoute: Route {
    static let name = RouteName(.get, "/api/conversations/{id}/utterances")

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["limit", "cursor"])
        let limit = try query.number("limit", in: 1...500, otherwise: 100)
        let last = try query.cursor { Int(digits: $0) } ?? 0
        let conversation = try await store.conversation(named: context)
        let found = try await store.utterances(of: conversation.id, after: last, limit: limit + 1)
        let page = Array(found.prefix(limit))
        let next = found.count > limit ? page.last.map { String($0.utterance.sequence) } : nil
        let json = UtterancePage(page, of: conversation, next: next).json()
        return Response(
            status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(bytes: json)))
    }
}
