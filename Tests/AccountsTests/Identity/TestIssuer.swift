import Accounts
import Crypto
import Foundation
import StandIns
import VerbioTesting

/// An issuer of identity tokens on the loopback address, with the tokens that it and its enemies make.
struct TestIssuer: Sendable {
    static let rsa = try? TestKey.rs256("rsa-1")
    static let ec = TestKey.es256("ec-1")
    /// What the client made for the sign-in.
    static let nonce = "nonce-of-this-sign-in"
    /// The time of the tests, in seconds since 1970: where ``ManualTime`` begins.
    static let now = 1_700_000_000

    var url: String

    /// The document with its keys.
    static func keySet(_ keys: [TestKey]) -> String { #"{"keys":[\#(keys.map(\.published).joined(separator: ","))]}"# }

    static var keySet: String { keySet([rsa, ec].compactMap { $0 }) }

    func configured(
        nonce: IdentityIssuer.NonceRule = .plain, keys: IdentityIssuer.KeyPlace? = nil
    ) throws -> IdentityIssuer {
        try IdentityIssuer(
            name: "test", issuer: url, audiences: ["com.example.app", "com.example.web"],
            authorizedParties: ["com.example.android"], algorithms: [.rs256, .es256], nonce: nonce,
            keys: keys ?? .url("\(url)/keys"))
    }

    /// The claims of a token that is accepted, as JSON values.
    var claims: [(String, String)] {
        [
            ("iss", #""\#(url)""#), ("sub", #""user-1""#), ("aud", #""com.example.app""#),
            ("exp", "\(Self.now + 600)"), ("iat", "\(Self.now)"), ("nonce", #""\#(Self.nonce)""#),
            ("email", #""ada@example.com""#), ("email_verified", "true"), ("name", #""Ada""#),
        ]
    }

    /// The usual claims, some of them changed, added or, with nil, left out.
    func payload(_ changes: [String: String?] = [:]) -> String {
        var fields = claims.filter { changes.keys.contains($0.0) == false }
        fields += changes.sorted { $0.key < $1.key }.compactMap { name, value in value.map { (name, $0) } }
        return "{" + fields.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",") + "}"
    }

    static func header(_ key: TestKey, _ more: String = "") -> String {
        #"{"alg":"\#(key.algorithm)","kid":"\#(key.name)","typ":"JWT"\#(more)}"#
    }

    /// A token of the parts, signed however the caller wants.
    static func token(
        _ header: String, _ payload: String, sign: ([UInt8]) throws -> [UInt8]
    ) rethrows -> String {
        let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(payload.utf8))"
        return "\(signed).\(Base64URL.encode(try sign(Array(signed.utf8))))"
    }

    /// The usual token, some of its claims changed.
    func token(_ changes: [String: String?] = [:], key: TestKey = Self.ec, header more: String = "") throws -> String {
        try Self.token(Self.header(key, more), payload(changes), sign: key.sign)
    }

    static func hexadecimalHash(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
}

extension StandInAnswer {
    static func keys(_ text: String = TestIssuer.keySet) -> StandInAnswer { .json(200, text) }
}
