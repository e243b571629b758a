internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Ends all sessions of the account, that of the request included.
struct LogoutEverywhereRoute: Route {
    static let name = RouteName(.post, "/api/auth/logout-all")
    static let access = RouteAccess.account

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let accounts = try shared.requireAccounts()
        let ended = try await accounts.sessions.endAll(of: try context.account().id)
        return try .json(EndedSessions(ended: ended)).signedOut(request, accounts)
    }
}
