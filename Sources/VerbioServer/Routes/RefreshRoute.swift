internal import Accounts
internal import HTTPTypes
internal import Hummingbird
internal import Logging

/// Exchanges a refresh token for the next one and for an access token.
struct RefreshRoute: Route {
    static let name = RouteName(.post, "/api/auth/refresh")
    static let access = RouteAccess.open

    private struct Order: Decodable {
        var refreshToken: String
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        _ = try QueryParameters(request.uri.query, known: [])
        let order = try await JSONBody.read(Order.self, keys: ["refreshToken"], from: request)
        do {
            let grant = try await accounts.sessions.refresh(order.refreshToken)
            let token = try await accounts.tokens.make(for: grant.account, session: grant.session)
            return try .json(TokenAnswer(grant, accessToken: token))
        } catch let refusal as RefreshRefusal {
            context.logger.info("refresh refused", metadata: ["reason": "\(refusal)"])
            throw Refusal.refresh(refusal)
        }
    }
}
