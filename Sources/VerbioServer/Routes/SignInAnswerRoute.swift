internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Takes the answer of an issuer in the address.
struct SignInAnswerRoute: Route {
    static let name = RouteName.signInAnswer
    static let isBrief = false
    static let access = RouteAccess.open
    static let isPaced = true

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        let query = try QueryParameters(anyOf: request.uri.query ?? "")
        return try await PageSignIn(accounts: accounts, issuer: context.parameters.get("issuer") ?? "")
            .end(WebSignIn.Answer(query), name: nil, request, context)
    }
}

extension WebSignIn.Answer {
    init(_ fields: QueryParameters) {
        self.init(
            state: fields["state"], code: fields["code"], error: fields["error"], issuer: fields["iss"])
    }
}
