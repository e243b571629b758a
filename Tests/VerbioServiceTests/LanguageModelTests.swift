import Configuration
import Foundation
import Language
import LocalModels
import Plumbing
import Providers
import Testing
import VerbioService
import VerbioTesting

/// Language models with llama.cpp's server as translators, with a program in place of the server.
@Suite(
    "Language models on this machine", .serialized, .timeLimit(.minutes(5)),
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct LanguageModelTests {
    /// An assembly with this server, and with the stand-in's models as those that are installed.
    private func with<Result>(
        _ standIn: borrowing StandInLlama, _ body: (Assembly) async throws -> Result
    ) async throws -> Result {
        try await Workplace.with { workplace in
            workplace.settings.set(.llamaServer, .string(standIn.program))
            let data = workplace.folder.appending(path: "data/verbio")
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: data.path + "/models", withDestinationPath: standIn.modelsDirectory)
            return try await body(workplace.assembly.keepingEngines)
        }
    }

    @Test(
        "given a language model, when it translates, then it keeps every translator's promises",
        arguments: TranslatorCompliance.Check.allCases)
    func complies(_ check: TranslatorCompliance.Check) async throws {
        let standIn = try StandInLlama(["echo"])
        try await with(standIn) { assembly in
            let translator = try assembly.engines.translator("llama/" + standIn.model)
            try await TranslatorCompliance(
                translator, pair: LanguagePair(from: .en, to: .es), texts: ["Good morning.", "Where is it?"]
            ).run(check)
        }
    }

    @Test("given a model's name or path, when a conversation is continued, then the same model is named again")
    func names() async throws {
        let standIn = try StandInLlama(["echo"])
        try await with(standIn) { assembly in
            for name in ["llama/" + standIn.model, "llama/" + standIn.file] {
                let descriptor = try assembly.engines.translator(name).descriptor
                let again = try assembly.engines.name(of: descriptor)
                #expect(descriptor.name == "llama" && again == name)
                #expect(descriptor.parameters["file"]?.count == 8)
                #expect(descriptor.parameters["prompt-form"] == "examples")
            }
        }
    }

    @Test("given two models of the catalogue, when none is named, then the better one is used")
    func choice() async throws {
        let standIn = try StandInLlama([], model: "mine")
        try standIn.add("qwen2.5-coder-0.5b", [])
        try standIn.add("qwen2.5-coder-1.5b", [])
        try await with(standIn) { assembly in
            let one = try assembly.engines.translator("llama").descriptor.model
            #expect(one == "qwen2.5-coder-1.5b")
            var named = assembly
            named.settings.set(.translator, .stringArray(["llama"]))
            let pair = try LanguagePair(from: .en, to: .es)
            let stored = named.resolvingTranslators(for: [pair]).settings.strings(.translator)
            #expect(stored == ["llama/qwen2.5-coder-1.5b"])
        }
    }

    @Test("given a small model, when it is asked, then with examples and without a schema, at temperature 0")
    func prompt() async throws {
        let standIn = try StandInLlama(["answer Buenos días."])
        try await with(standIn) { assembly in
            let translator = try assembly.engines.translator("llama/" + standIn.model)
            #expect(
                translator.capabilities.contextPairs == 0 && translator.summarizer == nil && translator.batcher == nil)
            #expect(translator.capabilities.price == .free && translator.capabilities.maximumConcurrency == 1)
            let request = TranslationRequest(
                text: "Good morning.", pair: try LanguagePair(from: .en, to: .es),
                context: CallContext(conversation: "test", utterance: 1))
            let translation = try await translator.translate(request) { _ in }
            #expect(translation.text == "Buenos días." && translation.usage.inputTokens == 30)
            let asked = try #require(standIn.requests().first)
            let document = try #require(try JSONSerialization.jsonObject(with: Data(asked.utf8)) as? [String: Any])
            let messages = try #require(document["messages"] as? [[String: String]])
            #expect(
                messages.map { $0["role"] ?? "" }.joined(separator: " ")
                    == "system user assistant user assistant user assistant user")
            #expect(messages.last?["content"] == "Good morning.")
            #expect(document["response_format"] == nil && document["temperature"] as? Double == 0)
            #expect(document["max_tokens"] as? Int ?? 0 > 64)
        }
    }

    @Test("given what the catalogue says of a model, when it is used, then it is shown and asked for no more than that")
    func use() throws {
        for model in try ModelCatalogue.builtIn().models {
            guard let facts = model.languageModel else {
                #expect(!model.name.hasPrefix("llama-"))
                continue
            }
            #expect(model.name.hasPrefix("llama-") && !model.needsWorker && model.translations.isEmpty)
            #expect(["interpreter", "short", "examples", "hy-mt", "translate-gemma"].contains(facts.prompt))
            #expect(facts.quality == nil || facts.quality == "rough")
        }
    }

    @Test("given no text, when it is to be translated, then no server is started")
    func nothing() async throws {
        let standIn = try StandInLlama(["echo"])
        try await with(standIn) { assembly in
            let translator = try assembly.engines.translator("llama/" + standIn.model)
            let request = TranslationRequest(
                text: " \n", pair: try LanguagePair(from: .en, to: .es),
                context: CallContext(conversation: "test", utterance: 1))
            let text = try await translator.translate(request) { _ in }.text
            #expect(text.isEmpty && standIn.starts().isEmpty)
        }
    }

    @Test("given a language model, when its work is estimated, then the computing time is told, and nothing is charged")
    func estimate() async throws {
        let standIn = try StandInLlama([])
        try await with(standIn) { assembly in
            var translator = try assembly.engines.translator("llama/" + standIn.model)
            #expect(translator.capabilities.secondsPerToken ?? 0 > 0)
            translator = SlowTranslator(base: translator)
            let share = try CostEstimate(of: .minute, assembly.settings).share(of: translator)
            #expect(share.told.hasSuffix(" s of computing") && share.dollars == 0, "\(share.told)")
            #expect((share.told.firstMatch(of: /about (\d+) s/).flatMap { Int($0.1) } ?? 0) > 10, "\(share.told)")
        }
    }

    /// The same with a second of computing for each token.
    private struct SlowTranslator: Translator {
        let base: any Translator
        var descriptor: ProviderDescriptor { base.descriptor }
        var capabilities: TranslatorCapabilities {
            var capabilities = base.capabilities
            capabilities.secondsPerToken = 1
            return capabilities
        }
        func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
            try await base.translate(request, piece: piece)
        }
    }
}

