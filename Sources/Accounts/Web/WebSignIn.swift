internal import Crypto
internal import CurlHTTP
internal import FoundationEssentials
internal import Plumbing

/// Signs people in on the page of the server: authorization code with PKCE, `state` and nonce (RFC 9700, OpenID Connect Core 1.0).
///
/// What belongs to a sign-in travels sealed in a cookie of the browser that has begun it. So any process of the server can end it,
/// and an answer of the issuer counts in no other browser.
package final class WebSignIn: Sendable {
    /// The purpose of a sign-in.
    package enum Purpose: Sendable, Hashable, Codable {
        /// Signs in to use the service. A guest keeps the account.
        case signIn(guest: AccountID?)
        /// Adds another identity to this account.
        case link(AccountID)
    }

    /// What the issuer's answer says.
    package struct Answer: Sendable, Hashable {
        package var state: String?
        package var code: String?
        package var error: String?
        /// RFC 9207.
        package var issuer: String?

        package init(state: String?, code: String?, error: String?, issuer: String?) {
            self.state = state
            self.code = code
            self.error = error
            self.issuer = issuer
        }
    }

    /// A sign-in that has ended well.
    package struct Result: Sendable, Hashable {
        package var identity: Identity
        package var purpose: Purpose
        package var device: String?
        /// The session that the browser had until now.
        package var former: SessionID?
    }

    private struct Transaction: Codable {
        var state: String
        var nonce: String
        var verifier: String
        /// Milliseconds since 1970.
        var expires: Int64
        var purpose: Purpose
        var device: String?
        var former: String?
    }

    /// How long a person may take at the issuer, in seconds.
    package static let life: Int64 = 600
    /// The most bytes of a sealed transaction.
    private static let maximumBytes = 3_000

    package let page: IssuerClient.Page
    /// The requests to an issuer.
    struct Issuer: Sendable {
        var verifier: IdentityVerifier
        var endpoints: IssuerEndpoints
        var exchange: CodeExchange
    }

    private let issuer: Issuer
    private let redirect: String
    private let sealing: Sealing
    private let time: TimeSource
    private let random: RandomSource

    /// - Parameter redirect: the address of this server to which the issuer sends its answer.
    init(
        _ page: IssuerClient.Page, redirect: String, with issuer: Issuer, sealing: Sealing, time: TimeSource,
        random: RandomSource
    ) {
        self.page = page
        self.issuer = issuer
        self.redirect = redirect
        self.sealing = sealing
        self.time = time
        self.random = random
    }

    /// Begins a sign-in.
    ///
    /// - Parameter former: the session that the browser has now.
    /// - Returns: the address of the issuer for the browser, and the cookie.
    /// - Throws: ``IdentityRefusal/issuerUnavailable(_:)``.
    package func begin(
        _ purpose: Purpose, device: String?, former: SessionID? = nil
    ) async throws -> (address: String, cookie: String) {
        let found = try await issuer.endpoints.found()
        let transaction = Transaction(
            state: secret(), nonce: secret(), verifier: secret(),
            expires: time.wallClockMilliseconds() + Self.life * 1_000, purpose: purpose, device: device,
            former: former?.text)
        let challenge = Base64URL.encode(SHA256.hash(data: Data(transaction.verifier.utf8)))
        let nonce =
            issuer.verifier.issuer.nonce == .sha256
            ? IdentityVerifier.hexadecimalHash(transaction.nonce) : transaction.nonce
        var fields = [
            FormValue("response_type", "code"), FormValue("client_id", page.client),
            FormValue("redirect_uri", redirect), FormValue("scope", page.scopes.joined(separator: " ")),
            FormValue("state", transaction.state), FormValue("nonce", nonce),
            FormValue("code_challenge", challenge), FormValue("code_challenge_method", "S256"),
        ]
        if page.postsForm { fields.append(FormValue("response_mode", "form_post")) }
        let address = found.endpoints.authorization
        let sealed = try sealing.seal(json: transaction, for: place)
        return (
            address + (address.contains("?") ? "&" : "?") + FormFields(fields.map { ($0.name, $0.value) }).text,
            Base64URL.encode(sealed)
        )
    }

    /// Ends a sign-in with the answer of the issuer.
    ///
    /// - Throws: ``IdentityRefusal``; what the ledger throws.
    package func end(_ answer: Answer, cookie: String?) async throws -> Result {
        guard let transaction = transaction(cookie), transaction.expires > time.wallClockMilliseconds(),
            let state = answer.state, Self.isSame(state, transaction.state)
        else { throw IdentityRefusal.state }
        // Each issuer has its own address for its answers, so codes of two issuers cannot be mixed up either way.
        if let said = answer.issuer, !issuer.verifier.issuer.isIssuer(said, tenant: nil) {
            throw IdentityRefusal.issuer
        }
        guard answer.error == nil, let code = answer.code else { throw IdentityRefusal.cancelled }
        let tokens = try await issuer.exchange.tokens(
            for: code, client: page.client, redirect: redirect, verifier: transaction.verifier)
        guard let token = tokens.identity else { throw IdentityRefusal.code }
        var identity = try await issuer.verifier.identity(of: token, nonce: transaction.nonce)
        if let refresh = tokens.refresh, issuer.exchange.takesCodesOfApps {
            identity.grant = Identity.Grant(client: page.client, token: refresh)
        }
        return Result(
            identity: identity, purpose: transaction.purpose, device: transaction.device,
            former: transaction.former.flatMap { SessionID($0) })
    }

    /// 256 bits in 43 characters, the least that PKCE allows.
    private func secret() -> String { Base64URL.encode(random.bytes(32)) }

    private var place: String { "sign-in at \(issuer.verifier.issuer.name)" }

    private func transaction(_ cookie: String?) -> Transaction? {
        guard let cookie, cookie.utf8.count <= Self.maximumBytes, let sealed = Base64URL.decode(cookie) else {
            return nil
        }
        return try? sealing.open(json: Transaction.self, sealed, for: place)
    }

    /// Compared by their hashes, so that the time reveals nothing.
    private static func isSame(_ a: String, _ b: String) -> Bool {
        SHA256.hash(data: Data(a.utf8)) == SHA256.hash(data: Data(b.utf8))
    }
}
