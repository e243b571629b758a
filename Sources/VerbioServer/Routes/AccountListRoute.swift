internal import Access
internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// The accounts of the server, in the order of their names.
struct AccountListRoute: Route {
    static let name = RouteName(.get, "/api/accounts")
    static let access = RouteAccess.key(.admin)

    private struct Listing: Encodable {
        var accounts: [AccountEntry]
        var nextCursor: NextCursor

        enum CodingKeys: String, CodingKey {
            case accounts
            case nextCursor = "next_cursor"
        }
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let directory = try shared.requireAccounts().directory
        let query = try QueryParameters(request.uri.query, known: ["email", "limit", "cursor"])
        let limit = try query.number("limit", in: 1...1_000, otherwise: 50)
        let place = try query.cursor { AccountID($0) }
        if let email = query["email"] {
            let found = try await directory.accounts(email: email, limit: 1_000)
            return try .json(Listing(accounts: found.map { AccountEntry($0) }, nextCursor: NextCursor(nil)))
        }
        let found = try await directory.accounts(after: place, limit: limit + 1)
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last?.id.text : nil
        return try .json(Listing(accounts: page.map { AccountEntry($0) }, nextCursor: NextCursor(next)))
    }
}
