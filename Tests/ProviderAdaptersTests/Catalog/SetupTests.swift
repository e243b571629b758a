import Language
import Plumbing
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// Providers as the catalog declares them and the environment completes them.
@Suite struct SetupTests {
    private struct NoFile: Error {}

    private func setup(
        _ yaml: String? = nil, _ environment: [String: String] = [:], files: [String: String] = [:]
    ) throws -> ProviderSetup {
        let catalog = try yaml.map { try ProviderCatalog(yaml: $0, at: "list.yaml") } ?? .builtIn()
        return ProviderSetup(
            catalog: catalog, environment: environment, client: AdapterCase.client, time: .patient
        ) { path in
            guard let text = files[path] else { throw NoFile() }
            return text
        }
    }

    /// Over plain HTTP every machine on the way can read a key. Within a private network that is accepted.
    @Test(arguments: [
        ("http://api.example.com/v1", true), ("http://8.8.8.8:9000", true), ("http://172.32.0.1", true),
        ("http://[2001:db8::1]:80/v1", true), ("https://api.example.com", false), ("http://localhost:11434", false),
        ("http://127.0.0.1:8080/v1", false), ("http://192.168.1.20", false), ("http://172.31.255.1", false),
        ("http://vllm:8000/v1", false), ("http://box.local", false), ("http://[::1]:8000", false),
        ("http://[fd00::2]/v1", false),
    ])
    func keyInClear(_ url: String, isInClear: Bool) throws {
        let yaml = "a: {url: '\(url)', key: K, stt: {wire: openai-transcriptions, model: m}}"
        let notice = try setup(yaml, ["K": "secret"]).notice(ofKeyInClear: "a", .recognition)
        #expect((notice != nil) == isInClear)
        #expect(notice?.contains("can read it; write https in its url") ?? true)
        #expect(!(notice ?? "").contains("secret"))
        #expect(try setup(yaml).notice(ofKeyInClear: "a", .recognition) == nil, "it has none")
    }

