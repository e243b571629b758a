internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Gives the name under which an app buys in the App Store for the account of the request.
struct PurchaseTokenRoute: Route {
    static let name = RouteName(.post, "/api/user/purchase-token")
    static let access = RouteAccess.account

    private struct Answer: Encodable {
        var token: String
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        guard let billing = try shared.requireAccounts().billing else { throw Refusal.notFound }
        return try .json(Answer(token: try await billing.purchaseToken(of: try context.account().id)))
    }
}
