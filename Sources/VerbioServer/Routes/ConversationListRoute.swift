internal import Conversations
internal import Hummingbird
internal import Language
internal import VerbioService

/// The conversations in the store, the newest first.
struct ConversationListRoute: Route {
    static let name = RouteName(.get, "/api/conversations")

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["limit", "cursor"])
        let limit = try query.number("limit", in: 1...1_000, otherwise: 50)
        let place = try query.cursor { ConversationPlace(cursor: $0) }
        let found = try await store.conversations(after: place, limit: limit + 1)
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last.map { ConversationPlace($0.conversation).cursor } : nil
        return try .json(Listing(conversations: page.map(Listing.Entry.init), nextCursor: NextCursor(next)))
    }

    private struct Listing: Encodable {
        var conversations: [Entry]
        var nextCursor: NextCursor

        enum CodingKeys: String, CodingKey {
            case conversations
            case nextCursor = "next_cursor"
        }

        struct Entry: Encodable {
            var id: ConversationID
            var title: String
            /// What was said first.
            var beginning: String?
            var state: ConversationState
            var from: LanguageTag
            var to: LanguageTag
            var createdAt: String
            var seconds: Double
            var utterances: Int
            var failed: Int
            /// True if its end is missing: the disk was full, or the run was interrupted.
            var endIsLost: Bool?

            init(_ summary: ConversationSummary) {
                let conversation = summary.conversation
                id = conversation.id
                title = conversation.title
                beginning = summary.beginning
                state = conversation.state
                from = conversation.settings.pair.source
                to = conversation.settings.pair.target
                createdAt = conversation.createdAtText
                seconds = (summary.seconds * 1_000).rounded() / 1_000
                utterances = summary.utterances
                failed = summary.failed
                endIsLost = conversation.lostSpeech == nil ? nil : true
            }
        }
    }
}
