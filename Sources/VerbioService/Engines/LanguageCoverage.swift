import Configuration
import Interpreting
package import Language
import LocalEngines
package import Plumbing
import ProviderAdapters
package import Providers
import ScriptConversion

/// The stages that the usable engines cover for each language.
package struct LanguageCoverage: Encodable {
    /// A language, or Chinese in its other script.
    package struct Row: Encodable {
        package var tag: String
        package var name: String
        /// Whether Verbio knows no words, numbers and dates of the language, see `LanguageCode/isBasic`.
        package var basic = false
        /// Names of engines.
        package var recognize: [String] = []
        /// Those of them that often write the language in another script.
        package var recognizeInOtherScript: [String] = []
        /// By the engine's name, if that was measured.
        package var recognitionGrades: [String: RecognitionGrade] = [:]
        package var translateInto: [Translating] = []
        package var speak: [String] = []

        /// The name of the language as such.
        package var shortName: String { LanguageTag(rawValue: tag)?.code.englishName ?? name }
        /// Whether no usable engine does one of the stages.
        package var lacksSomething: Bool { recognize.isEmpty || translateInto.isEmpty || speak.isEmpty }
    }

    /// An engine that translates into a language.
    package struct Translating: Encodable {
        package var engine: String
        /// The languages it translates from.
        package var from: [String]
        /// The quality from the languages without a grade.
        package var quality: TranslationQuality
        /// By the language it translates from: the grade, and how it is known.
        package var grades: [String: TranslationGrade] = [:]

        /// The quality from a language.
        package func quality(from language: LanguageCode) -> TranslationQuality {
            grades[language.rawValue]?.quality ?? quality
        }
    }

    /// A variety of a language, such as Brazilian Portuguese.
    package struct Variety: Encodable {
        package var tag: String
        package var language: String
        package var name: String
        /// The engines for which the variety makes a difference.
        package var toldTo: [String]

        /// Whether it differs in its script only.
        package var isScript: Bool { LanguageTag(rawValue: tag)?.isScript ?? false }
    }

    package var languages: [Row]
    package var varieties: [Variety]

    /// - Parameter note: called if a provider's list cannot be fetched, for instance because its key is invalid.
    package init(_ settings: Settings, note: (Problem) -> Void) async throws {
        let assembly = Assembly(settings: settings, requiresKeys: false)
        let installed = await offlineEngineInventory(try assembly.local.settings())
        var engines = Engines()
        for (stage, setting) in [
            (Stage.recognition, Setting.recognizer), (.translation, .translator), (.synthesis, .synthesizer),
        ] {
            for name in try Self.usable(stage, named: setting, installed, assembly) {
                do { try engines.add(name, stage, assembly) } catch let problem as Problem { note(problem) }
            }
        }
        let tags = LanguageCode.known.flatMap { $0 == .zh ? [.zh, .zhHant] : [LanguageTag($0)] }
        let converts = assembly.chinese.fault == nil
        languages = tags.map { engines.row(of: $0, converts: converts) }
        varieties = LanguageVariety.all.map { variety in
            let tag = LanguageTag(variety)
            return Variety(
                tag: tag.rawValue, language: tag.code.rawValue, name: tag.englishName, toldTo: engines.supporting(tag))
        }
    }

    /// The engines of each stage.
    private struct Engines {
        var recognizers: [(name: String, capabilities: RecognizerCapabilities)] = []
        var translators: [(name: String, capabilities: TranslatorCapabilities)] = []
        var synthesizers: [(name: String, capabilities: SynthesizerCapabilities)] = []

        mutating func add(_ name: String, _ stage: Stage, _ assembly: Assembly) throws {
            switch stage {
            case .recognition: recognizers.append((name, try assembly.engines.recognizer(name).capabilities))
            case .translation: translators.append((name, try assembly.engines.translator(name).capabilities))
            case .synthesis:
                if let synthesizer = try assembly.engines.synthesizer(name) {
                    synthesizers.append((name, synthesizer.capabilities))
                }
            }
        }

        /// - Parameter converts: whether Chinese can be converted from one script into the other.
        func row(of tag: LanguageTag, converts: Bool) -> Row {
            func writes(_ varieties: Set<LanguageTag>) -> Bool { !tag.isScript || converts || varieties.contains(tag) }
            var row = Row(tag: tag.rawValue, name: tag.englishName, basic: tag.code.isBasic)
            row.recognize = recognizers.filter {
                $0.capabilities.languages.contains(tag.code) && writes($0.capabilities.varieties)
            }.map(\.name)
            row.recognizeInOtherScript = recognizers.filter {
                row.recognize.contains($0.name) && $0.capabilities.otherScripts.contains(tag.code)
            }.map(\.name)
            for recognizer in recognizers where row.recognize.contains(recognizer.name) {
                row.recognitionGrades[recognizer.name] = recognizer.capabilities.grades[tag.code]
            }
            row.translateInto = translators.compactMap { name, can in
                let from = LanguageCode.known.filter { from in
                    can.pairs.contains { $0.from == from && $0.to == tag.code }
                }
                guard !from.isEmpty, writes(can.varieties) else { return nil }
                let grades = from.reduce(into: [String: TranslationGrade]()) { grades, from in
                    grades[from.rawValue] = can.grades.first { $0.key.from == from && $0.key.to == tag.code }?.value
                }
                return Translating(engine: name, from: from.map(\.rawValue), quality: can.quality, grades: grades)
            }
            row.speak = synthesizers.filter { $0.capabilities.languages.contains(tag.code) }.map(\.name)
            return row
        }

        func supporting(_ tag: LanguageTag) -> [String] {
            let names =
                recognizers.filter { $0.capabilities.varieties.contains(tag) }.map(\.name)
                + translators.filter { $0.capabilities.varieties.contains(tag) }.map(\.name)
                + synthesizers.filter { $0.capabilities.varieties.contains(tag) }.map(\.name)
            return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
    }

    /// The names of the usable engines of a stage: those of the settings first, then the installed ones, then the providers
    /// whose key is set.
    private static func usable(
        _ stage: Stage, named setting: Setting, _ installed: [EngineStatus], _ assembly: Assembly
    ) throws -> [String] {
        let missing = Set(installed.filter { !$0.installed }.map(\.name))
        // `offline` stands for the installed engines.
        let wanted = assembly.selection.names(setting).filter {
            ![NoTranslation.name, "offline"].contains($0) && !missing.contains(EngineNames.engine(of: $0))
        }
        let here = installed.filter { $0.installed && $0.stage == stage }.map(\.name)
        // Each Piper voice has its own entry: `piper` as a whole uses the other offline voices for the other languages.
        let voices = LocalVoices.installed(try assembly.local.settings().piper).map { "piper/\($0)" }
        let setup = try assembly.engines.remote()
        let remote = setup.catalog.providers.sorted { $0.key < $1.key }
            .filter { $0.value.key != nil && setup.hasKey($0.value) && !($0.value.keyOptional ?? false) }
            .map(\.key).filter { setup.stages(of: $0).contains(stage) }
        let names = (wanted + here + remote).flatMap { $0 == "piper" ? voices : [$0] }
        return names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
