internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Lists the devices on which the account is signed in.
struct SessionListRoute: Route {
    static let name = RouteName(.get, "/api/auth/sessions")
    static let access = RouteAccess.account

    private struct List: Encodable {
        var sessions: [SessionAnswer]
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let (account, current) = try context.account()
        let sessions = try await shared.requireAccounts().sessions.list(account)
        return try .json(List(sessions: sessions.map { SessionAnswer($0, current: current) }))
    }
}
