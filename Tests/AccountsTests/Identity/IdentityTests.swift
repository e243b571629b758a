import Accounts
import CurlHTTP
import Plumbing
import StandIns
import Testing
import VerbioTesting

@Suite("Identity tokens", .serialized, .timeLimit(.minutes(2)))
struct IdentityTests {
    /// Runs a test with an issuer that publishes its usual keys.
    private func withIssuer(
        nonce: IdentityIssuer.NonceRule = .plain, time: ManualTime = ManualTime(), capacity: Int = 100,
        _ body: (TestIssuer, IdentityVerifier) async throws -> Void
    ) async throws {
        _ = try #require(TestIssuer.rsa)
        let client = HTTPClient()
        try await withStandIn(.keys()) { server in
            let issuer = TestIssuer(url: server.url)
            let verifier = IdentityVerifier(
                try issuer.configured(nonce: nonce), documents: HTTPDocuments(client: client),
                ledger: MemoryNonceLedger(capacity: capacity), time: time.source)
            try await body(issuer, verifier)
        }
        await client.shutdown()
    }

    @Test(
        "Given a token that is forged, expired or for another purpose, when it is sent, then it is refused with its reason",
        arguments: Attack.all)
    func refusesAttacks(attack: Attack) async throws {
        try await withIssuer { issuer, verifier in
            let token = try attack.token(issuer)
            await #expect(throws: attack.refusal) {
                try await verifier.identity(of: token, nonce: attack.nonce)
            }
        }
    }

    @Test("Given a token signed with either key, when it is sent, then it identifies the person")
    func acceptsTokens() async throws {
        try await withIssuer { issuer, verifier in
            for key in [try #require(TestIssuer.rsa), TestIssuer.ec] {
                let nonce = "a nonce for \(key.name)"
                let identity = try await verifier.identity(
                    of: try issuer.token(["nonce": #""\#(nonce)""#], key: key), nonce: nonce)
                #expect(
                    identity
                        == Identity(
                            issuer: issuer.url, subject: "user-1", email: "ada@example.com", isEmailVerified: true,
                            name: "Ada", audience: "com.example.app"))
            }
        }
    }

    @Test("Given an issuer with tenants, when tokens come, then only those of the tenant that they name are accepted")
    func checksTenants() async throws {
        let client = HTTPClient()
        let (one, other) = ("9188040d-6c67-4b5b-b112-36a304b66dad", "72f988bf-86f1-41af-91ab-2d7cd011db47")
        try await withStandIn { request in
            let url = "http://\(request[header: "host"] ?? "")"
            switch request.path {
            case "/common/v2.0/.well-known/openid-configuration":
                return .json(200, #"{"issuer":"\#(url)/{tenantid}/v2.0","jwks_uri":"\#(url)/keys"}"#)
            case "/keys": return .keys()
            default: return .empty(404)
            }
        } test: { server in
            let issuer = TestIssuer(url: server.url)
            let configured = try IdentityIssuer(
                name: "entra", issuer: "\(server.url)/{tenantid}/v2.0", audiences: ["com.example.app"],
                algorithms: [.es256])
            let verifier = IdentityVerifier(
                configured, documents: HTTPDocuments(client: client), ledger: MemoryNonceLedger(),
                time: ManualTime().source)
            func identity(_ name: String, tenant: String?) async throws -> Identity {
                try await verifier.identity(
                    of: try issuer.token([
                        "iss": "\"\(server.url)/\(name)/v2.0\"", "tid": tenant.map { "\"\($0)\"" },
                    ]), nonce: TestIssuer.nonce)
            }
            for (name, tenant) in [
                (one, other), (one, nil), (one, ""), ("common", "common"), ("{tenantid}", "{tenantid}"),
                (one + "/x", one),
                (String(one.dropLast()) + "/", String(one.dropLast()) + "/"),
            ] {
                await #expect(throws: IdentityRefusal.issuer, "\(name)") { try await identity(name, tenant: tenant) }
            }
            #expect(try await identity(one, tenant: one).issuer == "\(server.url)/\(one)/v2.0")
        }
        await client.shutdown()
        for address in [
            "https://{tenantid}.example.com", "https://example.com/a{tenantid}", "{tenantid}",
            "https://example.com/{tenantid}/{tenantid}/v2.0",
        ] {
            #expect(throws: Problem.self, "\(address)") {
                try IdentityIssuer(name: "x", issuer: address, audiences: ["a"])
            }
        }
    }

    @Test(
        "Given a token that is unusual and correct, when it is sent, then it is accepted",
        arguments: [
            ["exp": "\(TestIssuer.now - 59)"], ["iat": "\(TestIssuer.now + 60)"], ["exp": "\(TestIssuer.now + 599).5"],
            ["aud": #"["com.example.app","com.example.web"]"#, "azp": #""com.example.web""#],
            ["aud": #"["com.example.web"]"#], ["azp": #""com.example.android""#], ["email_verified": #""true""#],
            ["is_private_email": #""true""#], ["unheard_of": #"{"a":[1,{"b":null}]}"#],
        ] as [[String: String?]])
    func acceptsUnusualTokens(changes: [String: String?]) async throws {
        try await withIssuer { issuer, verifier in
            let identity = try await verifier.identity(of: try issuer.token(changes), nonce: TestIssuer.nonce)
            #expect(identity.subject == "user-1")
            #expect(identity.isPrivateEmail == (changes["is_private_email"] != nil))
        }
    }

    @Test(
        "Given a name with control characters and an address that is too long, when the token is sent, then both are left out"
    )
    func leavesOutHarmfulTexts() async throws {
        try await withIssuer { issuer, verifier in
            let token = try issuer.token([
                "name": #""Ada\u001b[2J""#, "email": #""\#(String(repeating: "a", count: 300))@example.com""#,
            ])
            let identity = try await verifier.identity(of: token, nonce: TestIssuer.nonce)
            #expect(identity.name == nil)
            #expect(identity.email == nil)
        }
    }

    @Test(
        "Given an issuer that hashes nonces, when the token has the hash, then it is accepted, and the nonce itself is refused"
    )
    func checksHashedNonces() async throws {
        try await withIssuer(nonce: .sha256) { issuer, verifier in
            let plain = try issuer.token()
            await #expect(throws: IdentityRefusal.nonce) {
                try await verifier.identity(of: plain, nonce: TestIssuer.nonce)
            }
            let hashed = try issuer.token(["nonce": #""\#(TestIssuer.hexadecimalHash(TestIssuer.nonce))""#])
            #expect(try await verifier.identity(of: hashed, nonce: TestIssuer.nonce).subject == "user-1")
        }
    }

    @Test("Given a token that has signed in, when it or another with its nonce comes again, then it is refused")
    func refusesReplays() async throws {
        try await withIssuer { issuer, verifier in
            let token = try issuer.token()
            _ = try await verifier.identity(of: token, nonce: TestIssuer.nonce)
            let other = try issuer.token(["sub": #""user-2""#])
            for token in [token, other] {
                await #expect(throws: IdentityRefusal.replayed) {
                    try await verifier.identity(of: token, nonce: TestIssuer.nonce)
                }
            }
        }
    }

    @Test(
        "Given an issuer without nonces, when a token comes twice, even with its signature changed, then it is refused")
    func refusesReplaysWithoutNonces() async throws {
        try await withIssuer(nonce: .none) { issuer, verifier in
            let token = try issuer.token(["nonce": nil])
            _ = try await verifier.identity(of: token, nonce: nil)
            await #expect(throws: IdentityRefusal.replayed) { try await verifier.identity(of: token, nonce: nil) }
            // Each signature with this algorithm is another one.
            let again = try issuer.token(["nonce": nil])
            #expect(again != token)
            await #expect(throws: IdentityRefusal.replayed) { try await verifier.identity(of: again, nonce: nil) }
        }
    }

    @Test("Given a token that was refused, when it is sent as it should be, then it is still unused")
    func keepsRefusedTokensUnused() async throws {
        try await withIssuer { issuer, verifier in
            let token = try issuer.token()
            await #expect(throws: IdentityRefusal.nonce) {
                try await verifier.identity(of: token, nonce: "another nonce, of 32 letters")
            }
            #expect(try await verifier.identity(of: token, nonce: TestIssuer.nonce).subject == "user-1")
        }
    }

    @Test("Given one token 20 times at once, when all are checked, then exactly one signs in")
    func acceptsOneOfMany() async throws {
        try await withIssuer { issuer, verifier in
            let token = try issuer.token()
            let count = await withTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        (try? await verifier.identity(of: token, nonce: TestIssuer.nonce)) == nil ? 0 : 1
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(count == 1)
        }
    }

    @Test("Given as many sign-ins as are remembered, when one more comes, then it has to wait until one has expired")
    func boundsMemory() async throws {
        let time = ManualTime()
        try await withIssuer(time: time, capacity: 2) { issuer, verifier in
            for nonce in ["the first of all nonces", "the second of all nonces"] {
                _ = try await verifier.identity(of: try issuer.token(["nonce": #""\#(nonce)""#]), nonce: nonce)
            }
            let third = try issuer.token()
            await #expect(throws: IdentityRefusal.busy) {
                try await verifier.identity(of: third, nonce: TestIssuer.nonce)
            }
            time.advance(by: .seconds(661))
            let later = try issuer.token(["exp": "\(TestIssuer.now + 900)"])
            #expect(try await verifier.identity(of: later, nonce: TestIssuer.nonce).subject == "user-1")
        }
    }
}
