import Language
import Plumbing
import ProviderAdapters
import Providers
import Resilience
import StandIns
import Testing
import VerbioTesting

/// Entries with several addresses and keys.
@Suite(.serialized, .timeLimit(.minutes(5))) struct AddressTests {
    private func setup(_ yaml: String, _ environment: [String: String] = [:]) throws -> ProviderSetup {
        ProviderSetup(
            catalog: try ProviderCatalog(yaml: yaml, at: "list.yaml"), environment: environment,
            client: AdapterCase.client, time: .patient
        ) { _ in "" }
    }

    private static var request: TranslationRequest {
        get throws {
            TranslationRequest(
                text: "Hello", pair: try LanguagePair(from: .en, to: .es),
                context: CallContext(conversation: "c", utterance: 1))
        }
    }

    private static let answer = #"{"translatedText":"Hola"}"#

    @Test("given an entry with addresses and keys, when calls are made, then each address gets each key in turns")
    func spread() async throws {
        try await withStandIn(.json(200, Self.answer)) { one in
            try await withStandIn(.json(200, Self.answer)) { other in
                let setup = try setup(
                    """
                    a: {url: '${FIRST}', addresses: ['\(other.url)/'], key: KEY_A, keys: [KEY_B], \
                    mt: {wire: deepl, model: m}}
                    """, ["FIRST": one.url, "KEY_A": "alpha", "KEY_B": "beta"])
                let translator = try #require(try setup.translator("a/other"))
                #expect(translator.descriptor.name == "a" && translator.descriptor.model == "other")
                #expect(setup.hasKey(try #require(setup.catalog.providers["a"])))
                // DeepL's answer has another form. A call is made all the same.
                for _ in 0..<4 { _ = try? await translator.translate(try Self.request) { _ in } }
                for server in [one, other] {
                    let keys = server.requests.compactMap { $0[header: "authorization"] }
                    #expect(Set(keys) == ["DeepL-Auth-Key alpha", "DeepL-Auth-Key beta"] && keys.count == 2)
                }
                let names = setup.addresses(of: "a", .translation).map(\.address)
                #expect(
                    names == [
                        "127.0.0.1:\(one.port) KEY_A", "127.0.0.1:\(one.port) KEY_B", "127.0.0.1:\(other.port) KEY_A",
                        "127.0.0.1:\(other.port) KEY_B",
                    ])
                #expect(setup.addresses(of: "a", .recognition).isEmpty)
            }
        }
    }

    @Test("given a server that does not run, when calls are made, then the other server answers all of them")
    func down() async throws {
        try await withStandIn(.json(200, Self.answer)) { server in
            let setup = try setup(
                """
                a: {url: 'http://127.0.0.1:1', addresses: ['\(server.url)'], mt: {wire: libretranslate, model: m}}
                """)
            for _ in 0..<4 {
                // Each conversation may make its own, and all know the same.
                let translator = try #require(try setup.translator("a"))
                #expect(try await translator.translate(try Self.request) { _ in }.text == "Hola")
            }
            #expect(server.requests.count == 4)
            let conditions = setup.addresses(of: "a", .translation)
            #expect(conditions.map(\.address) == ["127.0.0.1:1", "127.0.0.1:\(server.port)"])
            #expect(conditions.map(\.condition) == [.open, .closed] && conditions.allSatisfy { $0.calls == 0 })
        }
    }

    @Test("given a stage with its own address, when it is made, then it has only that one")
    func stage() throws {
        let setup = try setup(
            """
            a: {url: 'http://x', addresses: ['http://y'], mt: {wire: libretranslate, model: m, url: 'http://z'},
                stt: {wire: openai-transcriptions, model: m}}
            """)
        _ = try setup.translator("a")
        _ = try setup.recognizer("a")
        #expect(setup.addresses(of: "a", .translation).isEmpty)
        #expect(setup.addresses(of: "a", .recognition).map(\.address) == ["x:80", "y:80"])
    }

    @Test(
        "given an entry that cannot be meant so, when it is read, then the error names the setting and shows no key",
        arguments: [
            ("url: http://x, addresses: [ftp://y]", "addresses begins with neither"),
            ("url: http://x, addresses: [http://x]", "addresses has a value twice"),
            ("url: http://x, key: KEY_A, keys: [KEY_A]", "keys has a value twice"),
            ("url: http://x, keys: [KEY_A]", "keys has further keys, and there is no first one"),
            ("url: http://x, key: KEY_A, keys: [sk-1234]", "keys is no name of an environment variable"),
            ("url: http://x, addresses: [\((0..<64).map { "http://y\($0)" }.joined(separator: ", "))]", "more than 64"),
        ])
    func faults(entry: String, says: String) {
        let error = #expect(throws: Problem.self) {
            try setup("a: {\(entry), mt: {wire: libretranslate, model: m}}")
        }
        #expect(error?.what.contains(says) == true && error?.description.contains("sk-1234") == false, "\(error)")
    }

    @Test("given a further key that is not set, when the provider is made, then the error names its variable")
    func missing() throws {
        let setup = try setup(
            "a: {url: http://x, key: KEY_A, keys: [KEY_B], mt: {wire: libretranslate, model: m}}", ["KEY_A": "alpha"])
        #expect(!setup.hasKey(try #require(setup.catalog.providers["a"])))
        let error = #expect(throws: Problem.self) { _ = try setup.translator("a") }
        #expect(error?.cure?.contains("KEY_B") == true)
    }

    @Test("given credentials in a further address, when the entry is shown, then they are hidden")
    func redacted() throws {
        let setup = try setup(
            "a: {url: http://x, addresses: ['http://y?key=secret'], mt: {wire: libretranslate, model: m}}")
        let shown = try #require(setup.catalog.providers["a"]?.redacted)
        #expect(shown.allURLs == ["http://x", "http://y?key=•••"])
    }
}
