internal import Accounts
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Begins an account without signing in.
struct GuestRoute: Route {
    static let name = RouteName(.post, "/api/auth/guest")
    static let access = RouteAccess.open
    static let isPaced = true

    private struct Order: Decodable {
        var device: String?
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        _ = try QueryParameters(request.uri.query, known: [])
        guard accounts.configuration.guestsPerHour > 0 else { throw Refusal.noGuests }
        let order = try await JSONBody.read(Order.self, keys: ["device"], from: request)
        let address = context.findings.values.client
        var ofServer: Duration?
        let ofAddress = shared.guests.take(address) {
            ofServer = accounts.waitForGuest()
            return ofServer != nil
        }
        if let ofAddress { throw Refusal.tooManyGuests(wait: ofAddress, isOfAddress: true) }
        if let ofServer { throw Refusal.tooManyGuests(wait: ofServer) }
        return try await accounts.tokens(
            for: try await accounts.directory.makeGuest(), device: order.device, isNew: true, request)
    }
}
