import FoundationEssentials
import Language
import LocalEngines
import LocalModels
import Plumbing
import Providers

/// What this machine has: the engines that `auto` stands for, and the models of its translators.
package struct InstalledEngines: Sendable {
    let local: LocalSetup
    let neural: InstalledTranslator

    /// The translators with models of their own, the best first.
    static let modelEngines = [FirefoxTranslator.name, NeuralTranslator.name]
    /// The translator that needs no model.
    static let withoutModels = ApertiumTranslator.name

    /// Whether a name has models of single directions after it, which `+` joins.
    static func namesModels(_ name: String) -> Bool { modelEngines.contains { name.hasPrefix($0 + "/") } }

    var recognizer: String {
        guard let whisper = try? local.settings().whisper else { return "pocketsphinx" }
        return WhisperRecognizer.isInstalled(whisper) ? "whisper" : "pocketsphinx"
    }

    var translator: String {
        if installedFirefox?.capabilities.pairs.isEmpty == false { return FirefoxTranslator.name }
        return installedTranslator?.capabilities.pairs.isEmpty == false ? NeuralTranslator.name : Self.withoutModels
    }

    var synthesizer: String {
        PiperSynthesizer.hasVoice(LocalWorkerSettings(dataDirectory: local.run.dataPath)) ? "piper" : "offline"
    }

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
        (try? local.settings().llama)?.installed.first.map { "\(LlamaServer.name)/\($0)" }
    }

    /// The translator with all of Firefox's models that are installed.
    private var installedFirefox: FirefoxTranslator? {
        guard var configuration = try? local.settings().firefox else { return nil }
        configuration.models = []
        return try? FirefoxTranslator(configuration)
    }

    /// The translator with all installed models, to ask for its capabilities; nil if it cannot run here.
    private var installedTranslator: NeuralTranslator? {
        guard local.workerEnvironment.isInstalled, let configuration = try? local.settings().neural
        else { return nil }
        return neural.translator(configuration)
    }
}
