internal import Accounts
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Changes what a person says of themselves.
struct ChangeProfileRoute: Route {
    static let name = RouteName(.patch, "/api/user/profile")
    static let access = RouteAccess.account

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let id = try context.account().id
        let accounts = try shared.requireAccounts()
        let change = try ProfileChange(reading: try await JSONBody.bytes(of: request))
        return try .json(AccountAnswer(try await accounts.change(id, by: change)))
    }
}
