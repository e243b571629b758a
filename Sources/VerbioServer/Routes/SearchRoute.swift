internal import Conversations
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// The utterances in which words are, in either language.
struct SearchRoute: Route {
    static let name = RouteName(.get, "/api/conversations/search")

    private let store: any ConversationStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["q", "limit", "cursor"])
        let words: SearchWords
        do { words = try SearchWords(query.required("q", such: "station")) } catch { throw error.at("q") }
        let limit = try query.number("limit", in: 1...100, otherwise: 20)
        let position = try query.cursor { Int(digits: $0) }
        let found = try await store.matches(for: words, before: position, limit: limit + 1)
        let page = Array(found.prefix(limit))
        return try .json(
            Found(
                matches: page.map(FoundText.init),
                nextCursor: NextCursor(found.count > limit ? page.last.map { String($0.position) } : nil)))
    }

    private struct Found: Encodable {
        var matches: [FoundText]
        var nextCursor: NextCursor

        enum CodingKeys: String, CodingKey {
            case matches
            case nextCursor = "next_cursor"
        }
    }
}
