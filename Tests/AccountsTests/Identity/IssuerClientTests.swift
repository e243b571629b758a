import Accounts
import Crypto
import Plumbing
import Testing

struct IssuerClientTests {
    private let key = P256.Signing.PrivateKey().pemRepresentation

    private func list(_ yaml: String, _ environment: [String: String] = [:]) throws -> [IdentityIssuer] {
        try IssuerList(yaml: yaml, at: "issuers.yaml", environment: environment).issuers
    }

    @Test("Given the parts of Apple's key, when the list is read, then the page is a client of Apple and an audience")
    func readsApple() throws {
        let issuer = try #require(
            try list(
                "apple: { audiences: [com.example.app] }",
                [
                    "APPLE_TEAM_ID": "T", "APPLE_KEY_ID": "K", "APPLE_SERVICE_ID": "com.example.web",
                    "APPLE_PRIVATE_KEY": key.replacing("\n", with: "\\n"),
                ]
            ).first)
        #expect(issuer.audiences == ["com.example.app", "com.example.web"])
        #expect(issuer.client.authentication == .apple(try AppleKey(team: "T", name: "K", pem: key)))
        #expect(issuer.client.endpoints == IssuerClient.appleEndpoints)
        let page = try #require(issuer.client.page)
        #expect(page.client == "com.example.web" && page.title == "Apple" && page.postsForm)
        #expect(try list("apple: { audiences: [com.example.app] }").first?.client.page == nil)
    }

    @Test("Given a client of another issuer, when the list is read, then its secret comes from the environment")
    func readsClients() throws {
        let issuer = try #require(
            try list(
                """
                hub:
                  issuer: https://hub.example.com
                  audiences: app
                  client: web
                  secret: HUB_SECRET
                  title: The Hub
                  authorization: https://hub.example.com/a
                  token: https://hub.example.com/t
                """, ["HUB_SECRET": "s3"]
            ).first)
        #expect(issuer.client.authentication == .secret("s3"))
        #expect(issuer.audiences == ["app", "web"])
        #expect(issuer.client.page?.title == "The Hub" && issuer.client.page?.postsForm == false)
        #expect(issuer.client.endpoints?.token == "https://hub.example.com/t")
    }

    @Test(
        "Given a client that cannot work, when the list is read, then the sentence names what is missing",
        arguments: [
            ("hub: { issuer: 'https://h.example', audiences: a, client: a, secret: X }", "the environment has no X"),
            (
                "hub: { issuer: 'https://h.example', audiences: a, token: 'https://h.example/t' }",
                "authorization or token"
            ),
            (
                "hub: { issuer: 'https://h.example', audiences: a, token: 'http://h.example', authorization: 'https://h.example' }",
                "not an https URL"
            ),
            ("hub: { issuer: 'https://h.example', audiences: a, client: a, form-post: maybe }", "form-post"),
            ("apple: { audiences: a, client: a }", "Apple's key"),
            ("sessions: { issuer: 'https://h.example', audiences: a }", "address of this name"),
        ])
    func refuses(yaml: String, part: String) throws {
        let problem = #expect(throws: Problem.self) { try list(yaml) }
        #expect(problem?.description.contains(part) == true, "\(problem?.description ?? "")")
    }

    @Test("Given a text that is no key, when it is read, then the sentence says which file Apple gives out")
    func refusesKeys() {
        let problem = #expect(throws: Problem.self) { try AppleKey(team: "T", name: "K", pem: "x") }
        #expect(problem?.code == "accounts.apple-key")
    }
}
