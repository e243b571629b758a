internal import Accounts
internal import HTTPTypes
internal import Hummingbird
internal import Logging

/// Exchanges a refresh token for the next one and for an access token.
struct RefreshRoute: Route {
    static let name = RouteName(.post, "/api/auth/refresh")
    static let access = RouteAccess.open
    static let isPaced = true

    private struct Order: Decodable {
        /// Nil if the page sends its cookie.
        var refreshToken: String?
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        _ = try QueryParameters(request.uri.query, known: [])
        let order = try await JSONBody.read(Order.self, keys: ["refreshToken"], from: request)
        let isPage = PageCookies.isAsked(request) && order.refreshToken == nil
        let cookies = PageCookies(accounts.configuration)
        guard let given = isPage ? cookies.refreshToken(of: request) ?? "" : order.refreshToken else {
            throw JSONBody.malformed("a field is missing or is of another type", cure: "use refreshToken")
        }
        do {
            return try await accounts.answer(try await accounts.sessions.refresh(given), isPage: isPage)
        } catch let refusal as RefreshRefusal {
            context.logger.info("refresh refused", metadata: ["reason": "\(refusal)"])
            throw Refusal.refresh(refusal)
        }
    }
}
