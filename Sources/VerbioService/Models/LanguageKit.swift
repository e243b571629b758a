package import Language
package import LocalEngines
package import LocalModels
package import Plumbing
package import Providers

/// What some languages need on this machine: a recognizer, translators between all of them, and voices.
package struct LanguageKit: Sendable {
    /// A model of the kit.
    package struct Part: Sendable {
        /// What it is for: `speech`, `speakers`, `recognition`, `translation` or `voice`.
        package var task: String
        package var model: CatalogueModel
        /// The languages or the direction that it is there for, such as `German → English`.
        package var does: String
        /// Whether it is installed.
        package var isHere: Bool
        /// For translation: the grade in the direction.
        package var quality = TranslationQuality.usual
        /// How good it is for the languages, as it was measured: `good`, or `good en, fair de`; `–` if it was not. A voice
        /// is `natural`; no more was measured.
        package var grade = "–"
    }

    package let languages: [LanguageCode]
    /// In the order in which they are used, without repetitions.
    package private(set) var parts: [Part] = []
    /// What the catalogue does not have, and what else has to be installed, each as one sentence.
    package private(set) var notes: [String] = []

    /// The models that are not installed.
    package var missing: [CatalogueModel] { parts.filter { !$0.isHere }.map(\.model) }
    /// The size of these models.
    package var bytes: Int64 { missing.reduce(0) { $0 + $1.bytes } }
    /// Every direction between the languages.
    package var directions: [LanguagePair] { LanguagePair.pairs(of: languages) }

    /// Reads a list of languages: `de,en`.
    ///
    /// - Parameter option: where the list was given.
    /// - Throws: `Problem` of kind `usage` if one is unknown, or if there are fewer than two.
    package static func languages(in list: String, option: String = "--for") throws(Problem) -> [LanguageCode] {
        var codes: [LanguageCode] = []
        for name in list.split(separator: ",") {
            let text = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let code = try LanguageTag.reading(text).tag.code
            if !codes.contains(code) { codes.append(code) }
        }
        guard codes.count > 1 else {
            throw Problem(
                .usage, "models.languages",
                "translation needs two languages, and '\(list.clipped(to: 60))' names "
                    + (codes.isEmpty ? "none" : "one"),
                at: option, cure: "give at least two, such as \(option) de,en")
        }
        return codes
    }

    /// - Parameters:
    ///   - inventory: the engines of this machine.
    ///   - recognizer: Whisper's model if none is installed.
    ///   - tellsSpeakers: whether the model that tells speakers apart is a part of it.
    /// - Throws: `Problem` if the settings or the catalogue cannot be read.
    package init(
        _ languages: [LanguageCode], _ assembly: Assembly, _ inventory: [EngineStatus],
        recognizer wanted: String? = nil,
        tellsSpeakers: Bool = false
    ) throws(Problem) {
        self.languages = languages
        let catalogue = try ModelCatalogue.builtIn()
        let worker = try assembly.local.settings().whisper.worker
        let installed = Set(assembly.local.modelFolder.installed)
        func add(
            _ task: String, _ names: [String], _ does: String, isHere: Bool? = nil,
            _ quality: TranslationQuality = .usual, grade: String = "–"
        ) {
            for model in names.compactMap({ name in catalogue.models.first { $0.name == name } })
            where !parts.contains(where: { $0.model.name == model.name }) {
                let isHere = isHere ?? installed.contains(model.name)
                parts.append(
                    Part(task: task, model: model, does: does, isHere: isHere, quality: quality, grade: grade))
            }
        }
        add("speech", [SpeechModelFile.catalogueName], "every language", isHere: assembly.speech.isInstalled)
        if tellsSpeakers { add("speakers", [SpeakerVectors.model], "every language") }
        let recognizer = Self.recognizers.first(where: WhisperRecognizer.installedModels(worker).contains)
        let whisper = recognizer ?? wanted ?? Self.recognizers[0]
        add(
            "recognition", ["whisper-" + whisper], "every language", isHere: recognizer != nil,
            grade: Self.grade(of: whisper, languages))
        let legs = try TranslationModels(assembly.installed).kit(for: directions)
        if legs.isEmpty {
            notes.append(
                "The catalogue has no translator for all of these languages; a provider or a language model is needed.")
        }
        for leg in legs {
            add(
                "translation", [leg.model], leg.direction.spelledOut, isHere: leg.isHere, leg.quality,
                grade: leg.quality == .usual ? "–" : leg.quality.rawValue)
        }
        let voices = PiperSynthesizer.installed(worker)
        for code in languages {
            let own = voices.first { $0.hasPrefix(code.rawValue + "_") }
            let model = Self.voice(code, own, catalogue)
            add(
                "voice", [model].compactMap(\.self), code.englishName,
                isHere: own != nil
                    || model == OpenJTalkSynthesizer.model && OpenJTalkSynthesizer.hasVoice(in: worker.modelsDirectory),
                grade: model == OpenJTalkSynthesizer.model ? "clear" : "natural")
        }
        noteVoices(catalogue, inventory)
    }

    /// Whether the worker's Python packages have to be installed as well.
    package func needsPython(_ assembly: Assembly) -> Bool {
        missing.contains(where: \.needsWorker) && !assembly.local.workerEnvironment.isInstalled
    }

    /// `good en, fair de` for a Whisper model.
    private static func grade(of whisper: String, _ languages: [LanguageCode]) -> String {
        let grades = WhisperRecognizer.grades(of: whisper)
        let known = languages.compactMap { code in grades[code].map { "\($0.level.rawValue) \(code.rawValue)" } }
        return known.isEmpty ? "–" : known.joined(separator: ", ")
    }

    /// Whisper's models that know all languages, the one to install first; smaller ones are too weak.
    private static let recognizers = ["base", "small", "large-v3-turbo", "medium"]

    /// The catalogue's name of a language's voice: of the installed one if it has that.
    private static func voice(_ code: LanguageCode, _ own: String?, _ catalogue: ModelCatalogue) -> String? {
        let known = catalogue.models.filter { $0.isVoice && $0.languages == [code.rawValue] }.map(\.name)
        return known.first { $0 == own.map { "piper-" + $0 } } ?? known.first
    }

    private mutating func noteVoices(_ catalogue: ModelCatalogue, _ inventory: [EngineStatus]) {
        let espeak = inventory.first { $0.name == EspeakSynthesizer.name }
        let without = languages.filter { code in
            !catalogue.models.contains { $0.isVoice && $0.languages == [code.rawValue] }
        }
        if !without.isEmpty {
            let names = without.map(\.englishName).joined(separator: " and ")
            notes.append(
                "The catalogue has no voice for \(names); espeak-ng speaks \(without.count == 1 ? "it" : "them").")
        }
        let japanese = inventory.first { $0.name == OpenJTalkSynthesizer.name }
        if languages.contains(.ja), japanese?.missing.contains(where: { !$0.hasPrefix("its voice") }) ?? false {
            notes.append("The Japanese voice needs Open JTalk: run '\(OpenJTalkSynthesizer.packageCommand)'.")
        }
        let isLacking = espeak?.installed != true || without.contains { espeak?.languages.contains($0) != true }
        if isLacking, let command = espeak?.installCommand {
            notes.append("The voices need espeak-ng: run '\(command)'.")
        }
    }
}

extension LanguagePair {
    /// `German → English`.
    package var spelledOut: String { "\(from.englishName) → \(to.englishName)" }
}

extension CatalogueModel {
    /// Whether it is one of Piper's voices.
    var isOfPiper: Bool { name.hasPrefix(PiperSynthesizer.name + "-") }
    var isVoice: Bool { isOfPiper || name == OpenJTalkSynthesizer.model }
}
