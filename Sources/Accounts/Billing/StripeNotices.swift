internal import Crypto
internal import FoundationEssentials
internal import Plumbing

/// Checks and reads the events that Stripe sends.
package struct StripeNotices: Sendable {
    /// How old a signature may be, in seconds: what Stripe's own libraries allow.
    private static let tolerance: Int64 = 300
    private static let maximumSignatures = 8

    private let secret: String
    private let time: TimeSource

    init(secret: String, time: TimeSource) {
        self.secret = secret
        self.time = time
    }

    /// - Parameters:
    ///   - body: as it came, byte for byte.
    ///   - signature: the field `Stripe-Signature`.
    /// - Returns: nil for an event that says nothing about a subscription.
    /// - Throws: ``BillingRefusal``.
    package func notice(_ body: [UInt8], signature: String) throws(BillingRefusal) -> BillingNotice? {
        try check(body, signature)
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(body)),
            (1...255).contains(event.id.utf8.count), (0...Int64(1) << 40).contains(event.created)
        else { throw .malformed }
        let object = event.data.object
        // Stripe states times in seconds. Of events in the same second the end counts most, and a change more than the
        // beginning.
        let time = event.created * 1_000 + (Self.ranks[event.type] ?? 0)
        switch event.type {
        case "checkout.session.completed":
            guard let subscription = object.subscription else { return nil }
            return BillingNotice(
                store: .stripe, id: event.id, subscription: subscription, time: time,
                owner: Self.owner(object.reference ?? object.metadata?["account"]))
        case "customer.subscription.created", "customer.subscription.updated", "customer.subscription.deleted":
            guard let id = object.id, let item = object.items?.data.first else { throw .malformed }
            let end = object.status == "trialing" ? object.trialEnd : item.end ?? object.end
            let isOpen = event.type != "customer.subscription.deleted" && Self.paid.contains(object.status ?? "")
            return BillingNotice(
                store: .stripe, id: event.id, subscription: id, time: time,
                owner: Self.owner(object.metadata?["account"]),
                purchase: BillingNotice.Purchase(
                    product: item.price.lookupKey ?? item.price.id,
                    until: isOpen ? end.flatMap { $0 < Int64(1) << 40 ? $0 * 1_000 : nil } : nil,
                    isTrial: object.status == "trialing"))
        default: return nil
        }
    }

    /// Milliseconds: none for the beginning of a subscription.
    private static let ranks: [String: Int64] = [
        "customer.subscription.updated": 1, "customer.subscription.deleted": 2,
    ]

    /// `past_due`: Stripe still tries to be paid.
    private static let paid: Set<String> = ["active", "trialing", "past_due"]

    private static func owner(_ text: String?) -> BillingNotice.Owner? {
        text.flatMap { AccountID($0) }.map { .account($0) }
    }

    private func check(_ body: [UInt8], _ field: String) throws(BillingRefusal) {
        var signed: Int64?
        var signatures: [[UInt8]] = []
        for part in field.split(separator: ",").prefix(2 * Self.maximumSignatures) {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            switch pair[0].filter({ !$0.isWhitespace }) {
            case "t": signed = Int64(pair[1])
            case "v1": if let bytes = Self.bytes(pair[1]) { signatures.append(bytes) }
            default: break
            }
        }
        let now = time.wallClockMilliseconds() / 1_000
        guard let signed, (now - Self.tolerance...now + Self.tolerance).contains(signed) else { throw .signature }
        let message = Data("\(signed).".utf8) + Data(body)
        let key = SymmetricKey(data: Data(secret.utf8))
        guard
            signatures.prefix(Self.maximumSignatures).contains(where: {
                HMAC<SHA256>.isValidAuthenticationCode(Data($0), authenticating: message, using: key)
            })
        else { throw .signature }
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 64, text.utf8.count == 64 else { return nil }
        return stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private struct Event: Decodable {
        var id: String
        var type: String
        /// Seconds since 1970, as all times of Stripe.
        var created: Int64
        var data: Payload
    }

    private struct Payload: Decodable {
        var object: Object
    }

    private struct Object: Decodable {
        var id: String?
        var subscription: String?
        var reference: String?
        var metadata: [String: String]?
        var status: String?
        var trialEnd: Int64?
        var end: Int64?
        var items: Items?

        private enum CodingKeys: String, CodingKey {
            case id, subscription, metadata, status, items
            case reference = "client_reference_id"
            case trialEnd = "trial_end"
            case end = "current_period_end"
        }
    }

    private struct Items: Decodable {
        var data: [Item]
    }

    private struct Item: Decodable {
        var price: Price
        var end: Int64?

        private enum CodingKeys: String, CodingKey {
            case price
            case end = "current_period_end"
        }
    }

    private struct Price: Decodable {
        var id: String
        var lookupKey: String?

        private enum CodingKeys: String, CodingKey {
            case id
            case lookupKey = "lookup_key"
        }
    }
}
