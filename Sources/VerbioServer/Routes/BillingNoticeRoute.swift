internal import Accounts
internal import Hummingbird

/// Takes notices of a store about subscriptions. Their signature is the proof of their sender.
protocol BillingNoticeRoute: Route {
    var shared: SharedParts { get }

    init(shared: SharedParts)

    /// Checks and reads a notice.
    ///
    /// - Returns: nil for a notice that says nothing about a subscription.
    /// - Throws: `BillingRefusal`; ``Refusal`` with status 404 if the operator takes no notices of this store.
    static func reader(
        _ billing: Billing?
    ) throws(Refusal) -> (_ body: [UInt8], _ request: Request) async throws -> BillingNotice?
}

extension BillingNoticeRoute {
    static var access: RouteAccess { .open }

    /// Known notices have up to 30 KiB.
    private static var maximumBytes: Int { 256 << 10 }

    init(_ parts: RouteParts) { self.init(shared: parts.shared) }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        let read = try Self.reader(accounts.billing)
        _ = try QueryParameters(request.uri.query, known: [])
        let body = try await JSONBody.bytes(of: request, limit: Self.maximumBytes)
        do {
            if let notice = try await read(body, request) { try await accounts.take(notice) }
            return Response(status: .noContent)
        } catch let refusal as BillingRefusal {
            throw Refusal.billing(refusal)
        }
    }
}
