import Configuration
import Language
package import LocalEngines
import LocalModels
import Plumbing
import Providers

/// A model that would add something to what this machine does, and the command that installs it.
package struct ModelAdvice: Encodable, Hashable, Sendable {
    /// The advantage of the model, such as `whisper-small: better recognition`.
    package var adds: String
    /// The size of the download, if it is known.
    package var bytes: Int64
    package var command: String
}

/// Finds the models that would add something.
package struct ModelAdvisor: Sendable {
    let assembly: Assembly

    package init(_ assembly: Assembly) { self.assembly = assembly }

    /// What more models would add for the languages of the settings, or for all twelve if none are set; empty if nothing is
    /// missing.
    ///
    /// If an engine lacks everything, it is not repeated here: its own message says what to install.
    package func advice(_ inventory: [EngineStatus]) -> [ModelAdvice] {
        guard let catalogue = try? ModelCatalogue.builtIn() else { return [] }
        let installed = Set(assembly.local.modelFolder.installed)
        return [
            recognitionAdvice(inventory, catalogue), translationAdvice(inventory, catalogue, installed),
            voiceAdvice(inventory, catalogue, installed),
        ].compactMap(\.self)
    }

    /// A better recognizer; nil if the one that is installed is not among the smallest.
    package func recognition(_ inventory: [EngineStatus]) -> ModelAdvice? {
        (try? ModelCatalogue.builtIn()).flatMap { recognitionAdvice(inventory, $0) }
    }

    /// The languages that the settings name, or all twelve if they name none.
    private var wantedLanguages: (from: [LanguageCode], to: [LanguageCode]) {
        let from = (try? LanguageTag.reading(assembly.settings.string(.from)))?.tag.code
        let to = assembly.settings.targets.compactMap { (try? LanguageTag.reading($0))?.tag.code }
        return (from.map { [$0] } ?? LanguageCode.tested, to.isEmpty ? LanguageCode.tested : to)
    }

    private func recognitionAdvice(_ inventory: [EngineStatus], _ catalogue: ModelCatalogue) -> ModelAdvice? {
        guard let whisper = inventory.first(where: { $0.name == "whisper" && $0.installed }) else { return nil }
        let here = whisper.version?.split(separator: ", ").map(String.init) ?? []
        guard here.allSatisfy({ ["tiny", "base"].contains($0.prefix { $0 != "." }) }) else { return nil }
        return advice(["whisper-small"], "better recognition", catalogue)
    }

    private func translationAdvice(
        _ inventory: [EngineStatus], _ catalogue: ModelCatalogue, _ installed: Set<String>
    ) -> ModelAdvice? {
        let pairs = inventory.filter { $0.stage == .translation && $0.installed }.reduce(into: Set()) {
            $0.formUnion($1.pairs)
        }
        let (from, to) = wantedLanguages
        let lacking = from.flatMap { from in
            to.compactMap { to in try? LanguagePair(from: from, to: to) }
        }.filter { !pairs.contains($0) }
        guard !lacking.isEmpty else { return nil }
        // If directions are named, a model for each is advised; for many directions, one model for all is smaller.
        if from.count == 1, to.count < LanguageCode.tested.count,
            let names = try? TranslationModels(assembly.installed).lacking(lacking, for: nil)
        {
            let directions = lacking.map { "\($0.from.englishName) to \($0.to.englishName)" }.joined(separator: ", ")
            return advice(names, "offline translation, \(directions)", catalogue)
        }
        guard let all = catalogue.models.first(where: { $0.translations == ["all"] }), !installed.contains(all.name)
        else { return nil }
        let without = LanguageCode.tested.filter { code in
            !pairs.contains { $0.from == code } || !pairs.contains { $0.to == code }
        }
        let what =
            without.isEmpty
            ? "\(lacking.count) more directions offline" : "offline translation from or into \(described(without))"
        return advice([all.name], what, catalogue)
    }

    private func voiceAdvice(
        _ inventory: [EngineStatus], _ catalogue: ModelCatalogue, _ installed: Set<String>
    ) -> ModelAdvice? {
        let voices = inventory.filter { $0.stage == .synthesis && $0.installed }.reduce(into: Set()) {
            $0.formUnion($1.languages)
        }
        let lacking = wantedLanguages.to.filter { !voices.contains($0) }
        guard !lacking.isEmpty else { return nil }
        let names = lacking.compactMap { code in
            catalogue.models.first { $0.isVoice && $0.languages == [code.rawValue] }?.name
        }.filter { !installed.contains($0) }
        guard names.count == lacking.count else {
            return ModelAdvice(
                adds: "offline voices for \(described(lacking))", bytes: 0, command: "apt-get install espeak-ng")
        }
        return advice(names, "offline voices for \(described(lacking))", catalogue)
    }

    private func described(_ languages: [LanguageCode]) -> String {
        languages.map(\.rawValue).joined(separator: " ")
    }

    private func advice(_ names: [String], _ what: String, _ catalogue: ModelCatalogue) -> ModelAdvice {
        let bytes = catalogue.models.filter { names.contains($0.name) }.reduce(0) { $0 + $1.bytes }
        let subject = names.count == 1 ? "\(names[0]): " : ""
        return ModelAdvice(
            adds: subject + what, bytes: bytes,
            command: "verbio models install \(names.joined(separator: " "))")
    }
}
