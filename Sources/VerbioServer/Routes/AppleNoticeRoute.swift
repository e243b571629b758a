internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Takes a notice of the App Store about a subscription. Its signature says whom it is from.
struct AppleNoticeRoute: Route {
    static let name = RouteName(.post, "/api/billing/apple")
    static let access = RouteAccess.open

    private static let mostBytes = 256 << 10

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        guard let notices = accounts.billing?.apple else { throw Refusal.notFound }
        _ = try QueryParameters(request.uri.query, known: [])
        let body = try await JSONBody.bytes(of: request, limit: Self.mostBytes)
        do {
            if let notice = try await notices.notice(body) { try await accounts.take(notice) }
            return Response(status: .noContent)
        } catch let refusal as BillingRefusal {
            throw Refusal.billing(refusal)
        }
    }
}
