internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Begins the login of a device that has no browser.
struct BeginDeviceLoginRoute: SharedRoute {
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

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        let order = try await JSONBody.read(Order.self, keys: ["device"], from: request)
        do {
            let begun = try await accounts.devices.begin(device: order.device)
            return try .json(Answer(begun, at: accounts.configuration.url))
        } catch let refusal as DeviceRefusal {
            throw Refusal.device(refusal)
        }
    }
}

/// Answers a device whether its login was approved, and returns its tokens then.
struct DeviceTokenRoute: SharedRoute {
    static let name = RouteName(.post, "/api/auth/device/token")
    static let access = RouteAccess.open
    static let isPaced = true

    private struct Order: Decodable {
        var deviceCode: String
    }

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        let order = try await JSONBody.read(Order.self, keys: ["deviceCode"], from: request)
        do {
            let grant = try await accounts.devices.redeem(order.deviceCode)
            let account = try await accounts.directory.account(grant.account)
            return try await accounts.answer(grant, account.map { AccountDocument($0, for: .owner) }, isPage: false)
        } catch let refusal as DeviceRefusal {
            throw Refusal.device(refusal)
        }
    }
}

/// Shows a person which device waits with a code, before they approve it.
struct WaitingDeviceRoute: SharedRoute {
    static let name = RouteName(.get, "/api/auth/device/waiting")
    static let parameters = ["code"]
    static let access = RouteAccess.account
    static let isPaced = true

    private struct Answer: Encodable {
        /// The device's name, if it gave one.
        var device: String?
        var expiresAt: String
    }

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let query = context.query
        let code = try query.required("code", such: "BDWP-HQPK")
        let account = try context.account().id
        do {
            let waiting = try await shared.requireAccounts().devices.waiting(code, for: account)
            return try .json(Answer(device: waiting.device, expiresAt: AccountDocument.time(waiting.expires)))
        } catch let refusal as DeviceRefusal {
            throw Refusal.device(refusal, isPerson: true)
        }
    }
}

/// Approves or denies the login of a device.
struct DecideDeviceRoute: SharedRoute {
    static let name = RouteName(.post, "/api/auth/device/decision")
    static let access = RouteAccess.account
    static let isPaced = true

    private struct Order: Decodable {
        var userCode: String
        var approve: Bool
    }

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
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
