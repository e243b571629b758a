import Accounts
import Plumbing
import Testing

struct IssuerListTests {
    private func read(_ yaml: String) throws -> [IdentityIssuer] {
        try IssuerList(yaml: yaml, at: "issuers.yaml").issuers
    }

    @Test("Given a file of issuers, when it is read, then Apple needs audiences only and others their address")
    func readsIssuers() throws {
        let issuers = try read(
            """
            apple:
              audiences: [com.example.app, com.example.web]
            google:
              issuer: https://accounts.google.com
              audiences: 1234.apps.googleusercontent.com
              authorized-parties: [5678.apps.googleusercontent.com]
            keycloak:
              issuer: https://login.example.com/realms/verbio
              audiences: [verbio]
              algorithms: [ES256, RS256]
              nonce: none
              keys: https://login.example.com/realms/verbio/certs
            """)
        #expect(issuers.map(\.name) == ["apple", "google", "keycloak"])
        #expect(try issuers[0] == IdentityIssuer.apple(audiences: ["com.example.app", "com.example.web"]))
        #expect(issuers[1].audiences == ["1234.apps.googleusercontent.com"])
        #expect(issuers[1].authorizedParties == ["5678.apps.googleusercontent.com"])
        #expect(issuers[1].nonce == .plain && issuers[1].keys == .discovery && issuers[1].algorithms == [.rs256])
        #expect(issuers[2].algorithms == [.es256, .rs256] && issuers[2].nonce == .none)
        #expect(issuers[2].keys == .url("https://login.example.com/realms/verbio/certs"))
    }

    @Test(
        "Given a file that cannot be used, when it is read, then the problem names the line and what to write",
        arguments: [
            ("", "issuers.yaml: there is not one issuer in the file"),
            ("google:\n  audiences: [a]", "issuers.yaml, line 1: google: the issuer's address is not an https URL"),
            (
                "apple:\n  audience: [a]",
                "issuers.yaml, line 2: the issuer apple has no field 'audience'; use issuer, audiences"
            ),
            ("apple: {}", "issuers.yaml, line 1: apple: it has no audience; list the client identifiers"),
            ("apple:\n  audiences: {}", "issuers.yaml, line 2: audiences of apple is not a list; write [NAME, NAME]"),
            (
                "apple:\n  audiences: [a]\n  algorithms: [HS256]",
                "issuers.yaml, line 3: an algorithm of apple is not known; use RS256"
            ),
            (
                "apple:\n  audiences: [a]\n  algorithms: [none]",
                "issuers.yaml, line 3: an algorithm of apple is not known"
            ),
            (
                "apple:\n  audiences: [a]\n  nonce: maybe",
                "issuers.yaml, line 3: nonce of apple is not known; use plain, sha256"
            ),
            (
                "apple:\n  audiences: [a]\n  keys: http://x.example",
                "issuers.yaml, line 1: apple: the address of its keys"
            ),
            ("A B:\n  audiences: [a]", "issuers.yaml, line 1: A B: 'A B' is not a name for an issuer"),
            (
                "device:\n  issuer: https://login.example.com\n  audiences: [a]",
                "issuers.yaml, line 1: device: the server has an address of this name"
            ),
            ("apple:\n  audiences: [a]\napple:\n  audiences: [b]", "issuers.yaml, line 1: 'apple' is there twice"),
            ("apple: [", "issuers.yaml, line"),
        ])
    func refusesFiles(yaml: String, sentence: String) {
        let problem = #expect(throws: Problem.self) { try read(yaml) }
        #expect(problem?.code == "accounts.issuer")
        #expect(problem?.description.hasPrefix(sentence) == true, "\(problem?.description ?? "")")
    }
}
