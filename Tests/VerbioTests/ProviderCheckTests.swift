import Foundation
import StandIns
import Testing
import VerbioTesting

/// `verbio providers check` and `verbio providers voices` against simulated providers on loopback.
@Suite("verbio providers check", .timeLimit(.minutes(5)))
struct ProviderCheckTests {
    @Test("Given a provider, when it is checked, then each stage is called once and its answer is shown")
    func check() async throws {
        let product = try Product()
        defer { product.remove() }
        try await withStandIn {
            ProviderTests.answer($0)
        } test: { server in
            let ended = try await product.start(
                ["providers", "check", "openai"], environment: ProviderTests.environment(server)
            ).end()
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(server.requests.map(\.path).filter { $0 != "/v1/models" }.count == 3)
            #expect(ended.output.contains("heard \"Utterance"))
            #expect(ended.output.contains("as \"Frase"))
            #expect(ended.output.contains("spoke 1.0 s at 24000 Hz"))
        }
    }

    @Test("Given a voice for one language, when it is checked, then it speaks a sentence of that language")
    func checkOfOneVoice() async throws {
        let product = try Product()
        defer { product.remove() }
        try """
        mine: {url: "${OPENAI_BASE_URL}", free: true, tts: {wire: openai-speech, model: m, voices: {fr: marie}}}
        """.write(to: product.folder.appending(path: "mine.yaml"), atomically: true, encoding: .utf8)
        try await withStandIn {
            ProviderTests.answer($0)
        } test: { server in
            var environment = ProviderTests.environment(server)
            environment["VERBIO_PROVIDERS_FILE"] = "mine.yaml"
            let ended = try await product.start(["providers", "check", "mine"], environment: environment).end()
            #expect(ended.code == 0, "\(ended.output) \(ended.errors)")
            let bodies = server.requests.filter { $0.path == "/v1/audio/speech" }
                .map { String(decoding: $0.body, as: UTF8.self) }
            #expect(
                bodies.count == 1 && bodies.allSatisfy { $0.contains("Bonjour") && $0.contains("marie") }, "\(bodies)")
        }
    }

    @Test(
        "Given a proxy in the settings, when a server of this machine is called, then the proxy is used only if http.no-proxy says so"
    )
    func proxyExceptions() async throws {
        let product = try Product()
        defer { product.remove() }
        try await withStandIn {
            ProviderTests.answer($0)
        } test: { server in
            var environment = ProviderTests.environment(server)
            environment["VERBIO_HTTP_PROXY"] = "http://127.0.0.1:1"
            let check = ["providers", "check", "openai"]
            #expect(try await product.start(check, environment: environment).end().code == 0)
            environment["VERBIO_HTTP_NO_PROXY"] = "example.com"
            let refused = try await product.start(check, environment: environment).end()
            #expect(refused.code == 4)
            #expect(refused.output.contains("at the proxy 127.0.0.1:1") && refused.output.contains("http.no-proxy"))
        }
    }

    @Test("Given a model whose provider announces its end, when it is checked, then the date is shown")
    func checkSunsets() async throws {
        let product = try Product()
        defer { product.remove() }
        try await withStandIn {
            guard $0.path == "/v1/models" else { return ProviderTests.answer($0) }
            let models = [("gpt-transcribe", "2029-05-06"), ("gpt-4o-mini-tts", "2027-01-06")].map { id, day in
                #"{"id":"\#(id)","object":"model","created":1,"owned_by":"system","shutdown_date":"\#(day)"}"#
            }
            return .json(200, #"{"object":"list","data":[\#(models.joined(separator: ","))]}"#)
        } test: { server in
            let ended = try await product.start(
                ["providers", "check", "openai"], environment: ProviderTests.environment(server)
            ).end()
            #expect(ended.code == 0, "\(ended.errors)")
            #expect(ended.output.contains("it says that it shuts this model down on 2029-05-06"))
            #expect(!ended.output.contains("2027-01-06") && ended.errors.contains("2027-01-06"))
            #expect(server.requests.count { $0.path == "/v1/models" } == 1)
            let document = try await product.start(
                ["providers", "check", "openai", "--json"], environment: ProviderTests.environment(server)
            ).end()
            #expect(document.output.contains(#""shutDownOn" : "2029-05-06""#))
        }
    }

    @Test(
        "Given a provider without a key, when several are checked, then the others are called, and an unknown name is refused first"
    )
    func checkSeveral() async throws {
        let product = try Product()
        defer { product.remove() }
        try await withStandIn {
            ProviderTests.answer($0)
        } test: { server in
            let both = try await product.start(
                ["providers", "check", "groq", "openai"], environment: ProviderTests.environment(server)
            ).end()
            #expect(both.code == 4)
            #expect(both.output.contains("groq needs a key") && both.output.contains("spoke 1.0 s at 24000 Hz"))
            #expect(server.requests.count == 4)
            let unknown = try await product.start(
                ["providers", "check", "openai", "nonsense"], environment: ProviderTests.environment(server)
            ).end()
            #expect(unknown.code == 2)
            #expect(unknown.errors.contains("there is no provider 'nonsense'"))
            #expect(server.requests.count == 4)
            let simulated = try await product.start(["providers", "check", "sim:instant"]).end()
            #expect(simulated.code == 0 && simulated.output.split(separator: "\n").count == 3)
        }
    }

    @Test("Given a provider that fails, when its voices are listed, then the code is that of a failed provider")
    func voicesRefused() async throws {
        let product = try Product()
        defer { product.remove() }
        for answer in [StandInAnswer.json(401, #"{"detail":{"message":"Invalid API key"}}"#), .empty(500), .html(200)] {
            try await withStandIn(answer) { server in
                try "elevenlabs: {url: '\(server.url)', tts: {wire: elevenlabs, model: m, voices: {any: v}}}".write(
                    to: product.folder.appending(path: "voices.yaml"), atomically: true, encoding: .utf8)
                let ended = try await product.start(
                    ["providers", "voices", "elevenlabs"],
                    environment: ["VERBIO_PROVIDERS_FILE": "voices.yaml", "no_proxy": "127.0.0.1"]
                ).end()
                #expect(ended.code == 4, "\(ended.errors)")
                #expect(ended.errors.hasPrefix("verbio: elevenlabs (synthesis): "))
            }
        }
    }

    @Test("Given an engine of this machine, when its voices are listed, then they are those that --voice takes")
    func localVoices() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(["providers", "voices", "sim:instant"])
        #expect(ended.code == 0 && ended.output.contains(/sim-es-low +es/), "\(ended.output) \(ended.errors)")
        let missing = try await product.run(["providers", "voices", "piper"])
        #expect(missing.code == 4 && missing.errors.contains("piper cannot be used: it lacks"), "\(missing.output)")
        let mistyped = try await product.run(["providers", "voices", "pipr"])
        #expect(mistyped.code == 2 && mistyped.errors.contains("did you mean 'piper'"), "\(mistyped.errors)")
        let unknown = try await product.run(["providers", "voices", "pocketsphinx"])
        #expect(unknown.code == 2 && unknown.errors.contains("no provider 'pocketsphinx' that speaks"))
    }
}
