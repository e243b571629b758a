internal import Accounts
internal import Hummingbird

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
