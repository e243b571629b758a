internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Erases the account of the request with all that belongs to it.
struct DeleteProfileRoute: Route {
    static let name = RouteName(.delete, "/api/user/profile")
    static let access = RouteAccess.account

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let id = try context.account().id
        let accounts = try shared.requireAccounts()
        return try await ErasureAnswer.erase(id, of: accounts).signedOut(request, accounts)
    }
}
