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
    /// The prefix of model names, which `+` joins.
    static let neuralPrefix = NeuralTranslator.name + "/"

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

    /// The installed models that translate the directions; nil if they do not translate one of these.
    func installedModels(for directions: [LanguagePair]) -> [String]? {
        guard let translator = installedTranslator else { return nil }
        var names: [String] = []
        for direction in directions {
            guard let found = translator.modelNames(for: direction) else { return nil }
            names += found.filter { !names.contains($0) }
        }
        return names
    }

    /// The translator with all installed models, to ask for its capabilities; nil if it cannot run here.
    private var installedTranslator: NeuralTranslator? {
        guard assembly.local.workerEnvironment.isInstalled, let configuration = try? assembly.local.settings().neural
        else { return nil }
        return assembly.localTranslator.translator(configuration)
    }

    /// The translation models that the settings name.
    var namedModels: [String] {
        assembly.settings.strings(.translator).filter { $0.hasPrefix(Self.neuralPrefix) }
            .flatMap { NeuralTranslator.models(in: String($0.dropFirst(Self.neuralPrefix.count))) }
    }

    var recognizer: String {
        guard let whisper = try? assembly.local.settings().whisper else { return "pocketsphinx" }
        return WhisperRecognizer.isInstalled(whisper) ? "whisper" : "pocketsphinx"
    }

    var translator: String {
        let pairs = installedTranslator?.capabilities.pairs
        return pairs?.isEmpty == false ? NeuralTranslator.name : "apertium"
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
        guard assembly.settings.strings(.translator) == [Self.automatic], installedModels(for: directions) == nil else {
            return nil
        }
        let apertium = ApertiumTranslator(try assembly.local.settings().apertium)
        do {
            try RequestCheck(pairs: directions).check(apertium)
            return nil
        } catch {
            return explained(error, directions, apertium)
        }
    }

    /// The problem with the command that installs what a translator of this machine lacks for some directions.
    ///
    /// - Parameter written: whether there is only text, which Whisper does not translate.
    package func explained(
        _ problem: Problem, _ directions: [LanguagePair], _ translator: any Translator, written: Bool = false
    ) -> Problem {
        guard ["apertium", NeuralTranslator.name].contains(translator.descriptor.name) else { return problem }
        let lacking = directions.map(\.plain).filter { !translator.capabilities.pairs.contains($0) }
        var problem = problem
        if installedModels(for: lacking) != nil {
            problem.cure = "use --mt ct2, which takes all the models that are installed"
        } else if let names = installable(lacking) {
            problem.cure = "run 'verbio models install \(names.joined(separator: " "))', or name another translator"
            if !written, givesGist(of: lacking) {
                problem.cure = problem.cure.map { $0 + ", such as --mt whisper for a rough gist" }
            }
        }
        return problem
    }

    /// Whether the installed Whisper translates the directions.
    private func givesGist(of directions: [LanguagePair]) -> Bool {
        guard let whisper = try? assembly.local.settings().whisper, WhisperRecognizer.isInstalled(whisper),
            let pairs = try? WhisperTranslator(whisper).capabilities.pairs
        else { return false }
        return directions.allSatisfy(pairs.contains)
    }

    /// The models of the catalogue that together with those installed translate some directions; nil if there are none.
    func installable(_ directions: [LanguagePair]) -> [String]? {
        guard let catalogue = try? ModelCatalogue.builtIn() else { return nil }
        let installed = Set(assembly.local.modelFolder.installed)
        func model(_ from: LanguageCode, _ to: LanguageCode) -> String? {
            let able = catalogue.models.filter { $0.translates("\(from)-\(to)") }.map(\.name)
            return able.first(where: installed.contains) ?? able.first
        }
        var names: [String] = []
        for direction in directions {
            let (from, to) = (direction.from, direction.to)
            let legs = from == .en || to == .en ? [model(from, to)] : [model(from, .en), model(.en, to)]
            for leg in legs {
                guard let leg else { return nil }
                if !names.contains(leg), !installed.contains(leg) { names.append(leg) }
            }
        }
        return names.isEmpty ? nil : names
    }
}