    /// A provider is found by its name, with or without its model, with or without a key.
    @Test func modelsThatEnd() throws {
        let setup = try setup(
            """
            a: {url: http://x, key: K, stt: {wire: openai-transcriptions, model: old, sunset: {date: 2026-01-01, successor: new}}}
            b: {url: http://x, key: K, stt: {wire: openai-transcriptions, model: new}, mt: {wire: deepl, model: old}}
            c: {url: http://x, key: L, stt: {wire: openai-transcriptions, model: new}}
            d: {url: http://x, tts: {wire: google, model: m, voices: {}, sunset: {date: 2027-01-01}}}
            """)
        for name in ["a", "a/old", "b/old"] {
            #expect(setup.sunset(of: name, .recognition)?.sunset.successor == "new", "\(name)")
        }
        for name in ["a/new", "b", "b/new", "c", "c/old", "d", "nobody"] {
            #expect(setup.sunset(of: name, .recognition) == nil, "\(name)")
        }
        #expect(setup.sunset(of: "b", .translation) == nil, "a model of another stage is another one")
        #expect(
            setup.sunset(of: "d", .synthesis)?.sentence(of: "d", today: "2027-01-01").contains("was shut down") == true)
        #expect(setup.stages(of: "b/any") == [.recognition, .translation])
        #expect(setup.stages(of: "nobody").isEmpty)
    }

    /// Models that no entry declares and people name anyway.
    @Test func otherModelsThatEnd() throws {
        let setup = try setup(
            """
            a: {url: http://x, key: K, sunsets: {old: {date: 2026-01-01, successor: new}}, mt: {wire: deepl, model: m}}
            b: {url: http://x, key: K, mt: {wire: deepl, model: m}, stt: {wire: openai-transcriptions, model: old}}
            c: {url: http://x, key: L, mt: {wire: deepl, model: m}}
            d: {url: http://x, sunsets: {old: {date: 2026-01-01}}, mt: {wire: deepl, model: m}}
            """)
        for name in ["a/old", "b/old"] {
            #expect(setup.sunset(of: name, .translation)?.sunset.successor == "new", "\(name)")
        }
        #expect(setup.sunset(of: "b", .recognition)?.sunset.date == "2026-01-01")
        #expect(setup.sunset(of: "d/old", .translation)?.sunset.successor == nil)
        for name in ["a", "a/new", "c/old"] { #expect(setup.sunset(of: name, .translation) == nil, "\(name)") }
        let builtIn = try self.setup()
        for name in ["openai/gpt-3.5-turbo", "openai/gpt-4o", "anthropic/claude-sonnet-4-5"] {
            #expect(builtIn.sunset(of: name, .translation)?.sunset.successor != nil, "\(name)")
        }
        #expect(builtIn.sunset(of: "openai/gpt-4o-transcribe", .recognition)?.sunset.successor == "gpt-transcribe")
        #expect(builtIn.sunset(of: "openai/tts-1", .synthesis)?.sunset.date == "2027-01-06")
    }

    /// Each built-in entry makes all it declares, once keys and places are set.
    @Test func everyEntryMakesItsAdapters() throws {
        var environment = [
            "AZURE_SPEECH_REGION": "westeurope", "ELEVENLABS_VOICE": "v", "CARTESIA_VOICE": "v",
            "GOOGLE_CLOUD_PROJECT": "p",
        ]
        let catalog = try ProviderCatalog.builtIn()
        for provider in catalog.providers.values {
            if let key = provider.key { environment[key] = "k-\(key)" }
        }
        let setup = try setup(nil, environment)
        for (name, provider) in catalog.providers {
            #expect(setup.hasKey(provider))
            let recognizer = try setup.recognizer(name)
            let translator = try setup.translator(name)
            let synthesizer = try setup.synthesizer(name)
            #expect((recognizer != nil) == (provider.recognition != nil), "\(name)")
            #expect((translator != nil) == (provider.translation != nil), "\(name)")
            #expect((synthesizer != nil) == (provider.synthesis != nil), "\(name)")
            #expect(recognizer?.descriptor.name ?? name == name)
            #expect(translator?.descriptor.model == provider.translation?.model)
            #expect(synthesizer?.capabilities.languages.isEmpty != true, "\(name)")
            #expect(translator?.capabilities.streams == provider.translation.map { $0.streams ?? false })
        }
    }

    @Test func namesMayHaveAnotherModel() throws {
        let setup = try setup(nil, ["GROQ_API_KEY": "k", "OPENAI_API_KEY": "k"])
        #expect(try setup.recognizer("groq/whisper-large-v3")?.descriptor.model == "whisper-large-v3")
        #expect(try setup.recognizer("groq/whisper-large-v3")?.descriptor.name == "groq")
        #expect(try setup.translator("groq/openai/gpt-oss-20b")?.descriptor.model == "openai/gpt-oss-20b")
        #expect(try setup.translator("groq")?.descriptor.model == "openai/gpt-oss-120b")
        for name in ["nobody", "groq/", "/model", "", "nobody/model", "/"] {
            #expect(try setup.recognizer(name) == nil, "\(name)")
        }
        #expect(try setup.recognizer("deepl") == nil)
        #expect(try setup.synthesizer("anthropic") == nil)
    }

    /// A provider reads texts by itself unless its entry says that it does it badly.
    @Test(
        arguments: [
            ("", false), ("normalize: on", true), ("normalize: off", false), ("normalize: true", true),
            ("normalize: \"on\"", true), ("normalize: 'off'", false),
        ])
    func textsAreWrittenOutWhereAskedFor(line: String, isWanted: Bool) throws {
        let yaml = """
            plain:
              url: https://example.org
              tts:
                wire: openai-speech
                model: m
                voices: {en: a, de: b}
                \(line)
            """
        let synthesizer = try #require(try setup(yaml).synthesizer("plain"))
        let all = Set(SpokenForm.allCases)
        #expect(synthesizer.capabilities.spelledOut == (isWanted ? [.en: all, .de: all] : [:]))
    }

    @Test func keysComeFromTheEnvironmentOrAFile() async throws {
        let yaml = "a: {url: '${URL}', key: A_KEY, mt: {wire: deepl, model: m}}"
        let environments: [([String: String], String)] = [
            (["A_KEY": "direct", "A_KEY_FILE": "/k"], "direct"), (["A_KEY_FILE": "/k"], "from-file"),
            (["A_KEY": "", "A_KEY_FILE": "/k"], "from-file"), (["A_KEY": " spaced\n"], "spaced"),
        ]
        for (environment, key) in environments {
            try await withStandIn(EchoStandIn.script) { server in
                let environment = environment.merging(["URL": server.url + "//"]) { own, _ in own }
                let setup = try setup(yaml, environment, files: ["/k": "from-file\n"])
                let translator = try #require(try setup.translator("a"))
                let outcome = await AdapterCase.Adapter.translator(translator).call()
                #expect(outcome.error == nil)
                #expect(server.requests.first?[header: "authorization"] == "DeepL-Auth-Key \(key)")
                #expect(server.requests.first?.path == "/v2/translate")
            }
        }
    }

    @Test(arguments: [
        ([:], "a needs a key; set A_KEY to it, or A_KEY_FILE to a file that holds it"),
        (["A_KEY": ""], "a needs a key; set A_KEY to it, or A_KEY_FILE to a file that holds it"),
        (["A_KEY": "  "], "a needs a key; set A_KEY to it, or A_KEY_FILE to a file that holds it"),
        (
            ["A_KEY_FILE": "/none"],
            "/none: the file that A_KEY_FILE names cannot be read as text, so a has no key; "
                + "set A_KEY_FILE to a file that holds the key, and nothing else"
        ),
        (
            ["A_KEY_FILE": "/empty"],
            "/empty: the file that A_KEY_FILE names holds no key for a; put the key in it, and nothing else"
        ),
    ])
    func missingKeys(_ environment: [String: String], _ sentence: String) throws {
        let setup = try setup(
            "a: {url: 'http://x', key: A_KEY, mt: {wire: deepl, model: m}}", environment, files: ["/empty": " \n"])
        let problem = #expect(throws: Problem.self) { try setup.translator("a") }
        #expect(problem?.kind == .provider && problem?.code == "provider.key")
        #expect(problem?.description == sentence)
    }

    /// What the environment puts in is looked at as what stands there.
    @Test func theEnvironmentsMistakes() throws {
        let yaml = """
            a: {url: 'http://x:${PORT}', mt: {wire: deepl, model: m}}
            b: {url: 'http://x', headers: {X-A: '${TOKEN}'}, mt: {wire: deepl, model: m, url: '${PLACE}'}}
            """
        for (name, environment, sentence) in [
            ("a", ["PORT": "99999"], "the url of a has the port '99999'; give one from 1 to 65535, or none"),
            ("b", ["TOKEN": "t", "PLACE": "http://"], "the url of b.mt has no host; write it whole, as https://"),
            (
                "b", ["TOKEN": "secret\r\nX-B: c", "PLACE": "http://y"],
                "the header X-A of b has a line end or another control character in its value; "
            ),
        ] {
            let problem = #expect(throws: Problem.self) { try setup(yaml, environment).translator(name) }
            #expect(problem?.kind == .usage)
            #expect(problem?.description.hasPrefix(sentence) == true, "\(problem?.description ?? "")")
            #expect(problem?.description.contains("secret") == false)
        }
    }

    @Test(arguments: ["api.example.org/v1", "ftp://example.org", "//example.org", "localhost:8000"])
    func urlsAreWhole(_ url: String) throws {
        let problem = #expect(throws: Problem.self) {
            try setup("a: {url: '${URL}', mt: {wire: deepl, model: m}}", ["URL": url]).translator("a")
        }
        #expect(problem?.kind == .usage)
        #expect(problem?.code == "provider.url")
        #expect(
            problem?.description == "the url of a begins with neither http:// nor https://; "
                + "write it whole, as https://api.example.com/v1")
    }

    /// A key that a header cannot carry, such as two lines of a file, is refused before it is sent.
    @Test func keysOfSeveralLinesAreRefused() throws {
        let setup = try setup(
            "a: {url: 'http://x', key: A_KEY, mt: {wire: deepl, model: m}}", ["A_KEY_FILE": "/two"],
            files: ["/two": "first\nsecond"])
        let problem = #expect(throws: Problem.self) { try setup.translator("a") }
        #expect(problem?.code == "provider.key")
        #expect(problem?.description.contains("second") == false)
    }

    @Test func keysMayBeOptional() throws {
        let yaml = "a: {url: 'http://x', key: A_KEY, key-optional: true, mt: {wire: libretranslate, model: m}}"
        let setup = try setup(yaml)
        #expect(try setup.translator("a") != nil)
        #expect(setup.hasKey(try #require(setup.catalog.providers["a"])))
    }

    @Test func variablesAreFilledIn() async throws {
        let yaml = """
            a:
              url: ${HOST:-http://127.0.0.1}:${PORT}${REST:-}
              headers: {X-Team: "team ${TEAM:-of ${NOBODY"}
              tts:
                wire: openai-speech
                model: m
                voices: {es: "${VOICE:-anna}", en: "${EMPTY:-}"}
                options: {instructions: "${TONE:-}", format: "${FORMAT:-pcm}"}
            """
        try await withStandIn(EchoStandIn.script) { server in
            let setup = try setup(yaml, ["PORT": "\(server.port)", "REST": "/v1", "FORMAT": "wav", "EMPTY": ""])
            let synthesizer = try #require(try setup.synthesizer("a"))
            #expect(synthesizer.capabilities.voices == [.init(id: "anna", language: .es)])
            #expect(synthesizer.descriptor.parameters["instructions"] == nil)
            let outcome = await AdapterCase.Adapter.synthesizer(synthesizer).call()
            #expect(outcome.error == nil)
            let request = try #require(server.requests.first)
            #expect(request.path == "/v1/audio/speech")
            #expect(try request.json()["response_format"] == "wav")
        }
    }

    /// A gateway or an own deployment at Azure has such an address.
    @Test(arguments: [
        (
            "/deployments/d?api-version=2025-01-01",
            "/deployments/d/translate?from=en&to=es&textType=plain&api-version=2025-01-01"
        ),
        (
            "/d/?api-version=${VERSION}&x=a%20b",
            "/d/translate?from=en&to=es&textType=plain&api-version=2025-09-01&x=a%20b"
        ),
        ("/?to=de", "/translate?api-version=3.0&from=en&textType=plain&to=de"),
        ("/?", "/translate?api-version=3.0&from=en&to=es&textType=plain"),
    ])
    func aQueryOfTheBaseGoesWithEveryRequest(base: String, target: String) async throws {
        try await withStandIn(.empty(404)) { server in
            let setup = try setup(
                "a: {url: '\(server.url)\(base)', mt: {wire: azure, model: '3.0'}}", ["VERSION": "2025-09-01"])
            let translator = try #require(try setup.translator("a"))
            _ = await AdapterCase.Adapter.translator(translator).call()
            #expect(server.requests.map(\.target) == [target])
        }
    }

    @Test func aQueryOfTheBaseStandsAlone() async throws {
        try await withStandIn(EchoStandIn.script) { server in
            let setup = try setup("a: {url: '\(server.url)/v1?v=1', mt: {wire: openai-chat, model: m}}")
            let translator = try #require(try setup.translator("a"))
            #expect(await AdapterCase.Adapter.translator(translator).call().error == nil)
            #expect(server.requests.first?.target == "/v1/chat/completions?v=1")
        }
    }

    @Test func aMissingVariableIsNamed() throws {
        let setup = try setup(nil, ["AZURE_SPEECH_KEY": "k"])
        let problem = #expect(throws: Problem.self) { try setup.recognizer("azure-speech") }
        #expect(
            problem?.description
                == "azure-speech needs the environment variable AZURE_SPEECH_REGION; "
                + "set it; 'verbio providers declarations' says what it is for")
    }

    /// ElevenLabs takes its ready-made voices away, so none is built in.
    @Test func aProviderWithoutAVoiceSaysSo() async throws {
        let setup = try setup(nil, ["ELEVENLABS_API_KEY": "k"])
        let synthesizer = try #require(try setup.synthesizer("elevenlabs"))
        #expect(synthesizer.capabilities.languages.isEmpty)
        let outcome = await AdapterCase.Adapter.synthesizer(synthesizer).call()
        #expect(outcome.failure == .unsupported)
        #expect("\(outcome.error as Any)".contains("it has no voice for Spanish; name one under voices"))
    }
}
