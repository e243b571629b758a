import Configuration
import Interpreting
import LocalEngines
import Plumbing
import Providers
import Testing
import VerbioService

/// Engines by name.
@Suite("Engines by name")
struct EngineTests {
    @Test("given the engines of this machine, when each is named, then its name says what it does and that it is local")
    func local() async throws {
        try await Workplace.with { workplace in
            let assembly = workplace.assembly
            for engine in LocalEngineSettings().engines() {
                let stages = try assembly.engines.stages(of: engine.name)
                let named = LocalEngineSettings().engines().filter { $0.name == engine.name }
                #expect(stages == Set(named.map(\.stage)), "\(engine.name)")
                #expect(EngineNames.isLocal(engine.name))
                let withModel = engine.name + "/some"
                #expect(EngineNames.isLocal(withModel) == engine.takesModel, "\(withModel)")
                #expect(EngineNames.engine(of: withModel) == (engine.takesModel ? engine.name : withModel))
            }
            #expect(!EngineNames.isLocal("groq") && !EngineNames.isLocal("groq/whisper-large-v3"))
            let none = try assembly.engines.stages(of: "nobody")
            #expect(none.isEmpty)
        }
    }

    @Test("given the catalogue of engines, when it is read, then no stage has a name twice and each has an engine")
    func names() {
        let engines = LocalEngineSettings().engines()
        #expect(Set(engines.map { "\($0.stage) \($0.name)" }).count == engines.count)
        #expect(Set(engines.map(\.stage)) == Set(Stage.allCases))
        #expect(engines.allSatisfy { $0.form == $0.name || $0.takesModel && $0.form.hasPrefix($0.name + "/") })
    }

    @Test(
        "given an engine's name with a model, when it is made, then that model is used",
        arguments: [("whisper/small", "small"), ("piper/en_US-amy-low", "en_US-amy-low")])
    func model(name: String, model: String) async throws {
        try await Workplace.with { workplace in
            let assembly = workplace.assembly
            let descriptor =
                try assembly.engines.stages(of: name).contains(.recognition)
                ? assembly.engines.recognizer(name).descriptor
                : try #require(try assembly.engines.synthesizer(name)).descriptor
            #expect(descriptor.model == model)
            let again = try assembly.engines.name(of: descriptor)
            #expect(again == name, "it is named so when a conversation is resumed")
        }
    }

    @Test("given models that are not installed, when they are named, then one sentence says what to install")
    func missing() async throws {
        try await Workplace.with { workplace in
            let assembly = workplace.assembly
            let problem = #expect(throws: Problem.self) { try assembly.engines.translator("ct2/opus-mt-en-es") }
            #expect(problem?.code == "provider.missing" && problem?.kind == .provider)
            #expect(problem?.cure?.contains("verbio models install opus-mt-en-es") == true)
        }
    }

    @Test("given none and another translator, when engines are made, then one sentence refuses both")
    func none() async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.translator, .stringArray(["none", "apertium"]))
            let assembly = workplace.assembly
            let problem = #expect(throws: Problem.self) { try assembly.providers() }
            #expect(problem?.code == "translator.none")
            workplace.settings.set(.translator, .stringArray(["none"]))
            let silent = workplace.assembly
            #expect(throws: Problem.self) { try silent.providers() }
            workplace.settings.set(.synthesizer, .stringArray(["none"]))
            let providers = try workplace.assembly.providers()
            #expect(providers.synthesizers == nil)
        }
    }

    @Test("given a choice of engines, when it is applied, then only what it names is changed")
    func choice() {
        var settings = Settings(values: [:])
        settings.set(.voice, .string("alto"))
        var choice = EngineChoice()
        choice.translators = ["deepl", "apertium"]
        choice.maximumCost = 0.5
        choice.apply(to: &settings)
        #expect(settings.strings(.translator) == ["deepl", "apertium"])
        #expect(settings.value(.translator).origin == "flag" && settings.value(.recognizer).origin == "default")
        #expect(settings.string(.voice) == "alto" && settings.string(.unknownPrices) == "refuse")
    }
}
