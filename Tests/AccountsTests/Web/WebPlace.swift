import Accounts
import Crypto
import CurlHTTP
import Foundation
import Plumbing
import StandIns
import Testing
import VerbioTesting

/// Accounts whose people sign in on the page at a stand-in of an issuer, and what that issuer has seen.
final class WebPlace: Sendable {
    /// What the stand-in does with codes and revocations.
    struct Behaviour: Sendable {
        var discovery: StandInAnswer?
        var token: StandInAnswer?
        var revocation = StandInAnswer.empty(200)
        /// Claims of the identity token that differ.
        var claims: [String: String?] = [:]
        var nonce = ""
        var challenge = ""
    }

    static let appleKey = P256.Signing.PrivateKey()
    static let callback = "https://verbio.example.com/api/auth/test/callback"

    let place: AccountPlace
    let behaviour: Locked<Behaviour>
    let issuer: TestIssuer
    let store: AccountDatabase
    let services: AccountServices

    private init(_ issuer: TestIssuer, _ behaviour: Locked<Behaviour>, _ client: HTTPClient, isApple: Bool) throws {
        place = try AccountPlace()
        self.issuer = issuer
        self.behaviour = behaviour
        var configured = try issuer.configured(nonce: isApple ? .sha256 : .plain, keys: .discovery)
        configured.client.page = IssuerClient.Page(client: "com.example.web", title: "Test", postsForm: isApple)
        if isApple {
            configured.client.authentication = .apple(
                try AppleKey(team: "TEAM", name: "KEY", pem: Self.appleKey.pemRepresentation))
        }
        store = try place.store()
        services = try AccountServices(
            AccountServices.Configuration(
                url: "https://verbio.example.com", issuers: IssuerList(issuers: [configured]),
                tiers: try TierCatalogue.builtIn()),
            store: store, sealing: try place.sealing(),
            issuers: .init(documents: HTTPDocuments(client: client), forms: HTTPForms(client: client)),
            shared: .init(time: place.time.source), data: NotedData())
    }

    static func with(isApple: Bool = false, _ body: (WebPlace, StandInServer) async throws -> Void) async throws {
        let behaviour = Locked(Behaviour())
        let client = HTTPClient()
        try await withStandIn { request in
            let now = behaviour.withLock { $0 }
            let url = "http://\(request[header: "host"] ?? "")"
            switch request.path {
            case "/.well-known/openid-configuration":
                return now.discovery
                    ?? .json(
                        200,
                        """
                        {"issuer":"\(url)","jwks_uri":"\(url)/keys","authorization_endpoint":"\(url)/authorize",\
                        "token_endpoint":"\(url)/token","revocation_endpoint":"\(url)/revoke"}
                        """)
            case "/keys": return .keys()
            case "/token":
                if let answer = now.token { return answer }
                let form = fields(request.text)
                let verifier = SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8))
                guard form["code"] == "good", form["redirect_uri"] == callback,
                    Base64URL.encode(verifier) == now.challenge
                else { return .json(400, #"{"error":"invalid_grant"}"#) }
                var claims = now.claims
                if claims["nonce"] == nil { claims["nonce"] = "\"\(now.nonce)\"" }
                claims["aud"] = claims["aud"] ?? "\"com.example.web\""
                let token = try TestIssuer(url: url).token(claims)
                return .json(200, #"{"access_token":"a","refresh_token":"granted","id_token":"\#(token)"}"#)
            case "/revoke": return now.revocation
            default: return .empty(404)
            }
        } test: { server in
            try await body(try WebPlace(TestIssuer(url: server.url), behaviour, client, isApple: isApple), server)
        }
        await client.shutdown()
    }

    /// The fields of a form or a query.
    static func fields(_ text: String) -> [String: String] {
        var components = URLComponents()
        components.percentEncodedQuery = text
        let pairs = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    var page: WebSignIn {
        get throws { try #require(services.page("test")) }
    }

    /// Begins a sign-in and informs the issuer, as the browser does.
    func begin(_ purpose: WebSignIn.Purpose = .signIn(guest: nil)) async throws -> (
        asked: [String: String], cookie: String
    ) {
        let (address, cookie) = try await page.begin(purpose, device: "browser")
        #expect(address.hasPrefix(issuer.url + "/authorize?"))
        let asked = Self.fields(String(address.drop { $0 != "?" }.dropFirst()))
        behaviour.withLock {
            $0.nonce = asked["nonce"] ?? ""
            $0.challenge = asked["code_challenge"] ?? ""
        }
        return (asked, cookie)
    }

    func end(
        _ cookie: String?, state: String?, code: String? = "good", error: String? = nil, issuer: String? = nil
    ) async throws -> WebSignIn.Result {
        try await page.end(
            WebSignIn.Answer(state: state, code: code, error: error, issuer: issuer), cookie: cookie)
    }
}
