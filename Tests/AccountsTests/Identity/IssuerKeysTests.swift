import Accounts
import CurlHTTP
import Plumbing
import StandIns
import Testing
import VerbioTesting

@Suite("The keys of an issuer", .serialized, .timeLimit(.minutes(2)))
struct IssuerKeysTests {
    /// What the issuer answers now; tests change it.
    private final class Script: Sendable {
        private let answers = Locked<[String: StandInAnswer]>([:])

        subscript(path: String) -> StandInAnswer {
            get { answers.withLock { $0[path] } ?? .empty(404) }
            set { answers.withLock { $0[path] = newValue } }
        }
    }

    private struct Setting {
        let issuer: TestIssuer
        let server: StandInServer
        let script: Script
        let time: ManualTime
        let verifier: IdentityVerifier

        /// Expects the subject or the refusal of a new token that is made with the key.
        func expect(_ outcome: String, for key: TestKey, at place: SourceLocation = #_sourceLocation) async throws {
            let got = try await self.outcome(key)
            #expect(got == outcome, sourceLocation: place)
        }

        private func outcome(_ key: TestKey) async throws -> String {
            let nonce = "nonce number \(server.requests.count) at \(time.now) of \(key.name)"
            let token = try issuer.token(
                [
                    "nonce": #""\#(nonce)""#, "iat": "\(TestIssuer.now + Int(time.now.seconds))",
                    "exp": "\(TestIssuer.now + Int(time.now.seconds) + 600)",
                ], key: key)
            do {
                return try await verifier.identity(of: token, nonce: nonce).subject
            } catch let refusal as IdentityRefusal {
                if case .keysUnavailable = refusal { return "unavailable" }
                return "\(refusal)"
            }
        }
    }

    private func withIssuer(
        _ first: StandInAnswer, keys: IdentityIssuer.KeyPlace? = nil, _ body: (Setting) async throws -> Void
    ) async throws {
        let script = Script()
        script["/keys"] = first
        let client = HTTPClient()
        let time = ManualTime()
        try await withStandIn {
            script[$0.path]
        } test: { server in
            let issuer = TestIssuer(url: server.url)
            let verifier = IdentityVerifier(
                try issuer.configured(keys: keys), documents: HTTPDocuments(client: client),
                ledger: MemoryNonceLedger(), time: time.source)
            try await body(
                Setting(issuer: issuer, server: server, script: script, time: time, verifier: verifier))
        }
        await client.shutdown()
    }

    private let old = TestKey.es256("old")
    private let new = TestKey.es256("new")

    private func keys(_ keys: TestKey...) -> StandInAnswer { .keys(TestIssuer.keySet(keys)) }

    @Test(
        "Given keys that were fetched, when the issuer is down, then they work after 23 hours, and not after 25")
    func outlivesAnOutage() async throws {
        try await withIssuer(keys(old)) { setting in
            try await setting.expect("user-1", for: old)
            setting.script["/keys"] = .empty(503)
            setting.time.advance(by: .seconds(23 * 3_600))
            try await setting.expect("user-1", for: old)
            setting.time.advance(by: .seconds(2 * 3_600))
            try await setting.expect("unavailable", for: old)
            setting.script["/keys"] = keys(old)
            setting.time.advance(by: .seconds(10))
            try await setting.expect("user-1", for: old)
        }
    }

