internal import Conversations
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// Saved phrases, the oldest first.
struct PhraseListRoute: Route {
    static let name = RouteName(.get, "/api/phrases")

    private let store: any PhraseStore

    init(_ parts: RouteParts) { store = parts.service.store }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["tag", "q", "limit", "cursor"])
        var filter = PhraseFilter(tag: query["tag"])
        if let text = query["q"] {
            do { filter.words = try SearchWords(text) } catch { throw error.at("q") }
        }
        filter.place = try query.cursor(PhrasePlace.init(cursor:))
        let limit = try query.number("limit", in: 1...1_000, otherwise: 100)
        let found = try await store.phrases(filter, limit: limit + 1)
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last.map { PhrasePlace($0).cursor } : nil
        return try .json(Listing(phrases: page.map(PhraseEntry.init), nextCursor: NextCursor(next)))
    }

    private struct Listing: Encodable {
        var phrases: [PhraseEntry]
        var nextCursor: NextCursor

        enum CodingKeys: String, CodingKey {
            case phrases
            case nextCursor = "next_cursor"
        }
    }
}

extension PhrasePlace {
    /// The place as a cursor, such as `1700000000000-p4k2m9x1`.
    fileprivate var cursor: String { "\(createdAt)-\(id)" }

    fileprivate init?(cursor: String) {
        let parts = cursor.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let createdAt = Int64(digits: parts[0]) else { return nil }
        self.init(createdAt: createdAt, id: PhraseID(rawValue: String(parts[1])))
    }
}
