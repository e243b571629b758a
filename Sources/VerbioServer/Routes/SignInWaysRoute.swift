internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Returns the ways in which people can sign in on the page, and nothing else.
struct SignInWaysRoute: Route {
    static let name = RouteName(.get, "/api/auth/ways")
    static let access = RouteAccess.open

    private struct Way: Encodable {
        var name: String
        /// The issuer's address, as accounts name it.
        var issuer: String
        /// The text for the button.
        var title: String
        /// The address to which the button leads.
        var start: String
    }

    private struct Ways: Encodable {
        var issuers: [Way]
        var guests: Bool
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let configuration = try shared.requireAccounts().configuration
        let issuers = configuration.issuers.issuers.compactMap { issuer in
            issuer.client.page.map {
                Way(
                    name: issuer.name, issuer: issuer.issuer, title: $0.title, start: "/api/auth/\(issuer.name)/start")
            }
        }
        return try .json(Ways(issuers: issuers, guests: configuration.guestsPerHour > 0))
    }
}
