internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Begins the login of a device that has no browser.
struct BeginDeviceLoginRoute: Route {
    static let name = RouteName(.post, "/api/auth/device")
    static let access = RouteAccess.open
    static let isPaced = true

    private struct Order: Decodable {
        var device: String?
    }

    /// The fields of RFC 8628, section 3.2.
    private struct Answer: Encodable {
        var deviceCode: String
        var userCode: String
        /// Where a person types the code.
        var verificationUri: String
        /// The address with the code in it.
        var verificationUriComplete: String
        var expiresIn = DeviceLogins.life
        /// Seconds between two questions.
        var interval = DeviceLogins.interval

        init(_ begun: DeviceLogins.Begun, at url: String) {
            deviceCode = begun.deviceCode
            userCode = begun.userCode
            verificationUri = "\(url)/#device"
            verificationUriComplete = "\(url)/#device/\(begun.userCode)"
        }
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        _ = try QueryParameters(request.uri.query, known: [])
        let order = try await JSONBody.read(Order.self, keys: ["device"], from: request)
        do {
            let begun = try await accounts.devices.begin(device: order.device)
            return try .json(Answer(begun, at: accounts.configuration.url))
        } catch let refusal as DeviceRefusal {
            throw Refusal.device(refusal)
        }
    }
}
