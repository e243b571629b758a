internal import HTTPTypes
internal import Hummingbird

/// Signs in with an issuer that the operator lists.
struct IssuerSignInRoute: Route {
    static let name = RouteName(.post, "/api/auth/oidc/{issuer}")
    static let access = RouteAccess.open
    static let isPaced = true

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        _ = try QueryParameters(request.uri.query, known: [])
        return try await SignIn(accounts: accounts, issuer: context.parameters.get("issuer") ?? "")
            .respond(to: request, context: context)
    }
}
