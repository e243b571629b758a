import Accounts
import Foundation
import Plumbing
import StandIns
import Testing
import VerbioTesting

@Suite("Signing in on the page", .serialized, .timeLimit(.minutes(2)))
struct WebSignInTests {
    @Test("Given a sign-in that was begun, when the issuer answers with its state, then the code gives the identity")
    func signsIn() async throws {
        try await WebPlace.with { place, server in
            let (asked, cookie) = try await place.begin()
            #expect(asked["response_type"] == "code" && asked["client_id"] == "com.example.web")
            #expect(asked["redirect_uri"] == WebPlace.callback && asked["scope"] == "openid email profile")
            #expect(asked["code_challenge_method"] == "S256" && asked["response_mode"] == nil)
            #expect([asked["state"], asked["nonce"], asked["code_challenge"]].allSatisfy { $0?.utf8.count == 43 })
            let result = try await place.end(cookie, state: asked["state"], issuer: place.issuer.url)
            #expect(result.identity.subject == "user-1" && result.identity.issuer == place.issuer.url)
            #expect(result.purpose == .signIn(guest: nil) && result.device == "browser")
            // Only Apple's grants are taken back later, so no other is kept.
            #expect(result.identity.grant == nil)
            let form = WebPlace.fields(try #require(server.requests.first { $0.path == "/token" }).text)
            #expect(form["grant_type"] == "authorization_code" && form["client_id"] == "com.example.web")
            let again = try await place.begin()
            #expect(again.asked["state"] != asked["state"] && again.cookie != cookie)
        }
    }

    @Test(
        "Given an answer that does not belong to the sign-in of this browser, when it comes, then no code is exchanged")
    func refusesForeignAnswers() async throws {
        try await WebPlace.with { place, server in
            let (asked, cookie) = try await place.begin()
            let other = try await place.page.begin(.signIn(guest: nil), device: nil)
            func refused(_ refusal: IdentityRefusal, _ cookie: String?, _ state: String?, issuer: String? = nil) async {
                await #expect(throws: refusal) { try await place.end(cookie, state: state, issuer: issuer) }
            }
            await refused(.state, nil, asked["state"])
            await refused(.state, other.cookie, asked["state"])
            await refused(.state, cookie, nil)
            await refused(.state, cookie, "x")
            await refused(.state, cookie + "A", asked["state"])
            await refused(.state, String(cookie.reversed()), asked["state"])
            await refused(.state, String(repeating: "A", count: 5_000), asked["state"])
            await refused(.issuer, cookie, asked["state"], issuer: "https://evil.example")
            await #expect(throws: IdentityRefusal.cancelled) {
                try await place.end(cookie, state: asked["state"], code: nil, error: "access_denied")
            }
            #expect(!server.requests.contains { $0.path == "/token" })
            place.place.time.advance(by: .seconds(601))
            await refused(.state, cookie, asked["state"])
        }
    }

    @Test("Given an issuer that gives no token or another one, when the code is exchanged, then the sign-in fails")
    func refusesTokens() async throws {
        try await WebPlace.with { place, _ in
            func refused(
                _ refusal: IdentityRefusal, code: String = "good", _ change: (inout WebPlace.Behaviour) -> Void
            ) async throws {
                let (asked, cookie) = try await place.begin()
                place.behaviour.withLock { change(&$0) }
                await #expect(throws: refusal) { try await place.end(cookie, state: asked["state"], code: code) }
                place.behaviour.withLock { $0 = WebPlace.Behaviour() }
            }
            try await refused(.code, code: "stolen") { _ in }
            try await refused(.code, code: String(repeating: "x", count: 5_000)) { _ in }
            try await refused(.code) { $0.challenge = "of another browser" }
            try await refused(.nonce) { $0.claims["nonce"] = "\"of another sign-in of somebody\"" }
            try await refused(.audience) { $0.claims["aud"] = "\"com.example.other\"" }
            try await refused(.expired) { $0.claims["exp"] = "\(TestIssuer.now - 61)" }
            try await refused(.code) { $0.token = .json(200, #"{"access_token":"a"}"#) }
            let (asked, cookie) = try await place.begin()
            _ = try await place.end(cookie, state: asked["state"])
            // The nonce has signed in.
            await #expect(throws: IdentityRefusal.replayed) { try await place.end(cookie, state: asked["state"]) }
        }
    }

    @Test(
        "Given an issuer that is down or rejects the client, when a person signs in, then the failure is temporary")
    func tellsOutages() async throws {
        try await WebPlace.with { place, _ in
            let (asked, cookie) = try await place.begin()
            for answer in [
                StandInAnswer.empty(503), .json(401, #"{"error":"invalid_client"}"#), .html(200), .reset(afterBytes: 0),
            ] {
                place.behaviour.withLock { $0.token = answer }
                do {
                    _ = try await place.end(cookie, state: asked["state"])
                    Issue.record("somebody was signed in")
                } catch let refusal as IdentityRefusal {
                    #expect(refusal.isTemporary && refusal.problem.code == "identity.issuer")
                }
            }
            // The document is used for a day if there is no other.
            place.behaviour.withLock { $0.discovery = .empty(503) }
            place.place.time.advance(by: .seconds(7_200))
            _ = try await place.begin()
            place.place.time.advance(by: .seconds(86_400))
            await #expect(throws: IdentityRefusal.self) { _ = try await place.begin() }
            for change in [
                #""issuer":"https://evil.example""#, #""token_endpoint":"http://evil.example/token""#,
            ] {
                let name = String(change.prefix { $0 != ":" })
                let usual = [
                    #""issuer":"\#(place.issuer.url)""#, #""jwks_uri":"\#(place.issuer.url)/keys""#,
                    #""authorization_endpoint":"\#(place.issuer.url)/authorize""#,
                    #""token_endpoint":"\#(place.issuer.url)/token""#,
                ]
                let fields = usual.filter { !$0.hasPrefix(name) } + [change]
                place.behaviour.withLock { $0.discovery = .json(200, "{\(fields.joined(separator: ","))}") }
                await #expect(throws: IdentityRefusal.self) { _ = try await place.begin() }
            }
        }
    }
}