/// llama.cpp's own server with a real model, which two variables name.
@Suite(
    "A real language model", .serialized, .timeLimit(.minutes(10)),
    .enabled("needs VERBIO_TEST_LLAMA_SERVER and VERBIO_TEST_LLAMA_MODEL") { RealLlama.found != nil })
struct RealLanguageModelTests {
    @Test("given a real model, when sentences are translated, then the words that matter are there")
    func sentences() async throws {
        let (server, model) = try #require(RealLlama.found)
        try await Workplace.with { workplace in
            workplace.settings.set(.llamaServer, .string(server))
            let translator = try workplace.assembly.engines.translator("llama/" + model)
            await translator.warm()
            for (text, words) in [
                ("Wo ist der Bahnhof?", ["station"]), ("Das Treffen beginnt um drei Uhr.", ["three", "3"]),
            ] {
                let request = TranslationRequest(
                    text: text, pair: try LanguagePair(from: .de, to: .en),
                    context: CallContext(conversation: "test", utterance: 1))
                let pieces = Locked("")
                let translation = try await translator.translate(request) { piece in pieces.withLock { $0 += piece } }
                #expect(words.contains { translation.text.contains($0) }, "\(translation.text)")
                #expect(pieces.withLock { $0 } == translation.text)
                #expect(translation.usage.outputTokens ?? 0 > 0)
            }
        }
    }
}

private enum RealLlama {
    static let found: (server: String, model: String)? = {
        let variables = ProcessInfo.processInfo.environment
        guard let server = variables["VERBIO_TEST_LLAMA_SERVER"], let model = variables["VERBIO_TEST_LLAMA_MODEL"]
        else {
            return nil
        }
        return (server, model)
    }()
}
