import Foundation
import ProviderAdapters
import Testing

/// What `verbio providers` shows about them.
@Suite("The list of providers", .timeLimit(.minutes(5)))
struct ProviderListTests {
    private static let declarations = """
        ears:
          url: https://ears.example
          key: EARS_KEY
          stt:
            wire: deepgram
            model: keen
            word-times: true
            languages: [en, de]
            price: {audio-minute: 0.5, audio-step: 15, as-of: 2026-11-01}
        pen:
          url: https://pen.example
          mt:
            wire: deepl
            model: quill
            context-pairs: 6
            maximum-characters: 900
            price: {million-characters: 100, as-of: 2026-11-02}
        brain:
          url: https://brain.example
          free: true
          mt: {wire: openai-chat, model: grey, streams: true, context-pairs: 2}
          tts: {wire: openai-speech, model: chords, voices: {en: a, es: b}, normalize: true}
        mouth:
          url: https://${MOUTH_REGION}.example
          key: MOUTH_KEY
          tts: {wire: elevenlabs, model: lips, voices: {any: v}, maximum-characters: 40}
        """

    private func list(_ options: [String] = [], _ more: [String: String] = [:]) async throws -> String {
        let product = try Product()
        defer { product.remove() }
        try Self.declarations.write(
            to: product.folder.appending(path: "mine.yaml"), atomically: true, encoding: .utf8)
        let environment = ["VERBIO_PROVIDERS_FILE": "mine.yaml"].merging(more) { $1 }
        let ended = try await product.start(["providers"] + options, environment: environment).end()
        #expect(ended.code == 0 && ended.errors.isEmpty, "\(ended.errors)")
        return ended.output
    }

    @Test("Given built-in providers, when declarations are shown, then they can be copied and explain each setting")
    func declarations() async throws {
        let output = try await list(["declarations"])
        #expect(output == ProviderCatalog.builtInText + "\n")
        #expect(output.contains("concurrency           calls at once"))
        #expect(try ProviderCatalog(yaml: output, at: "copy").providers == ProviderCatalog.builtIn().providers)
    }

