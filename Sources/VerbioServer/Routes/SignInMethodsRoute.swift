internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Returns the methods by which people can sign in on the page, and nothing else.
struct SignInMethodsRoute: Route {
    static let name = RouteName(.get, "/api/auth/ways")
    static let access = RouteAccess.open

    private struct SignInMethod: Encodable {
        var name: String
        /// The issuer's address, as accounts name it.
        var issuer: String
        /// The text for the button.
        var title: String
        /// The address to which the button leads.
        var start: String
    }

    private struct SignInMethods: Encodable {
        var issuers: [SignInMethod]
        var guests: Bool
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let configuration = try shared.requireAccounts().configuration
        let issuers = configuration.issuers.issuers.compactMap { issuer in
            issuer.client.page.map {
                SignInMethod(
                    name: issuer.name, issuer: issuer.issuer, title: $0.title, start: "/api/auth/\(issuer.name)/start")
            }
        }
        return try .json(SignInMethods(issuers: issuers, guests: configuration.guestsPerHour > 0))
    }
}
