internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Returns the account of the request.
struct ProfileRoute: Route {
    static let name = RouteName(.get, "/api/user/profile")
    static let access = RouteAccess.account

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        guard let account = try await shared.requireAccounts().directory.account(try context.account().id) else {
            throw Refusal.token(.ended)
        }
        return try .json(AccountAnswer(account))
    }
}
