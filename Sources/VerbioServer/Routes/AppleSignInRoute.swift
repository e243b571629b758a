internal import HTTPTypes
internal import Hummingbird

/// Signs in with Apple.
struct AppleSignInRoute: Route {
    static let name = RouteName(.post, "/api/auth/apple")
    static let access = RouteAccess.open
    static let isPaced = true

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        _ = try QueryParameters(request.uri.query, known: [])
        return try await SignIn(accounts: accounts, issuer: "apple")
            .respond(to: request, context: context)
    }
}
