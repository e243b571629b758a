internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Takes a notice of Stripe about a subscription. Its signature says whom it is from.
struct StripeNoticeRoute: Route {
    static let name = RouteName(.post, "/api/billing/stripe")
    static let access = RouteAccess.open

    /// Known events have up to 30 KiB.
    private static let mostBytes = 256 << 10

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        guard let notices = accounts.billing?.stripe else { throw Refusal.notFound }
        _ = try QueryParameters(request.uri.query, known: [])
        let body = try await JSONBody.bytes(of: request, limit: Self.mostBytes)
        do {
            let signature = HTTPField.Name("Stripe-Signature").flatMap { request.headers[$0] } ?? ""
            if let notice = try notices.notice(body, signature: signature) { try await accounts.take(notice) }
            return Response(status: .noContent)
        } catch let refusal as BillingRefusal {
            throw Refusal.billing(refusal)
        }
    }
}
