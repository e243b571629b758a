internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Ends the session of the request.
struct LogoutRoute: Route {
    static let name = RouteName(.post, "/api/auth/logout")
    static let access = RouteAccess.account

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let (account, session) = try context.account()
        let accounts = try shared.requireAccounts()
        let isEnded = try await accounts.sessions.end(session, of: account)
        return try .json(EndedSessions(ended: isEnded ? 1 : 0)).signedOut(request, accounts)
    }
}

/// How many sessions were ended.
struct EndedSessions: Encodable {
    var ended: Int
}
