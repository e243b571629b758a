import Accounts
import Crypto
import Foundation
import Plumbing
import StandIns
import SwiftASN1
import Testing
import VerbioTesting
import X509

/// Accounts whose tiers stores set, with a store's keys.
struct BillingPlace {
    static let secret = "whsec_test"

    let place: AccountPlace
    let store: AccountDatabase
    let directory: AccountDirectory
    let billing: Billing
    let chain: Chain

    init(allowsSandbox: Bool = false) throws {
        place = try AccountPlace()
        store = try place.store()
        directory = try place.directory(store)
        chain = try Chain()
        billing = try Billing(
            BillingPlan(
                products: [
                    "pro.monthly": .init(tier: "pro"), "pro.yearly": .init(tier: "pro", trialDays: 7),
                    "premium.monthly": .init(tier: "premium"),
                ], stripeSecret: Self.secret,
                apple: .init(
                    bundle: "com.verbio.app", root: chain.root.serializeAsPEM().pemString, allowsSandbox: allowsSandbox)
            ),
            store: store, sealing: try place.sealing(), tiers: try TierCatalogue.builtIn(), time: place.time.source)
    }

    var now: Int64 { place.time.source.wallClockMilliseconds() / 1_000 }

    func tier(of id: AccountID) async throws -> String? { try await directory.account(id)?.tier }

    static func signature(_ body: String, at time: Int64, secret: String = secret) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(time).\(body)".utf8), using: SymmetricKey(data: Data(secret.utf8)))
        return "t=\(time),v1=\(code.map { String(format: "%02x", $0) }.joined())"
    }

    /// An event of Stripe, read as if it had come over HTTP.
    func stripe(_ id: String, _ type: String, at time: Int64, _ object: String) throws -> BillingNotice {
        let body = #"{"id":"\#(id)","type":"\#(type)","created":\#(time),"data":{"object":\#(object)}}"#
        let notice = try billing.stripe?.notice(Array(body.utf8), signature: Self.signature(body, at: now))
        return try #require(notice)
    }

    /// A subscription of Stripe.
    static func subscription(
        _ price: String, status: String = "active", until: Int64, account: AccountID? = nil
    ) -> String {
        let owner = account.map { #""account":"\#($0)""# } ?? ""
        return #"{"id":"sub_1","status":"\#(status)","trial_end":\#(until),"metadata":{\#(owner)},"#
            + #""items":{"data":[{"price":{"id":"price_1","lookup_key":"\#(price)"},"current_period_end":\#(until)}]}}"#
    }
}

/// Certificates as Apple makes them for the App Store, with a root of the test.
struct Chain {
    private static let leafMark: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 11, 1]
    private static let intermediateMark: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 2, 1]

    let root: Certificate
    private let certificates: [Certificate]
    private let key: P256.Signing.PrivateKey

    /// - Parameter isMarked: whether the certificates are for the App Store.
    init(isMarked: Bool = true, root other: Chain? = nil) throws {
        let (rootKey, middleKey) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        key = P256.Signing.PrivateKey()
        root = try Self.certificate("Root", rootKey, by: ("Root", rootKey), isAuthority: true)
        let middle = try Self.certificate(
            "Middle", middleKey, by: ("Root", rootKey), isAuthority: true, mark: isMarked ? Self.intermediateMark : nil)
        let leaf = try Self.certificate(
            "Leaf", key, by: ("Middle", middleKey), isAuthority: false, mark: isMarked ? Self.leafMark : nil)
        certificates = [leaf, middle, root]
    }

    private static func certificate(
        _ name: String, _ key: P256.Signing.PrivateKey, by issuer: (name: String, key: P256.Signing.PrivateKey),
        isAuthority: Bool, mark: ASN1ObjectIdentifier? = nil
    ) throws -> Certificate {
        var extensions = try Certificate.Extensions {
            if isAuthority {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
            } else {
                Critical(BasicConstraints.notCertificateAuthority)
            }
        }
        if let mark { try extensions.append(Certificate.Extension(oid: mark, critical: false, value: [5, 0])) }
        let begin = Date(timeIntervalSince1970: 1_600_000_000)
        return try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: begin, notValidAfter: begin.addingTimeInterval(20 * 365 * 86_400),
            issuer: try DistinguishedName { CommonName(issuer.name) },
            subject: try DistinguishedName { CommonName(name) },
            signatureAlgorithm: .ecdsaWithSHA256, extensions: extensions,
            issuerPrivateKey: Certificate.PrivateKey(issuer.key))
    }

    /// A text that the leaf has signed, with the chain in its header.
    func signed(_ claims: String) throws -> String {
        let chain = try certificates.map { certificate in
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return "\"\(Data(serializer.serializedBytes).base64EncodedString())\""
        }
        let header = #"{"alg":"ES256","x5c":[\#(chain.joined(separator: ","))]}"#
        let text = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8))"
        return "\(text).\(Base64URL.encode(try key.signature(for: Data(text.utf8)).rawRepresentation))"
    }

    /// A notice of the App Store.
    func notice(
        _ id: String, _ type: String, at time: Int64, product: String = "pro.monthly", token: String?, until: Int64,
        bundle: String = "com.verbio.app", environment: String = "Production", more: String = ""
    ) throws -> [UInt8] {
        let place = #""bundleId":"\#(bundle)","environment":"\#(environment)""#
        let owner = token.map { #","appAccountToken":"\#($0)""# } ?? ""
        let transaction = try signed(
            #"{\#(place),"originalTransactionId":"100","productId":"\#(product)","signedDate":\#(time * 1_000),"#
                + #""expiresDate":\#(until * 1_000)\#(owner)\#(more)}"#)
        let payload = try signed(
            #"{"notificationType":"\#(type)","notificationUUID":"\#(id)","signedDate":\#(time * 1_000),"#
                + #""data":{\#(place),"signedTransactionInfo":"\#(transaction)"}}"#)
        return Array(#"{"signedPayload":"\#(payload)"}"#.utf8)
    }
}
