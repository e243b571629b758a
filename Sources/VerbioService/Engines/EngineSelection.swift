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
    let run: RunSettings
    let local: LocalSetup
    let installed: InstalledEngines
    let engines: EngineRegistry

    /// The engines of a stage by name, with `auto` replaced by the engine that it selects. The selected translator may depend
    /// on the languages; see ``Assembly/resolvingTranslators(for:written:)``. If nothing is translated, nothing is spoken.
    package func names(_ setting: Setting) -> [String] {
        guard setting.name != Setting.synthesizer.name || run.settings.translates else { return ["none"] }
        return run.settings.strings(setting).map { name in
            guard name == EngineNames.automatic else { return name }
            switch setting.name {
            case Setting.translator.name: return installed.translator
            case Setting.synthesizer.name: return installed.synthesizer
            default: return installed.recognizer
            }
        }
    }

    /// The translator that `auto` stands for. If nothing else translates speech into English, it is Whisper.
    ///
    /// - Parameter written: whether there is only text, which Whisper does not translate.
    func chosenTranslator(for directions: [LanguagePair], written: Bool) -> String {
        let name = translator(for: directions)
        guard name == InstalledEngines.withoutModels, !written, lowestQuality(of: name, directions) == nil,
            givesGist(of: directions)
        else { return name }
        return WhisperRecognizer.name
    }

    /// The translator of this machine for some directions, with its models if it has any: `firefox/en-pt+pt-en`. It is the one with
    /// the best grade in the direction that it does worst. Of equals, it is the first of ``InstalledEngines/modelEngines``, then Apertium, and then
    /// a language model, which takes fifty times as long. If nothing translates all directions, it is Apertium.
    func translator(for directions: [LanguagePair]) -> String {
        let named = InstalledEngines.modelEngines.compactMap { installed.models(of: $0, for: directions) }
        let others = [InstalledEngines.withoutModels] + [installed.languageModel].compactMap(\.self)
        // Most machines have one of them only, which need not be asked.
        if named.isEmpty, others.count == 1 { return InstalledEngines.withoutModels }
        let able = (named + others).compactMap { name in
            lowestQuality(of: name, directions).map { (name: name, quality: $0) }
        }
        guard let first = able.first else { return InstalledEngines.withoutModels }
        return able.dropFirst().reduce(first) { best, next in next.quality > best.quality ? next : best }.name
    }

    /// The translator with installed models for all of the directions, and these models; nil if there is none.
    func modelTranslator(for directions: [LanguagePair]) -> String? {
        let name = translator(for: directions)
        guard name == InstalledEngines.withoutModels else { return name }
        return InstalledEngines.modelEngines.lazy.compactMap { installed.models(of: $0, for: directions) }.first
    }

    /// How well this machine translates a direction: `rough (apertium)`, or `not translated`.
    package func state(of direction: LanguagePair) -> String {
        let name = translator(for: [direction])
        guard let can = try? engines.translator(name).capabilities, can.pairs.contains(direction) else {
            return "not translated"
        }
        return "\(can.quality(of: direction).rawValue) (\(EngineNames.engine(of: name)))"
    }

    /// The quality of a translator in the direction that it does worst; nil if it cannot be used, or does not translate one.
    private func lowestQuality(of name: String, _ directions: [LanguagePair]) -> TranslationQuality? {
        guard let can = try? engines.translator(name).capabilities,
            directions.allSatisfy({ can.pairs.contains($0.plain) })
        else { return nil }
        return directions.map { can.quality(of: $0) }.min() ?? .usual
    }

    /// Whether pocketsphinx is used only because Whisper is not installed.
    var choosesPocketSphinx: Bool {
        run.settings.strings(.recognizer).first == EngineNames.automatic && installed.recognizer == "pocketsphinx"
    }

    /// Whether an offline engine is set up to do its stage. `offline` speaks with espeak-ng, and with flite only if that is
    /// installed.
    package func wants(_ engine: EngineStatus) -> Bool {
        let names = [Setting.recognizer, .translator, .synthesizer].flatMap(self.names).map(EngineNames.engine)
        return names.contains(engine.name) || engine.name == "espeak-ng" && names.contains("offline")
    }

    /// Why nothing on this machine translates in some directions; nil if an engine does, or if a translator was named.
    package func lacksTranslator(for directions: [LanguagePair]) throws(Problem) -> Problem? {
        guard run.settings.strings(.translator) == [EngineNames.automatic], modelTranslator(for: directions) == nil,
            !givesGist(of: directions)
        else { return nil }
        let apertium = ApertiumTranslator(try local.settings().apertium)
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
        guard (InstalledEngines.modelEngines + [InstalledEngines.withoutModels]).contains(translator.descriptor.name)
        else { return problem }
        let lacking = directions.map(\.plain).filter { !translator.capabilities.pairs.contains($0) }
        var problem = problem
        if let other = modelTranslator(for: lacking) {
            let engine = EngineNames.engine(of: other)
            problem.cure = "use --mt \(engine), which takes all the models that are installed"
        } else if let names = try? TranslationModels(installed)
            .lacking(lacking, for: InstalledEngines.modelEngines.first { $0 == translator.descriptor.name })
        {
            problem.cure = "run 'verbio models install \(names.joined(separator: " "))', or name another translator"
        }
        return problem
    }

    /// Whether the installed Whisper translates the directions.
    private func givesGist(of directions: [LanguagePair]) -> Bool {
        guard let whisper = try? local.settings().whisper, WhisperRecognizer.isInstalled(whisper),
            let pairs = try? WhisperTranslator(whisper).capabilities.pairs
        else { return false }
        return directions.map(\.plain).allSatisfy(pairs.contains)
    }
}
