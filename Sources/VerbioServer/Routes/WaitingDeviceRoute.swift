internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Shows a person which device waits with a code, before they approve it.
struct WaitingDeviceRoute: Route {
    static let name = RouteName(.get, "/api/auth/device/waiting")
    static let access = RouteAccess.account
    static let isPaced = true

    private struct Answer: Encodable {
        /// The device's name, if it gave one.
        var device: String?
        var expiresAt: String
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["code"])
        let code = try query.required("code", such: "BDWP-HQPK")
        let account = try context.account().id
        do {
            let waiting = try await shared.requireAccounts().devices.waiting(code, for: account)
            return try .json(Answer(device: waiting.device, expiresAt: AccountEntry.time(waiting.expires)))
        } catch let refusal as DeviceRefusal {
            throw Refusal.device(refusal, isPerson: true)
        }
    }
}
