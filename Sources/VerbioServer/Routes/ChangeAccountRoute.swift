internal import Access
internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Sets the tier of an account, closes it or opens it again.
struct ChangeAccountRoute: Route {
    static let name = RouteName(.patch, "/api/accounts/{id}")
    static let access = RouteAccess.key(.admin)

    private struct Order: Decodable {
        var tier: String?
        var isDisabled: Bool?
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let accounts = try shared.requireAccounts()
        let id = try await accounts.account(named: context).id
        let order = try await JSONBody.read(Order.self, keys: ["tier", "isDisabled"], from: request)
        guard order.tier != nil || order.isDisabled != nil else {
            throw JSONBody.malformed("there is nothing to change", cure: "send tier or isDisabled")
        }
        if let tier = order.tier { try await accounts.set(tier: tier, of: id) }
        if let isDisabled = order.isDisabled { try await accounts.set(isDisabled: isDisabled, of: id) }
        return try .json(AccountEntry(try await accounts.account(named: context)))
    }
}
