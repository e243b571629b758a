internal import Conversations
internal import Hummingbird
internal import Jobs

/// The jobs of the scope, the newest first.
struct JobListRoute: Route {
    static let name = RouteName(.get, "/api/jobs")

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let coordinator = try shared.requireJobs()
        let query = try QueryParameters(request.uri.query, known: ["limit", "cursor"])
        let limit = try query.number("limit", in: 1...1_000, otherwise: 50)
        let place = try query.cursor { JobPlace(cursor: $0) }
        let found = try await coordinator.store.jobs(in: context.scope, after: place, limit: limit + 1)
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last.map { JobPlace(createdAt: $0.createdAt, id: $0.id).cursor } : nil
        return try .json(
            Listing(jobs: page.map { JobDocument(coordinator.withProgress($0)) }, nextCursor: NextCursor(next)))
    }

    private struct Listing: Encodable {
        var jobs: [JobDocument]
        var nextCursor: NextCursor

        enum CodingKeys: String, CodingKey {
            case jobs
            case nextCursor = "next_cursor"
        }
    }
}

extension JobPlace {
    /// The place as a cursor, such as `1700000000000-j8gy5bymzb0vpa0n64d79`.
    var cursor: String { "\(createdAt)-\(id)" }

    init?(cursor: String) {
        let parts = cursor.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let createdAt = Int64(parts[0]), let id = JobID(rawValue: String(parts[1])) else {
            return nil
        }
        self.init(createdAt: createdAt, id: id)
    }
}
