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
        if let wait = accounts.waitForGuest() {
            throw Refusal.tooManyGuests(wait: min(3_600, max(1, Int(exactly: wait.seconds.rounded(.up)) ?? 3_600)))
        }
        return try await accounts.tokens(
            for: try await accounts.directory.makeGuest(), device: order.device, isNew: true, request)
    }
}
