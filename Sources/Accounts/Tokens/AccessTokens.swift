internal import FoundationEssentials
internal import JWTKit
package import Plumbing

/// Makes and checks access tokens: JSON Web Tokens by RFC 9068, signed with ES256.
///
/// A token names the account and the session, and nothing else of the person. Its rights are looked up at each request, so that a
/// change of tier counts for tokens that exist.
package final class AccessTokens: Sendable {
    /// How long a token is valid, in seconds.
    package static let life: Int64 = 900
    /// The most characters of a token; those made here have about 450.
    private static let maximumBytes = 1_024

    /// The name of this server in its tokens.
    package let issuer: String
    package let audience: String
    private let keys: SigningKeys
    private let time: TimeSource
    private let random: RandomSource

    /// - Parameters:
    ///   - issuer: the address of the server.
    ///   - audience: what the tokens are for; usually the same address.
    package init(
        issuer: String, audience: String, store: any AccountStore, sealing: Sealing, time: TimeSource = .system,
        random: RandomSource = .system
    ) {
        self.issuer = issuer
        self.audience = audience
        keys = SigningKeys(store: store, vault: AccountVault(sealing: sealing), time: time, random: random)
        self.time = time
        self.random = random
    }

    /// Makes a token.
    package func make(for account: AccountID, session: SessionID) async throws -> String {
        let key = try await keys.signing()
        let now = time.wallClockMilliseconds() / 1_000
        let header = #"{"alg":"ES256","kid":"\#(key.name)","typ":"at+jwt"}"#
        let claims = try JSONEncoder.sorted.encode(
            Claims(
                iss: issuer, aud: audience, sub: account.text, sid: session.text,
                jti: Base64URL.encode(random.bytes(16)), iat: now, exp: now + Self.life))
        let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims))"
        return "\(signed).\(Base64URL.encode(try key.algorithm.sign(Array(signed.utf8))))"
    }

    /// Checks everything but whether the session is still open; see ``Sessions/rights(_:)``.
    ///
    /// - Throws: ``AccessRefusal``; ``Problem`` if the keys cannot be read.
    package func check(_ text: String) async throws -> AccessToken {
        guard text.utf8.count <= Self.maximumBytes, let token = try? CompactToken(text) else {
            throw AccessRefusal.malformed
        }
        guard token.header.type?.lowercased() == "at+jwt" else { throw AccessRefusal.type }
        guard token.header.algorithm == SignatureAlgorithm.es256.rawValue else { throw AccessRefusal.algorithm }
        guard let name = token.header.key, let key = try await keys.key(name) else { throw AccessRefusal.unknownKey }
        guard (try? key.algorithm.verify(token.signature, signs: token.signedPart)) == true else {
            throw AccessRefusal.signature
        }
        guard let claims = try? token.claims(as: Claims.self), let account = AccountID(claims.sub),
            let session = SessionID(claims.sid)
        else { throw AccessRefusal.malformed }
        guard claims.iss == issuer else { throw AccessRefusal.issuer }
        guard claims.aud == audience else { throw AccessRefusal.audience }
        let now = time.wallClockMilliseconds() / 1_000
        guard now < claims.exp else { throw AccessRefusal.expired }
        // A second between servers may be rounded either way.
        guard claims.iat <= now + 1 else { throw AccessRefusal.notYetValid }
        return AccessToken(account: account, session: session, id: claims.jti, expires: claims.exp)
    }

    /// Replaces the key that signs, such as after it may have been stolen.
    ///
    /// Sessions stay open: if a token is refused, its client gets another one for its refresh token. Other processes take the new key
    /// within a second.
    ///
    /// - Parameter grace: how long tokens of earlier keys stay valid, in milliseconds; an hour at most.
    /// - Returns: the moment from which they are refused, in milliseconds since 1970.
    @discardableResult
    package func rotateKey(refusingOldAfter grace: Int64 = 0) async throws -> Int64 {
        try await keys.rotate(refusingOldAfter: grace)
    }

    /// The names of RFC 9068; `sid` is that of OpenID Connect.
    private struct Claims: Codable {
        var iss: String
        var aud: String
        var sub: String
        var sid: String
        var jti: String
        var iat: Int64
        var exp: Int64
    }
}