    @Test("Given a provider with an engine's name, then it is refused", arguments: ["apertium", "none", "sim:x"])
    func taken(name: String) async throws {
        let product = try Product()
        defer { product.remove() }
        try "'\(name)': {url: https://pen.example, free: true, mt: {wire: libretranslate, model: m}}\n".write(
            to: product.folder.appending(path: "mine.yaml"), atomically: true, encoding: .utf8)
        let ended = try await product.start(["providers"], environment: ["VERBIO_PROVIDERS_FILE": "mine.yaml"]).end()
        #expect(ended.code == 2)
        #expect(
            ended.errors.contains(
                "mine.yaml: '\(name)' is the name of an engine of this machine; "
                    + "give the provider another name, such as my-\(name)"), "\(ended.errors)")
    }

    @Test("Given providers without keys, when they are listed, then each has its abilities and the price of a minute")
    func table() async throws {
        let output = try await list(["--wide"])
        func row(_ provider: String, _ stage: String) throws -> String {
            let rows = output.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
            return try #require(rows.first { $0.prefix(2) == [provider[...], stage[...]] }).joined(separator: " ")
        }
        // Twelve utterances of 5 s, with a second around each, in steps of 15 s: three minutes are charged for.
        #expect(
            try row("ears", "stt")
                == "ears stt keen en de word times, confidence, finds the language $1.5000 2026-11-01")
        // 1200 characters.
        let pen = try row("pen", "mt")
        #expect(
            pen.hasPrefix("pen mt quill all 12 + 22 basic context of 6, ") && pen.hasSuffix(" $0.1200 2026-11-02"),
            "\(pen)")
        #expect(pen.contains("formality (es fr ") && pen.contains("glossary") && pen.contains("up to 900 characters"))
        let brain = try row("brain", "mt")
        #expect(
            brain.contains("partials, context of 2, what comes next, second tries, batches") && brain.hasSuffix(" free")
        )
        #expect(try row("brain", "tts") == "brain tts chords en es partials, numbers in words free")
        let mouth = try row("mouth", "tts")
        #expect(mouth.contains("lips all") && mouth.hasSuffix("up to 40 characters unknown"), "\(mouth)")
        #expect(output.contains("set EARS_KEY") && output.contains("set MOUTH_KEY"))
    }

    @Test("Given --json, when providers are listed, then the output has their abilities and prices")
    func json() async throws {
        let list = try JSONSerialization.jsonObject(with: Data(try await list(["--json"]).utf8))
        let stages = try #require((list as? [String: Any])?["stages"] as? [[String: Any]])
        func stage(_ provider: String, _ stage: String) throws -> [String: Any] {
            try #require(stages.first { $0["provider"] as? String == provider && $0["stage"] as? String == stage })
        }
        let ears = try stage("ears", "recognition")
        #expect(ears["wordTimes"] as? Bool == true && ears["streams"] as? Bool == false)
        #expect(ears["languages"] as? [String] == ["en", "de"])
        #expect(ears["minuteDollars"] as? Double == 1.5 && ears["priceAsOf"] as? String == "2026-11-01")
        let pen = try stage("pen", "translation")
        #expect(pen["contextPairs"] as? Int == 6 && pen["maximumCharacters"] as? Int == 900)
        #expect((pen["formalityLanguages"] as? [String])?.contains("de") == true)
        #expect(try stage("brain", "synthesis")["minuteDollars"] as? Double == 0)
        let mouth = try stage("mouth", "synthesis")
        #expect(mouth["minuteDollars"] == nil && mouth["maximumCharacters"] as? Int == 40)
    }

    @Test("Given a secret in a declaration, when providers are listed, then it is not shown")
    func secrets() async throws {
        let product = try Product()
        defer { product.remove() }
        try """
        pen:
          url: https://pen.example/v1?api-key=hush-hush&tenant=${TENANT}
          headers: {X-Token: hush-hush, Authorization: "Bearer ${PEN_TOKEN}"}
          mt: {wire: deepl, model: quill, url: "https://${PEN_HOST:-pen.example}/v2?hush-hush"}
          stt: {wire: deepgram, model: keen, url: "${EARS}//me:hush-hush@ears.example"}
          tts: {wire: elevenlabs, model: lips, voices: {any: v}, url: "${MOUTH:-https://mouth.example?k=hush-hush}"}
        """.write(to: product.folder.appending(path: "mine.yaml"), atomically: true, encoding: .utf8)
        for options in [["--json"], []] {
            let ended = try await product.start(
                ["providers"] + options, environment: ["VERBIO_PROVIDERS_FILE": "mine.yaml"]
            ).end()
            #expect(ended.code == 0 && !(ended.output + ended.errors).contains("hush"), "\(ended.output)")
            guard options == ["--json"] else { continue }
            let list = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
            let providers = try #require(list?["providers"] as? [[String: Any]])
            let pen = try #require(providers.first { $0["name"] as? String == "pen" }?["declaration"] as? [String: Any])
            #expect(pen["url"] as? String == "https://pen.example/v1?api-key=•••&tenant=${TENANT}")
            #expect((pen["headers"] as? [String: String])?["Authorization"] == "Bearer ${PEN_TOKEN}")
        }
        try "pen: {url: 'https://me:hush-hush@pen.example/v1?tenant=${TENANT}'}".write(
            to: product.folder.appending(path: "mine.yaml"), atomically: true, encoding: .utf8)
        let refused = try await product.start(
            ["providers"], environment: ["VERBIO_PROVIDERS_FILE": "mine.yaml"]
        ).end()
        #expect(refused.code == 2)
        #expect(refused.errors.contains("pen.url has a name or a password in it"), "\(refused.errors)")
        #expect(!(refused.output + refused.errors).contains("hush"))
    }

    @Test("Given batches in the settings, when providers are listed, then their prices are computed with them")
    func reckoned() async throws {
        func dollars(_ settings: [String: String]) async throws -> Double {
            let list = try JSONSerialization.jsonObject(with: Data(try await list(["--json"], settings).utf8))
            let stages = try #require((list as? [String: Any])?["stages"] as? [[String: Any]])
            let groq = try #require(
                stages.first { $0["provider"] as? String == "groq" && $0["stage"] as? String == "translation" })
            return try #require(groq["minuteDollars"] as? Double)
        }
        #expect(try await dollars(["VERBIO_CONTEXT_BATCH": "20"]) < dollars([:]))
    }

    @Test("given no options, when providers are listed in a pipe, then each is one short line")
    func narrow() async throws {
        let output = try await list()
        let tables = output.split(separator: "\n").filter { $0.contains("  ") && !$0.contains(" lacks ") }
        #expect(
            tables.contains { $0.hasPrefix("groq ") }
                && tables.contains { $0.contains("rough") || $0.contains("missing") })
        #expect(tables.count { $0.hasPrefix("groq ") } == 1)
        // A terminal's lines are fitted to its width; a pipe's are as long as the names of the keys.
        for line in tables { #expect(line.count <= 90, "\(line)") }
    }

    @Test(
        "given a name, when one provider is shown, then each of its stages is described, and an unknown name is refused"
    )
    func shown() async throws {
        let output = try await list(["show", "groq"])
        #expect(output.contains("recognition whisper-large-v3-turbo") && output.contains("GROQ_API_KEY"))
        let product = try Product()
        defer { product.remove() }
        let unknown = try await product.run(["providers", "show", "grok"])
        #expect(unknown.code == 2 && unknown.errors.contains("grok"), "\(unknown.errors)")
    }

    @Test(
        "given any folder, when a built-in scenario is named, then it is found",
        arguments: ["realistic", "out-of-order"])
    func scenario(name: String) async throws {
        let product = try Product()
        defer { product.remove() }
        try Data("Good morning.\n".utf8).write(to: product.folder.appending(path: "a.txt"))
        let ended = try await product.run(
            ["text", "a.txt", "--from", "en", "--to", "es", "--mt", "sim:\(name)"])
        #expect(ended.code == 0 && !ended.output.isEmpty, "\(ended.errors)")
    }

    @Test("Given a malformed key, when providers are listed, then the others are listed all the same")
    func badKey() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.start(["providers", "--wide"], environment: ["GROQ_API_KEY": "two words\u{7}"])
            .end()
        #expect(ended.code == 0)
        #expect(ended.errors.contains("GROQ_API_KEY holds characters that no key has"), "\(ended.errors)")
        #expect(ended.output.contains(#/deepgram +stt +nova-3 /#))
    }
}
