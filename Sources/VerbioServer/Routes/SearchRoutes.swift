internal import Access
internal import Conversations
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// The utterances in which words are, in either language.
struct SearchRoute: Route {
    static let name = RouteName(.get, "/api/conversations/search")
    static let parameters = ["q", "limit", "cursor"]

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        return try await Found.answer(to: try query.required("q", such: "station"), query, in: store)
    }
}

/// The same with the words in the body, so that they are in no address, which a log may have.
struct PostedSearchRoute: Route {
    static let name = RouteName(.post, "/api/conversations/search")
    static let parameters = ["limit", "cursor"]
    static let access = RouteAccess.key(.read)

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    private struct Question: Decodable {
        var q: String
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        let question = try await JSONBody.read(Question.self, keys: ["q"], from: request)
        return try await Found.answer(to: question.q, query, in: store)
    }
}

/// A page of found utterances.
private struct Found: Encodable {
    var matches: [FoundText]
    var nextCursor: NextCursor

    enum CodingKeys: String, CodingKey {
        case matches
        case nextCursor = "next_cursor"
    }

    static func answer(
        to text: String, _ query: QueryParameters, in store: any ConversationStore
    ) async throws -> Response {
        let words: SearchWords
        do { words = try SearchWords(text) } catch { throw error.at("q") }
        let limit = try query.number("limit", in: 1...100, otherwise: 20)
        let position = try query.cursor { Int(digits: $0) }
        let found = try await store.matches(for: words, before: position, limit: limit + 1)
        let page = Array(found.prefix(limit))
        return try .json(
            Found(
                matches: page.map(FoundText.init),
                nextCursor: NextCursor(found.count > limit ? page.last.map { String($0.position) } : nil)))
    }
}
