internal import HTTPTypes
internal import Hummingbird

/// Sends the browser to an issuer, to sign in on the page.
struct StartSignInRoute: Route {
    static let name = RouteName(.get, "/api/auth/{issuer}/start")
    static let isBrief = false
    static let access = RouteAccess.open
    static let isPaced = true

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        let query = try QueryParameters(request.uri.query, known: ["link", "device"])
        let links = try query.word("link", among: [("true", true), ("false", false)], otherwise: false)
        return try await PageSignIn(accounts: accounts, issuer: context.parameters.get("issuer") ?? "")
            .begin(request, links: links, device: query["device"], context)
    }
}
