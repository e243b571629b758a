internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Signs one device of the account out.
struct EndSessionRoute: Route {
    static let name = RouteName(.delete, "/api/auth/sessions/{id}")
    static let access = RouteAccess.account

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let account = try context.account().id
        guard let id = context.parameters.get("id").flatMap({ SessionID($0) }),
            try await shared.requireAccounts().sessions.end(id, of: account, noting: .sessionEnded)
        else { throw Refusal.unknownDevice }
        return Response(status: .noContent)
    }
}
