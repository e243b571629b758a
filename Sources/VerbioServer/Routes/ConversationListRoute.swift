internal import Conversations
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import Language
internal import VerbioService

/// The conversations in the store, the newest first.
struct ConversationListRoute: Route {
    static let name = RouteName(.get, "/api/conversations")

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["limit"])
        let limit = try query.number("limit", in: 1...1_000, otherwise: 50)
        let found = try await store.conversations(limit: limit)
        return try .json(Listing(conversations: found.map(Listing.Entry.init)))
    }

    private struct Listing: Encodable {
        var conversations: [Entry]

        struct Entry: Encodable {
            var id: ConversationID
            var title: String
            var state: ConversationState
            var from: LanguageTag
            var to: LanguageTag
            var createdAt: String
            var seconds: Double
            var utterances: Int
            var failed: Int

            init(_ summary: ConversationSummary) {
                let conversation = summary.conversation
                id = conversation.id
                title = conversation.title
                state = conversation.state
                from = conversation.settings.pair.source
                to = conversation.settings.pair.target
                createdAt = Date(timeIntervalSince1970: Double(conversation.createdAt) / 1_000)
                    .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
                seconds = (summary.seconds * 1_000).rounded() / 1_000
                utterances = summary.utterances
                failed = summary.failed
            }
        }
    }
}
