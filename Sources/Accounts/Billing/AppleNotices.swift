internal import FoundationEssentials
internal import JWTKit
internal import Plumbing
internal import SwiftASN1
internal import X509

/// Checks and reads the App Store Server Notifications of version 2.
///
/// Each notice is signed with a certificate that comes along. Its chain has to end at the root that the operator gives. Its
/// certificates have to be those that Apple makes for this purpose. Other certificates under the same root are refused.
package struct AppleNotices: Sendable {
    private let apple: BillingPlan.Apple
    private let verifier: X5CVerifier

    /// - Throws: ``Problem`` of kind `usage`, code `accounts.billing`, if the root is no certificate.
    init?(apple: BillingPlan.Apple?, time: TimeSource) throws(Problem) {
        guard let apple else { return nil }
        self.apple = apple
        do { verifier = try X5CVerifier(rootCertificates: [apple.root]) } catch {
            throw Problem(
                .usage, "accounts.billing", "the root certificate of Apple cannot be read",
                cure: "give the file in PEM: openssl x509 -inform der -in AppleRootCA-G3.cer")
        }
    }

    /// - Returns: nil for a notice that says nothing about a subscription, such as a test.
    /// - Throws: ``BillingRefusal``.
    package func notice(_ body: [UInt8]) async throws -> BillingNotice? {
        guard let envelope = try? StrictJSON.decode(Envelope.self, from: body) else { throw BillingRefusal.malformed }
        let notice = try await checked(Notice.self, envelope.signedPayload)
        guard let data = notice.data else { return nil }
        try check(data.bundleId, data.environment)
        guard let signed = data.signedTransactionInfo else { return nil }
        let transaction = try await checked(Transaction.self, signed)
        try check(transaction.bundleId, transaction.environment)
        var until = transaction.expiresDate
        if let text = data.signedRenewalInfo,
            let grace = try await checked(Renewal.self, text).gracePeriodExpiresDate
        {
            until = max(until ?? 0, grace)
        }
        let isEnded = transaction.revocationDate != nil || Self.endings.contains(notice.notificationType)
        let limit = 1e15
        guard (1...255).contains(notice.notificationUUID.utf8.count), (0...limit).contains(notice.signed),
            until.map((0...limit).contains) ?? true
        else { throw BillingRefusal.malformed }
        return BillingNotice(
            store: .apple, id: notice.notificationUUID, subscription: transaction.originalTransactionId,
            time: Int64(notice.signed), owner: transaction.appAccountToken.map { .token($0.lowercased()) },
            purchase: BillingNotice.Purchase(
                product: transaction.productId, until: isEnded ? nil : until.map { Int64($0) }))
    }

    private static let endings: Set<String> = ["EXPIRED", "GRACE_PERIOD_EXPIRED", "REFUND", "REVOKE"]

    private func check(_ bundle: String?, _ environment: String?) throws(BillingRefusal) {
        guard bundle == apple.bundle, environment == "Production" || apple.allowsSandbox && environment == "Sandbox"
        else { throw .foreign }
    }

    private func checked<Payload: JWTPayload>(_ type: Payload.Type, _ text: String) async throws -> Payload {
        guard text.utf8.count <= 64 << 10 else { throw BillingRefusal.malformed }
        do {
            return try await verifier.verifyJWS(
                Array(text.utf8), as: type, jsonDecoder: .defaultForJWT, policy: { PurposePolicy() })
        } catch { throw BillingRefusal.signature }
    }

    /// What marks the certificates that Apple makes for the App Store, from the source of Apple's own server library.
    private struct PurposePolicy: VerifierPolicy {
        private static let leaf: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 11, 1]
        private static let intermediate: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 2, 1]

        let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []

        func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
            guard chain.count == 3 else { return .failsToMeetPolicy(reason: "the chain has not three certificates") }
            guard chain[0].extensions[oid: Self.leaf] != nil, chain[1].extensions[oid: Self.intermediate] != nil else {
                return .failsToMeetPolicy(reason: "the certificates are for another purpose")
            }
            return .meetsPolicy
        }
    }

    private struct Envelope: Decodable {
        var signedPayload: String
    }

    /// The time at which it was signed is the one at which the certificates have to be valid.
    private struct Notice: ValidationTimePayload {
        struct Content: Codable {
            var bundleId: String?
            var environment: String?
            var signedTransactionInfo: String?
            var signedRenewalInfo: String?
        }

        var notificationType: String
        var notificationUUID: String
        var data: Content?
        /// Milliseconds since 1970, as all times of the App Store.
        var signed: Double

        private enum CodingKeys: String, CodingKey {
            case notificationType, notificationUUID, data
            case signed = "signedDate"
        }

        var signedDate: Date { Date(timeIntervalSince1970: signed / 1_000) }
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private struct Transaction: ValidationTimePayload {
        var bundleId: String?
        var environment: String?
        var originalTransactionId: String
        var productId: String
        var appAccountToken: String?
        var expiresDate: Double?
        var revocationDate: Double?
        private var signed: Double

        private enum CodingKeys: String, CodingKey {
            case bundleId, environment, originalTransactionId, productId, appAccountToken, expiresDate, revocationDate
            case signed = "signedDate"
        }

        var signedDate: Date { Date(timeIntervalSince1970: signed / 1_000) }
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private struct Renewal: ValidationTimePayload {
        var gracePeriodExpiresDate: Double?
        private var signed: Double

        private enum CodingKeys: String, CodingKey {
            case gracePeriodExpiresDate
            case signed = "signedDate"
        }

        var signedDate: Date { Date(timeIntervalSince1970: signed / 1_000) }
        func verify(using algorithm: some JWTAlgorithm) {}
    }
}
