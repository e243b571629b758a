import HTTPTypes
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// A key is in the request and nowhere else, whatever is printed, thrown or dumped.
@Suite(.serialized) struct KeyTests {
    /// A provider repeats the key anywhere in its message. None of the key is left, not even the half of it that a
    /// shortened message would end with.
    @Test(arguments: AdapterCases.all)
    func errors(_ adapter: AdapterCase) async throws {
        let shapes = [
            #"{"error":{"message":"TEXT","code":"x","type":"TEXT"}}"#, #"{"error":"TEXT"}"#,
            #"{"detail":{"message":"TEXT"}}"#,
            #"{"err_code":"TEXT","err_msg":"TEXT"}"#, #"{"message":"TEXT"}"#, "TEXT",
        ]
        let places = shapes.flatMap { shape in [0, 120, 145, 152, 180].map { (shape, $0, 400) } }
        for (shape, padding, status) in places + [(shapes[0], 0, 200), (shapes[1], 0, 401)] {
            let words = String(repeating: "x", count: padding) + " \(AdapterCase.key) was refused"
            let outcome = try await withStandIn(.json(status, shape.replacing("TEXT", with: words))) { server in
                await adapter.adapter(at: server.url).call()
            }
            expectNothing(of: AdapterCase.key, in: outcome.error as Any)
        }
    }

    /// What is in a header of one's own may be a secret, too; some servers repeat it in capitals.
    @Test(arguments: [{ $0 }, { $0.uppercased() }, { $0.lowercased() }] as [@Sendable (String) -> String])
    func headers(asRepeated: @Sendable (String) -> String) async throws {
        let secret = "token-\(AdapterCase.key)"
        let shape = #"{"error":{"message":"no access for Bearer TEXT, X-Token was TEXT","type":"TEXT"}}"#
        let adapter = try #require(AdapterCases.all.first)
        let answer = shape.replacing("TEXT", with: asRepeated(secret))
        let outcome = try await withStandIn(.json(403, answer)) { server in
            var endpoint = adapter.endpoint(at: server.url)
            endpoint.headers[.authorization] = "Bearer \(secret)"
            return await adapter.make(endpoint).call()
        }
        expectNothing(of: secret, in: outcome.error as Any)
        expectNothing(of: AdapterCase.key, in: outcome.error as Any)
    }

    /// The query of a URL may be a secret as well, and servers repeat the URL, decoded or not. The requested version is no
    /// secret, and is needed to understand the answer.
    @Test func queries() async throws {
        let secret = "query-\(AdapterCase.key)"
        let adapter = try #require(AdapterCases.all.first)
        for repeated in [
            "no+\(secret)", "/v1?key=no%2B\(secret)&api-version=2025-01-01", "NO%2b\(secret.uppercased())",
        ] {
            let answer = #"{"error":{"message":"not at TEXT of 2025-01-01"}}"#.replacing("TEXT", with: repeated)
            let outcome = try await withStandIn(.json(403, answer)) { server in
                let endpoint = adapter.endpoint(at: "\(server.url)?api-version=2025-01-01&key=no%2B\(secret)")
                return await adapter.make(endpoint).call()
            }
            expectNothing(of: secret, in: outcome.error as Any)
            #expect("\(outcome.error as Any)".contains("2025-01-01"))
        }
    }

    /// A key with signs in it comes back as URLs have them.
    @Test func encodedKeys() async throws {
        let (key, encoded) = ("sk+/123456789=", "sk%2b%2F123456789%3D")
        let adapter = try #require(AdapterCases.all.first)
        let outcome = try await withStandIn(
            .json(403, #"{"error":{"message":"not with TEXT"}}"#.replacing("TEXT", with: encoded))
        ) {
            server in
            var endpoint = adapter.endpoint(at: server.url)
            endpoint.key = APIKey(key)
            return await adapter.make(endpoint).call()
        }
        expectNothing(of: encoded, in: outcome.error as Any)
    }

    /// The key as Base64 in either alphabet, with or without padding, alone or within a longer text, and escaped for
    /// HTML.
    @Test(arguments: [
        "c2stPz8/PjEyMzQ1Jjc4OSI=", "c2stPz8_PjEyMzQ1Jjc4OSI", "C2STPZ8/PJEYMZQ1JJC4OSI",
        "c2stPz8%2FPjEyMzQ1Jjc4OSI%3D",
        // 'me:' and 'x:' before it, as in a header for names and passwords.
        "bWU6c2stPz8/PjEyMzQ1Jjc4OSI=", "eDpzay0/Pz8+MTIzNDUmNzg5Ig==",
        "sk-???&gt;12345&amp;789&quot;", "sk-&#63;&#63;&#x3F;&#x3e;12345&#38;789&#34;", "sk-%3F??%3e12345&amp;789%22",
    ])
    func otherFormsOfKeys(_ form: String) async throws {
        let key = #"sk-???>12345&789""#
        let answer = #"{"error":{"message":"not with TEXT"}}"#.replacing("TEXT", with: form)
        for isHeader in [false, true] {
            let outcome = try await withStandIn(.json(403, answer)) { server in
                var endpoint = AdapterCases.named("openai-chat").endpoint(at: server.url)
                if isHeader {
                    if let name = HTTPField.Name("X-Token") { endpoint.headers[name] = key }
                } else {
                    endpoint.key = APIKey(key)
                }
                return await AdapterCases.named("openai-chat").make(endpoint).call()
            }
            let told = try #require(outcome.error as? ProviderError).message
            #expect(told.contains("•••") && !told.contains("345") && !told.contains("MTIzNDUm"), "\(told)")
            #expect(!told.lowercased().contains("pjeymzq"), "\(told)")
        }
    }

    @Test(arguments: AdapterCases.all)
    func adaptersAndEndpoints(_ adapter: AdapterCase) {
        var endpoint = adapter.endpoint(at: "http://127.0.0.1:1")
        endpoint.headers[.authorization] = "Bearer \(AdapterCase.key)"
        let made = adapter.make(endpoint)
        expectNothing(of: AdapterCase.key, in: endpoint)
        expectNothing(of: AdapterCase.key, in: made)
        expectNothing(of: AdapterCase.key, in: made.descriptor)
        expectNothing(of: AdapterCase.key, in: APIKey(AdapterCase.key))
    }

    @Test func setups() throws {
        let setup = ProviderSetup(
            catalog: try .builtIn(), environment: ["OPENAI_API_KEY": AdapterCase.key, "OTHER": AdapterCase.key],
            client: AdapterCase.client, readFile: { _ in AdapterCase.key })
        expectNothing(of: AdapterCase.key, in: setup)
        expectNothing(of: AdapterCase.key, in: try setup.translator("openai") as Any)
        expectNothing(of: AdapterCase.key, in: try setup.recognizer("openai") as Any)
        expectNothing(of: AdapterCase.key, in: try setup.synthesizer("openai") as Any)
    }

    /// Neither the key's beginning nor any of its sevenths, in any form that Swift prints, in capitals or not.
    private func expectNothing(of key: String, in value: Any) {
        var text = "\(value) \(String(reflecting: value))"
        dump(value, to: &text)
        text = text.lowercased()
        let letters = Array(key.lowercased())
        for start in stride(from: 0, through: letters.count - 7, by: 7)
        where text.contains(String(letters[start..<start + 7])) {
            Issue.record("\(letters[start..<start + 7]) is in \(text.prefix(600))")
            return
        }
    }
}
