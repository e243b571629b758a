internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Lets the account of the request sign in with another identity, too.
struct LinkRoute: Route {
    static let name = RouteName(.post, "/api/auth/link/{issuer}")
    static let access = RouteAccess.account

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        _ = try QueryParameters(request.uri.query, known: [])
        let id = try context.account().id
        let signIn = SignIn(accounts: accounts, issuer: context.parameters.get("issuer") ?? "")
        let (identity, _) = try await signIn.identity(request, context)
        return try .json(AccountAnswer(try await accounts.directory.link(identity, to: id)))
    }
}
