internal import Accounts
internal import HTTPTypes
internal import Hummingbird

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
