internal import Access
internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// One account with its sessions.
struct AccountRoute: Route {
    static let name = RouteName(.get, "/api/accounts/{id}")
    static let access = RouteAccess.key(.admin)

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let accounts = try shared.requireAccounts()
        let account = try await accounts.account(named: context)
        return try .json(AccountEntry(account, sessions: try await accounts.sessions.list(account.id)))
    }
}
