internal import Crypto
internal import FoundationEssentials
package import Plumbing

/// The key with which the operator's programs identify themselves to Apple.
///
/// Apple takes no fixed secret, but a token that is signed with this key ("Creating a client secret").
package struct AppleKey: Sendable, Hashable {
    /// How long a secret is valid, in seconds. Apple accepts up to six months; each secret is used once.
    static let life: Int64 = 300

    package let team: String
    package let name: String
    private let key: Data

    /// - Parameter text: the file that Apple gives out; `\n` may stand for line feeds, as in environment variables.
    /// - Throws: ``Problem`` of kind `usage`, code `accounts.apple-key`.
    package init(team: String, name: String, pem text: String) throws(Problem) {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text.replacing("\\n", with: "\n")) else {
            throw Problem(
                .usage, "accounts.apple-key", "APPLE_PRIVATE_KEY is not the key that Apple gives out",
                cure: "set it to the text of the file AuthKey_….p8")
        }
        self.team = team
        self.name = name
        self.key = key.rawRepresentation
    }

    /// The secret of a client.
    ///
    /// - Parameter now: seconds since 1970.
    package func secret(for client: String, audience: String, now: Int64) throws -> String {
        struct Header: Encodable {
            var alg = "ES256"
            var kid: String
        }
        struct Claims: Encodable {
            var iss: String
            var iat: Int64
            var exp: Int64
            var aud: String
            var sub: String
        }
        let encoder = JSONEncoder.sorted
        let header = try encoder.encode(Header(kid: name))
        let claims = try encoder.encode(
            Claims(iss: team, iat: now, exp: now + Self.life, aud: audience, sub: client))
        let signed = "\(Base64URL.encode(header)).\(Base64URL.encode(claims))"
        let signature = try P256.Signing.PrivateKey(rawRepresentation: key).signature(for: Data(signed.utf8))
        return "\(signed).\(Base64URL.encode(signature.rawRepresentation))"
    }
}
