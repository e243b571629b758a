import Accounts
import Crypto
import CryptoExtras
import Foundation

/// A key of an issuer, with its public half as the issuer publishes it.
struct TestKey: Sendable {
    var name: String
    var algorithm: String
    /// The entry in the key set.
    var published: String
    var sign: @Sendable ([UInt8]) throws -> [UInt8]

    static func es256(_ name: String) -> TestKey {
        let key = P256.Signing.PrivateKey()
        let point = Array(key.publicKey.rawRepresentation)
        let x = Base64URL.encode(point.prefix(32))
        let y = Base64URL.encode(point.suffix(32))
        return TestKey(
            name: name, algorithm: "ES256",
            published: #"{"kty":"EC","crv":"P-256","use":"sig","kid":"\#(name)","x":"\#(x)","y":"\#(y)"}"#,
            sign: { Array(try key.signature(for: Data($0)).rawRepresentation) })
    }

    /// It takes a while to make, so tests share a few.
    static func rs256(_ name: String) throws -> TestKey {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let numbers = try key.publicKey.getKeyPrimitives()
        let n = Base64URL.encode(numbers.modulus)
        let e = Base64URL.encode(numbers.publicExponent)
        return TestKey(
            name: name, algorithm: "RS256",
            published: #"{"kty":"RSA","alg":"RS256","use":"sig","kid":"\#(name)","n":"\#(n)","e":"\#(e)"}"#,
            sign: {
                let digest = SHA256.hash(data: Data($0))
                return Array(try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation)
            })
    }

    /// The public key as the text of a file, as attackers take it for a shared secret.
    static func secret(_ published: String) -> @Sendable ([UInt8]) -> [UInt8] {
        { bytes in
            Array(HMAC<SHA256>.authenticationCode(for: Data(bytes), using: SymmetricKey(data: Data(published.utf8))))
        }
    }
}
