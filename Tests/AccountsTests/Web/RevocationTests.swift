import Accounts
import Crypto
import Foundation
import Plumbing
import StandIns
import Testing
import VerbioTesting

@Suite("What Apple grants", .serialized, .timeLimit(.minutes(2)))
struct RevocationTests {
    /// Signs in, as on the page.
    private func signIn(_ place: WebPlace) async throws -> AccountID {
        let (asked, cookie) = try await place.begin()
        #expect(asked["response_mode"] == "form_post")
        let identity = try await place.end(cookie, state: asked["state"]).identity
        #expect(identity.grant == Identity.Grant(client: "com.example.web", token: "granted"))
        return try await place.services.directory.signIn(identity).account.id
    }

    /// Whether a client secret is signed with the operator's key and says what Apple asks for.
    private func isSecret(_ text: String) throws -> Bool {
        let parts = text.split(separator: ".").map(String.init)
        guard parts.count == 3, let signature = Base64URL.decode(parts[2]) else { return false }
        let header = Data(Base64URL.decode(parts[0]) ?? [])
        let claims = Data(Base64URL.decode(parts[1]) ?? [])
        let fields = try JSONSerialization.jsonObject(with: claims) as? [String: Any] ?? [:]
        return WebPlace.appleKey.publicKey.isValidSignature(
            try P256.Signing.ECDSASignature(rawRepresentation: Data(signature)),
            for: Data("\(parts[0]).\(parts[1])".utf8))
            && String(decoding: header, as: UTF8.self) == #"{"alg":"ES256","kid":"KEY"}"#
            && fields["iss"] as? String == "TEAM" && fields["sub"] as? String == "com.example.web"
            && fields["aud"] as? String != nil && (fields["exp"] as? Int ?? 0) > TestIssuer.now
    }

