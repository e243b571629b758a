internal import Access
internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Erases an account with all that belongs to it.
struct EraseAccountRoute: Route {
    static let name = RouteName(.delete, "/api/accounts/{id}")
    static let access = RouteAccess.key(.admin)

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let accounts = try shared.requireAccounts()
        return try await ErasureAnswer.erase(try await accounts.account(named: context).id, of: accounts)
    }
}
