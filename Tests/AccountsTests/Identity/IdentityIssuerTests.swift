import Accounts
import Plumbing
import Testing

struct IdentityIssuerTests {
    private func issuer(
        name: String = "google", issuer: String = "https://accounts.google.com",
        audiences: Set<String> = ["app.example"], algorithms: Set<SignatureAlgorithm> = [.rs256],
        keys: IdentityIssuer.KeyPlace = .discovery
    ) throws -> IdentityIssuer {
        try IdentityIssuer(name: name, issuer: issuer, audiences: audiences, algorithms: algorithms, keys: keys)
    }

    @Test("Given settings of an issuer that cannot work, when they are read, then the problem says what to change")
    func refusesSettings() {
        #expect(throws: problem("'Google Inc' is not a name for an issuer", "use up to 32 of a-z, 0-9 and -")) {
            try issuer(name: "Google Inc")
        }
        #expect(throws: problem("the issuer's address is not an https URL", "write it exactly as in its tokens")) {
            try issuer(issuer: "http://accounts.google.com")
        }
        #expect(throws: problem("it has no audience", "list the client identifiers of your applications")) {
            try issuer(audiences: [])
        }
        #expect(throws: problem("an audience is empty", "remove it")) { try issuer(audiences: [""]) }
        #expect(throws: problem("it has no algorithm", "RS256 is the usual one")) { try issuer(algorithms: []) }
        #expect(
            throws: problem(
                "the address of its keys is not an https URL", "leave it out to use the discovery document")
        ) { try issuer(keys: .url("ftp://accounts.google.com/keys")) }
    }

    private func problem(_ what: String, _ cure: String) -> Problem {
        let name = what.hasPrefix("'Google") ? "Google Inc" : "google"
        return Problem(.usage, "accounts.issuer", what, at: "accounts.issuers \(name)", cure: cure)
    }

    @Test("Given only the audiences, when Apple is the issuer, then its address, keys and nonces are known")
    func knowsApple() throws {
        let apple = try IdentityIssuer.apple(audiences: ["com.example.app"])
        #expect(apple.issuer == "https://appleid.apple.com")
        #expect(apple.keys == .url("https://appleid.apple.com/auth/keys"))
        #expect(apple.algorithms == [.rs256])
        #expect(apple.nonce == .sha256)
    }

    @Test("Given each refusal, when its sentence is read, then it reveals no place of the server")
    func tellsRefusals() {
        let hidden = IdentityRefusal.keysUnavailable("https://internal.example/keys answered 503")
        #expect(!hidden.problem.description.contains("internal"))
        #expect(hidden.isTemporary)
        #expect(
            IdentityRefusal.expired.problem.description
                == "the identity token is refused: it has expired; sign in at the issuer again and send the new token")
    }
}
