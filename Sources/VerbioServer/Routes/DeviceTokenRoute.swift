internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Answers a device whether its login was approved, and returns its tokens then.
struct DeviceTokenRoute: Route {
    static let name = RouteName(.post, "/api/auth/device/token")
    static let access = RouteAccess.open
    static let isPaced = true

    private struct Order: Decodable {
        var deviceCode: String
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        _ = try QueryParameters(request.uri.query, known: [])
        let order = try await JSONBody.read(Order.self, keys: ["deviceCode"], from: request)
        do {
            let grant = try await accounts.devices.redeem(order.deviceCode)
            let account = try await accounts.directory.account(grant.account)
            return try await accounts.answer(grant, account.map { AccountAnswer($0) }, isPage: false)
        } catch let refusal as DeviceRefusal {
            throw Refusal.device(refusal)
        }
    }
}
