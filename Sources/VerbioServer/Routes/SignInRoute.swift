internal import Hummingbird

/// Signs in with an issuer.
protocol SignInRoute: Route {
    var shared: SharedParts { get }

    init(shared: SharedParts)

    /// The name of the issuer that a request is for.
    static func issuer(_ context: ServerContext) -> String
}

extension SignInRoute {
    static var access: RouteAccess { .open }

    init(_ parts: RouteParts) { self.init(shared: parts.shared) }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        _ = try QueryParameters(request.uri.query, known: [])
        return try await SignIn(accounts: accounts, issuer: Self.issuer(context))
            .respond(to: request, context: context)
    }
}
