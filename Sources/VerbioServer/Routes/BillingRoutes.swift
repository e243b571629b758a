internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// Gives the name under which an app buys in the App Store for the account of the request.
struct PurchaseTokenRoute: SharedRoute {
    static let name = RouteName(.post, "/api/user/purchase-token")
    static let access = RouteAccess.account

    private struct Answer: Encodable {
        var token: String
    }

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let billing = try shared.requireAccounts().billing else { throw Refusal.notFound }
        return try .json(Answer(token: try await billing.purchaseToken(of: try context.account().id)))
    }
}

/// Takes notices of a store about subscriptions. Their signature is the proof of their sender.
protocol BillingNoticeRoute: SharedRoute {
    var shared: SharedParts { get }

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

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        let read = try Self.reader(accounts.billing)
        let body = try await JSONBody.bytes(of: request, limit: Self.maximumBytes)
        do {
            if let notice = try await read(body, request) { try await accounts.take(notice) }
            return Response(status: .noContent)
        } catch let refusal as BillingRefusal {
            throw Refusal.billing(refusal)
        }
    }
}

/// Takes a notice of Stripe about a subscription.
struct StripeNoticeRoute: BillingNoticeRoute {
    static let name = RouteName(.post, "/api/billing/stripe")
    let shared: SharedParts

    static func reader(
        _ billing: Billing?
    ) throws(Refusal) -> (_ body: [UInt8], _ request: Request) async throws -> BillingNotice? {
        guard let notices = billing?.stripe else { throw Refusal.notFound }
        return { body, request in
            let signature = HTTPField.Name("Stripe-Signature").flatMap { request.headers[$0] } ?? ""
            return try notices.notice(body, signature: signature)
        }
    }
}

/// Takes a notice of the App Store about a subscription.
struct AppleNoticeRoute: BillingNoticeRoute {
    static let name = RouteName(.post, "/api/billing/apple")
    let shared: SharedParts

    static func reader(
        _ billing: Billing?
    ) throws(Refusal) -> (_ body: [UInt8], _ request: Request) async throws -> BillingNotice? {
        guard let notices = billing?.apple else { throw Refusal.notFound }
        return { body, _ in try await notices.notice(body) }
    }
}
