internal import Crypto
internal import FoundationEssentials
package import Plumbing

/// Checks identity tokens of one issuer.
///
///     let verifier = IdentityVerifier(issuer, documents: HTTPDocuments(client: client), ledger: ledger)
///     let identity = try await verifier.identity(of: token, nonce: nonce)
///
/// The checks are those of OpenID Connect Core 1.0, section 3.1.3.7, and RFC 8725. The signature comes before the claims, and the
/// single use comes last. So a token that is refused stays unused.
package final class IdentityVerifier: Sendable {
    /// How much the issuer's clock may differ, in seconds.
    package static let clockSkew = 60.0
    /// The longest time between the issue of a token and its end, in seconds. Apple's tokens last for a day.
    package static let longestLife = 86_400.0
    /// The number of bytes of a nonce: enough that it cannot be guessed, and no more than a header field takes.
    package static let nonceBytes = 16...255
    /// The most bytes of a subject (OpenID Connect Core 1.0, section 2).
    package static let maximumSubjectBytes = 255
    /// The most bytes of an address (RFC 5321) and of a name; longer ones are left out.
    private static let maximumTextBytes = 254

    package let issuer: IdentityIssuer
    private let keys: IssuerKeys
    private let ledger: any NonceLedger
    private let time: TimeSource

    /// - Parameters:
    /// - documents: fetches the issuer's keys.
    /// - ledger: remembers which tokens were used, so that each counts once.
    package init(
        _ issuer: IdentityIssuer, documents: any DocumentSource, ledger: any NonceLedger, time: TimeSource = .system
    ) {
        self.issuer = issuer
        keys = IssuerKeys(IssuerDocuments(issuer: issuer, source: documents), time: time)
        self.ledger = ledger
        self.time = time
    }

    /// A token that is in order and was not used up yet.
    package struct Checked: Sendable {
        package var identity: Identity
        fileprivate let digest: [UInt8]
        /// When its use can be forgotten, in milliseconds since 1970.
        fileprivate let expiry: Int64
    }

    /// Checks a token, and uses it up.
    ///
    /// - Parameter nonce: what the client made for this sign-in; nil only if the issuer has no nonces.
    /// - Throws: ``IdentityRefusal``; what the ledger throws.
    package func identity(of text: String, nonce: String?) async throws -> Identity {
        let checked = try await checked(text, nonce: nonce)
        try await useUp(checked)
        return checked.identity
    }

    /// Checks a token whose use follows, so that a failure between them leaves it unused.
    ///
    /// - Throws: as ``identity(of:nonce:)``.
    package func checked(_ text: String, nonce: String?) async throws(IdentityRefusal) -> Checked {
        let (token, claims) = try await self.claims(of: text)
        try check(claims, nonce: nonce)
        let identity = Identity(
            issuer: claims.issuer, subject: claims.subject, email: Self.modest(claims.email),
            isEmailVerified: claims.isEmailVerified, isPrivateEmail: claims.isPrivateEmail,
            name: Self.modest(claims.name), audience: claims.party ?? claims.audiences.first)
        // Without a nonce, the signed part counts: for some signatures there is a second one that is valid, too.
        let used = claims.nonce.map { Array("nonce \($0)".utf8) } ?? Array("token ".utf8) + token.signedPart
        return Checked(
            identity: identity, digest: Array(SHA256.hash(data: Data(Array("\(issuer.issuer) ".utf8) + used))),
            expiry: Int64(exactly: ((claims.expires + Self.clockSkew) * 1_000).rounded()) ?? .max)
    }

    /// Uses a token up.
    ///
    /// - Throws: ``IdentityRefusal/replayed``; what the ledger throws.
    package func useUp(_ checked: Checked) async throws {
        guard try await ledger.use(checked.digest, until: checked.expiry, now: time.wallClockMilliseconds()) else {
            throw IdentityRefusal.replayed
        }
    }

    /// Whether a token that the issuer has given for a code is about the same person. Its nonce does not matter: the code was
    /// exchanged for it just now.
    ///
    /// - Throws: ``IdentityRefusal`` if it is not in order.
    package func shows(_ identity: Identity, in text: String) async throws(IdentityRefusal) -> Bool {
        let (_, claims) = try await claims(of: text)
        return claims.issuer == identity.issuer && claims.subject == identity.subject
    }

    private func claims(of text: String) async throws(IdentityRefusal) -> (CompactToken, IdentityClaims) {
        let token = try Self.token(text)
        try await checkSignature(token)
        let claims = try Self.claims(token)
        try check(claims)
        return (token, claims)
    }

    private static func token(_ text: String) throws(IdentityRefusal) -> CompactToken {
        do { return try CompactToken(text) } catch { throw IdentityRefusal(error) }
    }

    private static func claims(_ token: CompactToken) throws(IdentityRefusal) -> IdentityClaims {
        do { return try token.claims(as: IdentityClaims.self) } catch { throw IdentityRefusal(error) }
    }

    private func checkSignature(_ token: CompactToken) async throws(IdentityRefusal) {
        // Other kinds of tokens, such as access tokens, are signed with the same keys (RFC 8725, section 3.11).
        guard token.header.type.map({ $0.uppercased() == "JWT" }) ?? true else { throw .type }
        guard let algorithm = SignatureAlgorithm(rawValue: token.header.algorithm),
            issuer.algorithms.contains(algorithm)
        else { throw .algorithm }
        guard let key = token.header.key, !key.isEmpty else { throw .noKeyName }
        guard key.utf8.count <= KeySet.maximumNameBytes else { throw .unknownKey }
        let name = KeySet.Name(key: key, algorithm: algorithm)
        guard try await !keys.set(having: name).verifies(token, with: name) else { return }
        guard await keys.newestSet()?.verifies(token, with: name) == true else { throw .signature }
    }

    private func check(_ claims: IdentityClaims) throws(IdentityRefusal) {
        guard issuer.isIssuer(claims.issuer, tenant: claims.tenant ?? "") else { throw .issuer }
        guard (1...IdentityClaims.maximumAudiences).contains(claims.audiences.count),
            issuer.audiences.isSuperset(of: claims.audiences)
        else { throw .audience }
        let parties = issuer.audiences.union(issuer.authorizedParties)
        guard claims.party.map(parties.contains) ?? (claims.audiences.count == 1) else { throw .party }
        let now = Double(time.wallClockMilliseconds()) / 1_000
        // Numbers of any size come here; comparisons of floating-point numbers cannot overflow.
        guard claims.expires.isFinite, claims.issued.isFinite, claims.notBefore?.isFinite ?? true else {
            throw .malformed
        }
        guard now < claims.expires + Self.clockSkew else { throw .expired }
        guard claims.issued <= now + Self.clockSkew, (claims.notBefore ?? 0) <= now + Self.clockSkew else {
            throw .notYetValid
        }
        guard claims.expires - claims.issued <= Self.longestLife else { throw .lifetime }
        guard (1...Self.maximumSubjectBytes).contains(claims.subject.utf8.count),
            claims.subject.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { throw .subject }
    }

    private func check(_ claims: IdentityClaims, nonce: String?) throws(IdentityRefusal) {
        if issuer.nonce == .none, nonce == nil, claims.nonce == nil { return }
        guard let nonce, Self.nonceBytes.contains(nonce.utf8.count), let known = claims.nonce else { throw .nonce }
        let expected =
            switch issuer.nonce {
            case .plain, .none: nonce
            case .sha256: Self.hexadecimalHash(nonce)
            }
        // Compared by their hashes, so that the time reveals nothing.
        guard SHA256.hash(data: Data(expected.utf8)) == SHA256.hash(data: Data(known.utf8)) else { throw .nonce }
    }

    /// The SHA-256 in hexadecimal digits.
    package static func hexadecimalHash(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).hexadecimal
    }

    private static func modest(_ text: String?) -> String? {
        guard let text, (1...maximumTextBytes).contains(text.utf8.count) else { return nil }
        return text.unicodeScalars.contains { $0.properties.generalCategory == .control } ? nil : text
    }
}
