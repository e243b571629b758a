package import Audio
import Configuration
package import Conversations
package import Delivery
import FoundationEssentials
import Hearing
package import Interpreting
package import Language
package import LocalEngines
import LocalModels
import Numerals
package import Plumbing
package import Providers
package import Resilience
import ScriptConversion

/// Builds all components from the settings. Only this type knows which engines there are.
package struct Assembly: Sendable {
    package var run: RunSettings
    /// Receives sentences for the user on delays of the work.
    package var note: @Sendable (String) -> Void = { _ in }
    let modelFile = SpeechModelFile()
    let chinese = ChineseConverter()
    let localTranslator = InstalledTranslator()
    let remote = RemoteProviders()
    private(set) var voices = RunningVoices()
    /// Nil if each conversation has engines of its own.
    var running: RunningEngines?

    package init(
        settings: Settings, time: TimeSource = .system, requiresKeys: Bool = true,
        note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        run = RunSettings(settings)
        run.time = time
        run.requiresKeys = requiresKeys
        self.note = note
    }

    package var settings: Settings {
        get { run.settings }
        set { run.settings = newValue }
    }
    package var time: TimeSource { run.time }
    package var environment: [String: String] {
        get { run.environment }
        set { run.environment = newValue }
    }

    /// The same assembly for several conversations in a row, which use the same engines of this machine.
    package var keepingEngines: Assembly {
        guard running == nil else { return self }
        var copy = self
        copy.running = RunningEngines()
        return copy
    }

    /// The same assembly with the process that tells voices apart for another one.
    func sharingVoices(of other: Assembly) -> Assembly {
        var copy = self
        copy.voices = other.voices
        return copy
    }

    // MARK: Parts

    package var local: LocalSetup { LocalSetup(run: run) }
    var installed: InstalledEngines { InstalledEngines(local: local, neural: localTranslator) }
    package var engines: EngineRegistry {
        EngineRegistry(run: run, local: local, installed: installed, providers: remote, running: running)
    }
    package var selection: EngineSelection {
        EngineSelection(run: run, local: local, installed: installed, engines: engines)
    }
    package var speech: SpeechModelSearch {
        SpeechModelSearch(settings: settings, environment: environment, file: modelFile)
    }
    package var costLimit: CostLimit { CostLimit(settings: settings) }
    package var terms: TermSettings { TermSettings(settings: settings) }
    package var pipeline: PipelineSettings { PipelineSettings(settings: settings) }
    var partials: PartialSettings { PartialSettings(settings: settings) }
    package var languages: LanguageChecks { LanguageChecks(settings: settings, chinese: chinese) }
    package var notices: ProviderNotices { ProviderNotices(selection: selection, engines: engines, today: today) }

    /// All stores, at the address of the settings or in the user's folder, following the XDG base directory specification.
    ///
    /// - Throws: `Problem` of kind `usage` if the settings name no address; see ``StoreAddress``.
    package func stores() throws(Problem) -> any ServiceStores {
        let companions = StoreCompanions(
            audio: try AudioSetup(run: run).store(),
            coordination: try settings.text(.storeCoordination).map(CoordinationAddress.init))
        return try address(settings.text(.storePath) ?? run.dataPath, companions).stores()
    }

    /// All stores, and those at another address to which they are copied. Audio is in S3 for those of both that allow it.
    ///
    /// - Throws: as ``stores()``.
    package func stores(
        copiedTo other: String
    ) throws(Problem) -> (source: any ServiceStores, target: any ServiceStores) {
        let own = settings.text(.storePath) ?? run.dataPath
        let isDatabase = (try address(own).isDatabase, try address(other).isDatabase)
        guard isDatabase.0 || isDatabase.1 else { return (try stores(), try address(other).stores()) }
        let audio = try AudioSetup(run: run).store()
        return (
            try address(own, StoreCompanions(audio: isDatabase.0 ? audio : nil)).stores(),
            try address(other, StoreCompanions(audio: isDatabase.1 ? audio : nil)).stores()
        )
    }

    private func address(
        _ text: String, _ companions: StoreCompanions = StoreCompanions()
    ) throws(Problem) -> StoreAddress {
        try StoreAddress(text, local: run.dataPath, companions)
    }

    /// The folder of the stores, which also has files of this machine.
    ///
    /// - Throws: as ``stores()``.
    package func storePath() throws(Problem) -> String { try stores().folder }

    /// Opens the store of the user of this machine. Other processes may use it at the same time.
    package func store(readOnly: Bool = false) async throws -> any ScopeStore {
        try await stores().conversations(readOnly: readOnly).store(for: .local)
    }

    /// The engines named in the settings.
    ///
    /// - Parameter written: whether the input is text, so that nothing is recognized.
    package func providers(written: Bool = false) throws -> ProviderSet {
        try checkSilence()
        let given = GivenText().descriptor.name
        return ProviderSet(
            recognizers: written || settings.strings(.recognizer) == [given]
                ? ProviderChain([GivenText()], time: time) : try recognizers(),
            translators: try translators(),
            synthesizers: try synthesizers())
    }

    /// The recognizers named in the settings.
    func recognizers() throws -> ProviderChain<any SpeechRecognizer> {
        ProviderChain(try named(.recognizer).map { try engines.recognizer($0).writing(with: chinese) }, time: time)
    }

    /// The synthesizers named in the settings; nil if nothing is spoken.
    func synthesizers() throws -> ProviderChain<any SpeechSynthesizer>? {
        let found = try selection.names(.synthesizer).compactMap(engines.synthesizer).map(reading)
        return found.isEmpty ? nil : ProviderChain(found, time: time)
    }

    /// The translators named in the settings.
    package func translators() throws -> ProviderChain<any Translator> {
        ProviderChain(try named(.translator).map { try engines.translator($0).writing(with: chinese) }, time: time)
    }

    /// The names of a stage's engines, at least one.
    private func named(_ setting: Setting) throws(Problem) -> [String] {
        let names = selection.names(setting)
        guard !names.isEmpty else {
            throw Problem(.usage, "provider.unknown", "\(setting.name) names no engine", cure: "name one")
        }
        return names
    }

    /// Checks whether the required offline engines are installed, before any work begins.
    ///
    /// - Throws: `Problem` of kind `provider` with the command that installs what is missing.
    package func requireEngines() async throws {
        let wanted = Set(
            [Setting.recognizer, .translator, .synthesizer].flatMap(selection.names).map(EngineNames.engine))
        guard wanted.contains(where: { $0 == EngineNames.automatic || EngineNames.isOffline($0) }) else {
            return
        }
        for engine in await offlineEngineInventory(try local.settings()) where !engine.installed {
            guard selection.wants(engine) else { continue }
            throw Self.lack(of: engine)
        }
    }

    /// Checks whether one voice of this machine is installed.
    ///
    /// - Parameter name: the name of an engine, perhaps with a voice.
    /// - Throws: as ``requireEngines()``.
    package func requireVoice(_ name: String) async throws {
        let name = EngineNames.engine(of: name)
        for engine in await offlineEngineInventory(try local.settings())
        where engine.stage == .synthesis && engine.name == name && !engine.installed {
            throw Self.lack(of: engine)
        }
    }

    private static func lack(of engine: EngineStatus) -> Problem {
        Problem(
            .provider, "provider.missing", "\(engine.name) cannot be used: it lacks \(engine.shortlyMissing)",
            cure: engine.installCommand.map(cure) ?? "see 'verbio doctor'")
    }

    /// The instruction to run a command, unless it would install a model that the catalogue lacks.
    private static func cure(_ command: String) -> String {
        let prefix = "verbio models install "
        let wanted = String(command.dropFirst(prefix.count))
        guard command.hasPrefix(prefix), let catalogue = try? ModelCatalogue.builtIn(),
            !catalogue.models.contains(where: { $0.name == wanted })
        else { return "run '\(command)'" }
        return Plumbing.cure(
            for: wanted, among: catalogue.models.map(\.name),
            otherwise: "choose a model that 'verbio models list' shows")
    }

    /// Checks that the engines support the request.
    ///
    /// - Throws: `Problem` of kind `usage` that names the option and the alternatives.
    package func check(
        _ providers: ProviderSet, speaker: Speaker, pair: LanguagePair, channels: ChannelPolicy, twoWay: Bool,
        namesSpeakers: Bool = false, written: Bool = false
    ) throws(Problem) {
        let forward = speaker == .user ? pair : pair.reversed
        let check = RequestCheck(
            pairs: channels == .speakersByChannel || twoWay || namesSpeakers ? [pair, pair.reversed] : [forward],
            voice: settings.text(.voice), detects: twoWay, isWritten: written)
        do { try check.check(providers.recognizers.first) } catch {
            guard selection.choosesPocketSphinx else { throw error }
            var problem = error
            problem.cure = "run 'verbio models install whisper-base', which understands all twelve languages"
            throw problem
        }
        guard providers.translates else { return }
        do { try check.check(providers.translators.first) } catch {
            var problem = selection.explained(error, check.pairs, providers.translators.first)
            if !written {
                problem.cure = [problem.cure, "'verbio transcribe' transcribes it without a translation"]
                    .compactMap(\.self).joined(separator: "; ")
            }
            throw problem
        }
        if let synthesizers = providers.synthesizers { try check.check(synthesizers.first) }
        try languages.checkScripts(of: check.pairs, providers)
    }

    /// The synthesizer behind a normalizer that writes out numbers in words, if the synthesizer needs it and ICU is installed.
    private func reading(_ synthesizer: any SpeechSynthesizer) -> any SpeechSynthesizer {
        guard !synthesizer.capabilities.spelledOut.isEmpty, let speller = try? NumberSpeller() else {
            return synthesizer
        }
        return synthesizer.normalizing(TextNormalizer(speller))
    }

    /// - Throws: `Problem` of kind `usage` if a voice is requested and nothing is translated that it could speak.
    func checkSilence() throws(Problem) {
        let names = settings.strings(.translator)
        guard names == [NoTranslation.name] || !names.contains(NoTranslation.name) else {
            throw Problem(
                .usage, "translator.none", "none and other translators exclude each other", at: "--mt",
                cure: "leave none out, or the others")
        }
        guard !settings.translates else { return }
        for (setting, option) in [(Setting.synthesizer, "--tts"), (.voice, "--voice")] {
            let value = settings.value(setting)
            guard value.origin == "flag", ![.stringArray(["none"]), .string("")].contains(value.content) else {
                continue
            }
            throw Problem(
                .usage, "transcript.voiceless", "without a translation there is nothing to speak", at: option,
                cure: "leave it out, or name a translator with --mt")
        }
    }

    /// This assembly with real translators instead of `auto`, `firefox`, `ct2` and `llama`: the installed models that translate
    /// these directions, or for `auto` whatever translates them best. These names are shown, stored with the conversation and
    /// used again when it is resumed.
    ///
    /// - Parameter written: whether there is only text, which Whisper does not translate.
    package func resolvingTranslators(for directions: [LanguagePair], written: Bool = false) -> Assembly {
        let names = settings.strings(.translator)
        let open = [EngineNames.automatic, FirefoxTranslator.name, NeuralTranslator.name, LlamaServer.name]
        guard names.contains(where: open.contains) else { return self }
        var resolved = self
        resolved.settings.replace(
            .translator,
            names.map { name in
                switch name {
                case EngineNames.automatic: selection.chosenTranslator(for: directions, written: written)
                case FirefoxTranslator.name, NeuralTranslator.name: installed.models(of: name, for: directions) ?? name
                case LlamaServer.name: installed.languageModel ?? name
                default: name
                }
            })
        return resolved
    }

    /// The assembly for a request: if it is only transcribed, it needs no translator and no voice.
    func prepared(for request: ConversationRequest) -> Assembly {
        var own = applying(request)
        guard !request.isTranslated, settings.translates else { return own }
        own.settings.replace(.translator, [NoTranslation.name])
        own.settings.replace(.synthesizer, ["none"])
        own.settings.set(.voice, .string(""))
        return own
    }

    /// This assembly with the settings that a request gives.
    func applying(_ request: ConversationRequest) -> Assembly {
        var own = self
        request.answers.apply(to: &own.settings)
        return own
    }

    /// The command for further work in the same store and with the same settings: it repeats the settings of the command line.
    package func command(_ words: String) -> String {
        var command = "verbio " + words
        if settings.value(.storePath).origin == "flag" {
            command += " --store " + StoreAddress.shown(settings.string(.storePath)).asArgument
        }
        if let file = settings.namedFile { command += " --config " + file.asArgument }
        return command
    }

    /// The files that were written with this store.
    ///
    /// - Throws: as ``stores()``.
    package var writtenFiles: WrittenFiles {
        get throws(Problem) { WrittenFiles(in: try storePath()) }
    }

    /// The day, `2026-11-21`.
    package var today: String { CalendarDay(at: time.wallClockMilliseconds()).text }
}

extension EngineStatus {
    /// The first two things that are missing, and how many more there are.
    package var shortlyMissing: String {
        let shown = missing.prefix(2).joined(separator: ", ")
        return missing.count > 2 ? "\(shown) and \(missing.count - 2) more" : shown
    }
}