    @Test(
        "Given an issuer whose keys cannot be had at the start, when tokens come, then none signs in, and later they do",
        arguments: [
            .empty(503), .html(200), .reset(afterBytes: 0), .json(200, #"{"keys":[]}"#), .json(200, "[]"),
            .json(200, #"{"keys":[{"kty":"oct","kid":"old","k":"c2VjcmV0"}]}"#), .bigBody(1 << 20), .endless(),
            .gzipBomb(), StandInAnswer("HTTP/1.1 302 \r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"),
            .json(200, #"{"keys":[\#(Array(repeating: "{}", count: 65).joined(separator: ","))]}"#),
        ] as [StandInAnswer])
    func signsInNobodyWithoutKeys(answer: StandInAnswer) async throws {
        try await withIssuer(answer) { setting in
            setting.script["/other"] = keys(old)
            try await setting.expect("unavailable", for: old)
            setting.script["/keys"] = keys(old)
            // The next fetch waits for ten seconds, so that a broken issuer is not flooded.
            try await setting.expect("unavailable", for: old)
            #expect(setting.server.requests.count == 1)
            setting.time.advance(by: .seconds(10))
            try await setting.expect("user-1", for: old)
        }
    }

    @Test(
        "Given an issuer that rotates its keys, when a token names the new one, then it is fetched, and the old one ends"
    )
    func followsRotation() async throws {
        try await withIssuer(keys(old)) { setting in
            try await setting.expect("user-1", for: old)
            setting.script["/keys"] = keys(new)
            setting.time.advance(by: .seconds(5))
            try await setting.expect("user-1", for: new)
            try await setting.expect("unknownKey", for: old)
        }
    }

    @Test("Given an issuer that replaces a key under its name, when a token comes, then it is found after five seconds")
    func followsReplacement() async throws {
        try await withIssuer(keys(old)) { setting in
            try await setting.expect("user-1", for: old)
            let replaced = TestKey.es256("old")
            setting.script["/keys"] = keys(replaced)
            for _ in 0..<20 { try await setting.expect("signature", for: replaced) }
            #expect(setting.server.requests.count == 1)
            setting.time.advance(by: .seconds(5))
            try await setting.expect("user-1", for: replaced)
            try await setting.expect("signature", for: old)
            #expect(setting.server.requests.count == 2)
            // Without an answer of the issuer, its last keys hold.
            setting.script["/keys"] = .empty(503)
            setting.time.advance(by: .seconds(5))
            try await setting.expect("signature", for: old)
            try await setting.expect("user-1", for: replaced)
        }
    }

    @Test("Given a hundred invented key names, when their tokens come, then the issuer is asked once in five seconds")
    func limitsFetchesForUnknownKeys() async throws {
        try await withIssuer(keys(old)) { setting in
            try await setting.expect("user-1", for: old)
            setting.time.advance(by: .seconds(5))
            for number in 0..<100 { try await setting.expect("unknownKey", for: .es256("invented-\(number)")) }
            #expect(setting.server.requests.count == 2)
            try await setting.expect("user-1", for: old)
        }
    }

    @Test("Given 20 tokens at once and no keys yet, when all are checked, then one fetch serves all")
    func sharesOneFetch() async throws {
        try await withIssuer(keys(old)) { setting in
            let signedIn = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    let nonce = "the nonce number \(number)"
                    let token = try setting.issuer.token(["nonce": #""\#(nonce)""#], key: old)
                    group.addTask { [verifier = setting.verifier] in
                        try await verifier.identity(of: token, nonce: nonce).subject == "user-1"
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(signedIn == 20)
            #expect(setting.server.requests.count == 1)
        }
    }

    @Test("Given keys of an hour, when a token comes, then it is accepted at once and the keys are renewed behind it")
    func renewsInTheBackground() async throws {
        try await withIssuer(keys(old)) { setting in
            try await setting.expect("user-1", for: old)
            setting.time.advance(by: .seconds(3_600))
            setting.script["/keys"] = keys(old, new)
            try await setting.expect("user-1", for: old)
            try await setting.server.requests(count: 2)
            try await setting.expect("user-1", for: new)
            #expect(setting.server.requests.count == 2)
        }
    }

    @Test("Given a new set of keys that is unusable, when it is fetched, then the previous keys still work")
    func keepsKeysWhenTheNextAreUnusable() async throws {
        try await withIssuer(keys(old)) { setting in
            try await setting.expect("user-1", for: old)
            setting.script["/keys"] = .json(200, #"{"keys":[]}"#)
            setting.time.advance(by: .seconds(300))
            try await setting.expect("unavailable", for: new)
            try await setting.expect("user-1", for: old)
        }
    }

    @Test(
        "Given a key that does not fit its algorithm or is too small or too large, when a token names it, then it is not used",
        arguments: [
            #"{"kty":"RSA","kid":"old","n":"\#(Base64URL.encode([UInt8](repeating: 0xC5, count: 128)))","e":"AQAB"}"#,
            #"{"kty":"RSA","kid":"old","n":"\#(Base64URL.encode([UInt8](repeating: 0xC5, count: 2_048)))","e":"AQAB"}"#,
            #"{"kty":"EC","crv":"P-384","kid":"old","x":"AAAA","y":"AAAA"}"#,
            #"{"kty":"EC","crv":"P-256","kid":"old","x":"AAAA","y":"AAAA"}"#,
            TestKey.es256("old").published.replacing(#""use":"sig""#, with: #""use":"enc""#),
            TestKey.es256("old").published.replacing(#""use":"sig""#, with: #""alg":"ES384""#),
            TestKey.es256("old").published.replacing(#""use":"sig""#, with: #""key_ops":["sign"]"#),
            TestKey.es256("old").published.replacing(#","kid":"old""#, with: ""),
        ])
    func passesOverUnfitKeys(published: String) async throws {
        try await withIssuer(.keys(#"{"keys":[\#(published),\#(new.published)]}"#)) { setting in
            try await setting.expect("user-1", for: new)
            try await setting.expect("unknownKey", for: old)
        }
    }

    @Test("Given a discovery document, when a token comes, then the keys that it names are used")
    func discovers() async throws {
        try await withIssuer(keys(old), keys: .discovery) { setting in
            setting.script["/.well-known/openid-configuration"] = .json(
                200, #"{"issuer":"\#(setting.issuer.url)","jwks_uri":"\#(setting.issuer.url)/keys"}"#)
            try await setting.expect("user-1", for: old)
        }
    }

    @Test(
        "Given a discovery document of another issuer or with unsafe keys, when a token comes, then it is refused",
        arguments: [
            #"{"issuer":"https://attacker.example","jwks_uri":"HERE/keys"}"#,
            #"{"issuer":"HERE/","jwks_uri":"HERE/keys"}"#,
            #"{"issuer":"HERE","jwks_uri":"http://192.0.2.1/keys"}"#,
            #"{"issuer":"HERE","jwks_uri":"file:///etc/passwd"}"#,
            #"{"issuer":"HERE","jwks_uri":"https://user:password@192.0.2.1/keys"}"#,
            #"{"issuer":"HERE","issuer":"HERE","jwks_uri":"HERE/keys"}"#,
            #"{"issuer":"HERE"}"#,
        ])
    func refusesDiscovery(document: String) async throws {
        try await withIssuer(keys(old), keys: .discovery) { setting in
            setting.script["/.well-known/openid-configuration"] = .json(
                200, document.replacing("HERE", with: setting.issuer.url))
            try await setting.expect("unavailable", for: old)
            #expect(setting.server.requests.map(\.path) == ["/.well-known/openid-configuration"])
        }
    }
}
