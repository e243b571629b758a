internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Approves or denies the login of a device.
struct DecideDeviceRoute: Route {
    static let name = RouteName(.post, "/api/auth/device/decision")
    static let access = RouteAccess.account
    static let isPaced = true

    private struct Order: Decodable {
        var userCode: String
        var approve: Bool
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let account = try context.account().id
        let accounts = try shared.requireAccounts()
        let order = try await JSONBody.read(Order.self, keys: ["userCode", "approve"], from: request)
        do {
            try await accounts.devices.decide(order.userCode, approves: order.approve, by: account)
        } catch let refusal as DeviceRefusal {
            throw Refusal.device(refusal, isPerson: true)
        }
        return Response(status: .noContent)
    }
}