    @Test(
        "Given an account of Apple, when it is erased, then what Apple has granted is taken back with the key's secret")
    func revokes() async throws {
        try await WebPlace.with(isApple: true) { place, server in
            let id = try await signIn(place)
            let token = try #require(server.requests.first { $0.path == "/token" })
            #expect(try isSecret(WebPlace.fields(token.text)["client_secret"] ?? ""))
            _ = try await place.services.erase(id)
            #expect(try await place.services.revocations.pending() == 1)
            #expect(try await place.services.revocations.runDue() == 1)
            #expect(try await place.services.revocations.pending() == 0)
            let form = WebPlace.fields(try #require(server.requests.last { $0.path == "/revoke" }).text)
            #expect(form["token"] == "granted" && form["token_type_hint"] == "refresh_token")
            #expect(try isSecret(form["client_secret"] ?? ""))
            #expect(try await AuditLog.firstDamage(in: place.store) == nil)
        }
    }

    @Test(
        "Given Apple is down, when an account is erased, then it is tried again more and more seldom, also after a restart"
    )
    func triesAgain() async throws {
        try await WebPlace.with(isApple: true) { place, server in
            let id = try await signIn(place)
            place.behaviour.withLock { $0.revocation = .empty(503) }
            _ = try await place.services.erase(id)
            func attempts() -> Int { server.requests.count { $0.path == "/revoke" } }
            #expect(try await place.services.revocations.runDue() == 0)
            #expect(attempts() == 1)
            #expect(try await place.services.revocations.runDue() == 0)
            #expect(attempts() == 1)
            place.place.time.advance(by: .seconds(30))
            _ = try await place.services.revocations.runDue()
            #expect(attempts() == 2)
            place.place.time.advance(by: .seconds(59))
            _ = try await place.services.revocations.runDue()
            #expect(attempts() == 2)
            // Nothing of the grant can be read in the file, and another secret opens it anyway.
            #expect(try place.place.storedBytes().range(of: Data("granted".utf8)) == nil)
            #expect(try await Resealing(store: place.store, sealing: try place.place.sealing()).run().accounts == 0)
            place.behaviour.withLock { $0.revocation = .json(400, #"{"error":"invalid_grant"}"#) }
            place.place.time.advance(by: .seconds(1))
            #expect(try await place.services.revocations.runDue() == 1)
            #expect(try await place.services.revocations.pending() == 0)
        }
    }

    @Test(
        "Given Apple does not revoke a grant for a month, when the last retry fails, then revocation stops with a note")
    func givesUp() async throws {
        try await WebPlace.with(isApple: true) { place, server in
            let id = try await signIn(place)
            place.behaviour.withLock { $0.revocation = .empty(503) }
            _ = try await place.services.erase(id)
            for _ in 0..<50 {
                _ = try await place.services.revocations.runDue()
                place.place.time.advance(by: .seconds(86_400))
            }
            #expect(server.requests.count { $0.path == "/revoke" } == 40)
            #expect(try await place.services.revocations.pending() == 0)
            #expect(try await place.store.read { try $0.lastAudit()?.event } == "revocation-given-up")
        }
    }

    @Test("Given grants for the app and for the page, when the account is erased, then both are taken back")
    func revokesEachClient() async throws {
        try await WebPlace.with(isApple: true) { place, server in
            let id = try await signIn(place)
            var app = Identity(issuer: place.issuer.url, subject: "user-1")
            for token in ["first", "of-app"] {
                app.grant = Identity.Grant(client: "com.example.app", token: token)
                #expect(try await place.services.directory.signIn(app).account.id == id)
            }
            _ = try await Resealing(store: place.store, sealing: try place.place.sealing()).run()
            _ = try await place.services.erase(id)
            #expect(try await place.services.revocations.runDue() == 2)
            let forms = server.requests.filter { $0.path == "/revoke" }.map { WebPlace.fields($0.text) }
            #expect(Set(forms.map { $0["token"] }) == ["granted", "of-app"])
            #expect(Set(forms.map { $0["client_id"] }) == ["com.example.app", "com.example.web"])
        }
    }

    @Test("Given a grant that cannot be opened, when others are due, then these are taken back")
    func passesOverDamage() async throws {
        try await WebPlace.with(isApple: true) { place, _ in
            let id = try await signIn(place)
            _ = try await place.services.erase(id)
            try await place.store.write { tables in
                try tables.save(RevocationRow(id: "0", due: 0, attempts: 0, sealed: [1, 2, 3]))
            }
            #expect(try await place.services.revocations.pending() == 2)
            #expect(try await place.services.revocations.runDue() == 1)
            #expect(try await place.services.revocations.pending() == 1)
        }
    }

    @Test("Given an identity that cannot be opened, when its account is erased, then it is erased all the same")
    func erasesDamaged() async throws {
        try await WebPlace.with(isApple: true) { place, _ in
            let id = try await signIn(place)
            try await place.store.write { tables in
                for var identity in try tables.identities(of: id) {
                    identity.sealed = [1, 2, 3]
                    try tables.save(identity)
                }
            }
            #expect(try await place.services.erase(id).identities == 1)
            #expect(try await place.services.revocations.pending() == 0)
        }
    }

    @Test("Given two identities and a changed secret, when the account signs in again, then no grant is lost")
    func keepsGrants() async throws {
        try await WebPlace.with(isApple: true) { place, _ in
            let id = try await signIn(place)
            // A token of an app, without a code.
            let plain = Identity(issuer: place.issuer.url, subject: "user-1")
            #expect(try await place.services.directory.signIn(plain).account.id == id)
            _ = try await Resealing(store: place.store, sealing: try place.place.sealing()).run()
            #expect(try await signIn(place) == id)
            let other = Identity(issuer: "https://accounts.google.com", subject: "2")
            #expect(
                try await place.services.directory.link(other, to: id).issuers
                    == [
                        place.issuer.url, "https://accounts.google.com",
                    ].sorted())
            _ = try await place.services.erase(id)
            #expect(try await place.services.revocations.pending() == 1)
        }
    }
}
