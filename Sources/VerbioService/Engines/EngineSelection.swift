import Configuration
import FoundationEssentials
package import Language
package import LocalEngines
import LocalModels
package import Plumbing
package import Providers
import Resilience

/// The engines of the settings, with `auto` replaced by what this machine has.
package struct EngineSelection: Sendable {
    let assembly: Assembly

    /// The name for the engine that this machine has.
    package static let automatic = "auto"
    /// The translators with models of their own, the best first.
    static let modelEngines = [FirefoxTranslator.name, NeuralTranslator.name]

    /// Whether a name has models of single directions after it, which `+` joins.
    static func namesModels(_ name: String) -> Bool { modelEngines.contains { name.hasPrefix($0 + "/") } }

    /// The engines of a stage by name, with `auto` replaced by the engine that it selects. The selected translator may depend
    /// on the languages; see ``Assembly/choosing(for:)``. If nothing is translated, nothing is spoken.
    package func names(_ setting: Setting) -> [String] {
        guard setting.name != Setting.synthesizer.name || assembly.settings.translates else { return ["none"] }
        return assembly.settings.strings(setting).map { name in
            guard name == Self.automatic else { return name }
            switch setting.name {
            case Setting.translator.name: return translator
            case Setting.synthesizer.name: return synthesizer
            default: return recognizer
            }
        }
    }

    /// The translator that `auto` stands for. If nothing else translates speech into English, it is Whisper.
    ///
    /// - Parameter written: whether there is only text, which Whisper does not translate.
    func chosenTranslator(for directions: [LanguagePair], written: Bool) -> String {
        let name = translator(for: directions)
        guard name == Self.withoutModels, !written, lowestQuality(of: name, directions) == nil,
            givesGist(of: directions)
        else { return name }
        return WhisperRecognizer.name
    }

    /// The translator of this machine for some directions, with its models if it has any: `firefox/en-pt+pt-en`. It is the one with
    /// the best grade in the direction that it does worst. Of equals, it is the first of ``modelEngines``, then Apertium, and then
    /// a language model, which takes fifty times as long. If nothing translates all directions, it is Apertium.
    func translator(for directions: [LanguagePair]) -> String {
        let named = Self.modelEngines.compactMap { models(of: $0, for: directions) }
        let others = [Self.withoutModels] + [languageModel].compactMap(\.self)
        // Most machines have one of them only, which need not be asked.
        if named.isEmpty, others.count == 1 { return Self.withoutModels }
        let able = (named + others).compactMap { name in
            lowestQuality(of: name, directions).map { (name: name, quality: $0) }
        }
        guard let first = able.first else { return Self.withoutModels }
        return able.dropFirst().reduce(first) { best, next in next.quality > best.quality ? next : best }.name
    }

    /// The translator with installed models for all of the directions, and these models; nil if there is none.
    func modelTranslator(for directions: [LanguagePair]) -> String? {
        let name = translator(for: directions)
        guard name == Self.withoutModels else { return name }
        return Self.modelEngines.lazy.compactMap { models(of: $0, for: directions) }.first
    }

    /// How well this machine translates a direction: `rough (apertium)`, or `not translated`.
    package func state(of direction: LanguagePair) -> String {
        let name = translator(for: [direction])
        guard let can = try? assembly.engines.translator(name).capabilities, can.pairs.contains(direction) else {
            return "not translated"
        }
        return "\(can.quality(of: direction).rawValue) (\(EngineRegistry.engine(of: name)))"
    }

    /// The quality of a translator in the direction that it does worst; nil if it cannot be used, or does not translate one.
    private func lowestQuality(of name: String, _ directions: [LanguagePair]) -> TranslationQuality? {
        guard let can = try? assembly.engines.translator(name).capabilities,
            directions.allSatisfy({ can.pairs.contains($0.plain) })
        else { return nil }
        return directions.map { can.quality(of: $0) }.min() ?? .usual
    }

    /// The translator that needs no model.
    private static let withoutModels = ApertiumTranslator.name

    /// The engine with its installed models that translate the directions; nil if they do not translate one of these.
    func models(of engine: String, for directions: [LanguagePair]) -> String? {
        let modelNames: (LanguagePair) -> [String]?
        if engine == FirefoxTranslator.name {
            guard let translator = installedFirefox else { return nil }
            modelNames = translator.modelNames(for:)
        } else {
            guard let translator = installedTranslator else { return nil }
            modelNames = translator.modelNames(for:)
        }
        var names: [String] = []
        for direction in directions {
            guard let found = modelNames(direction) else { return nil }
            names += found.filter { !names.contains($0) }
        }
        return "\(engine)/\(names.joined(separator: ModelList.separator))"
    }

    /// The best language model that is installed, with its engine: `llama/qwen2.5-coder-1.5b`; nil if none is.
    var languageModel: String? {
        (try? assembly.local.settings().llama)?.installed.first.map { "\(LlamaServer.name)/\($0)" }
    }

    /// The translator with all of Firefox's models that are installed.
    private var installedFirefox: FirefoxTranslator? {
        guard var configuration = try? assembly.local.settings().firefox else { return nil }
        configuration.models = []
        return try? FirefoxTranslator(configuration)
    }

    /// The translator with all installed models, to ask for its capabilities; nil if it cannot run here.
    private var installedTranslator: NeuralTranslator? {
        guard assembly.local.workerEnvironment.isInstalled, let configuration = try? assembly.local.settings().neural
        else { return nil }
        return assembly.localTranslator.translator(configuration)
    }

    /// The models that the settings name after an engine's name.
    ///
    /// - Parameter models: takes the list of them apart.
    func namedModels(of engine: String, _ models: (String) -> [String]) -> [String] {
        let prefix = engine + "/"
        return assembly.settings.strings(.translator).filter { $0.hasPrefix(prefix) }
            .flatMap { models(String($0.dropFirst(prefix.count))) }
    }

    var recognizer: String {
        guard let whisper = try? assembly.local.settings().whisper else { return "pocketsphinx" }
        return WhisperRecognizer.isInstalled(whisper) ? "whisper" : "pocketsphinx"
    }

    var translator: String {
        if installedFirefox?.capabilities.pairs.isEmpty == false { return FirefoxTranslator.name }
        return installedTranslator?.capabilities.pairs.isEmpty == false ? NeuralTranslator.name : Self.withoutModels
    }

    var synthesizer: String {
        PiperSynthesizer.hasVoice(LocalWorkerSettings(dataDirectory: assembly.dataPath())) ? "piper" : "offline"
    }

    /// Whether pocketsphinx is used only because Whisper is not installed.
    var choosesPocketSphinx: Bool {
        assembly.settings.strings(.recognizer).first == Self.automatic && recognizer == "pocketsphinx"
    }

    /// Whether an offline engine is set up to do its stage. `offline` speaks with espeak-ng, and with flite only if that is
    /// installed.
    package func wants(_ engine: EngineStatus) -> Bool {
        let names = [Setting.recognizer, .translator, .synthesizer].flatMap(self.names).map(EngineRegistry.engine)
        return names.contains(engine.name) || engine.name == "espeak-ng" && names.contains("offline")
    }

    /// Why nothing on this machine translates in some directions; nil if an engine does, or if a translator was named.
    package func lacksTranslator(for directions: [LanguagePair]) throws(Problem) -> Problem? {
        guard assembly.settings.strings(.translator) == [Self.automatic], modelTranslator(for: directions) == nil,
            !givesGist(of: directions)
        else { return nil }
        let apertium = ApertiumTranslator(try assembly.local.settings().apertium)
        do {
            try RequestCheck(pairs: directions).check(apertium)
            return nil
        } catch {
            return explained(error, directions, apertium)
        }
    }

    /// The problem with the command that installs what a translator of this machine lacks for some directions.
    package func explained(
        _ problem: Problem, _ directions: [LanguagePair], _ translator: any Translator
    ) -> Problem {
        guard (Self.modelEngines + [Self.withoutModels]).contains(translator.descriptor.name) else { return problem }
        let lacking = directions.map(\.plain).filter { !translator.capabilities.pairs.contains($0) }
        var problem = problem
        if let other = modelTranslator(for: lacking) {
            let engine = EngineRegistry.engine(of: other)
            problem.cure = "use --mt \(engine), which takes all the models that are installed"
        } else if let names = try? TranslationModels(assembly)
            .lacking(lacking, for: Self.modelEngines.first { $0 == translator.descriptor.name })
        {
            problem.cure = "run 'verbio models install \(names.joined(separator: " "))', or name another translator"
        }
        return problem
    }

    /// Whether the installed Whisper translates the directions.
    private func givesGist(of directions: [LanguagePair]) -> Bool {
        guard let whisper = try? assembly.local.settings().whisper, WhisperRecognizer.isInstalled(whisper),
            let pairs = try? WhisperTranslator(whisper).capabilities.pairs
        else { return false }
        return directions.map(\.plain).allSatisfy(pairs.contains)
    }
}
