import Audio
import Conversations
import FoundationEssentials
import Hearing
import Interpreting
import Language
import Numerals
import OfflineEngines
import Plumbing
import ProviderAdapters
import Providers
import Resilience
import SQLiteStore
import ScriptConversion
import SimulatedProviders

/// Puts everything together from the settings. The one place that knows which engines and which store there are.
struct Assembly: Sendable {
    var settings: Settings
    var time = TimeSource.system
    var environment = ProcessInfo.processInfo.environment
    /// Whether providers are made only with their keys: without, they are good for their prices alone.
    var requiresKeys = true
    let modelFile = SpeechModelFile()
    let chinese = ChineseConverter()
    private let remote = RemoteProviders()

    /// Where conversations are kept, following the XDG base directory specification.
    func storePath() -> String {
        settings.text(.storePath) ?? dataPath()
    }

    /// Verbio's folder for the user's data, following the same specification: models, and conversations by default.
    func dataPath() -> String {
        let home = environment["HOME"] ?? "/"
        let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return base + "/verbio"
    }

    /// The store. Other processes may use it meanwhile.
    func store(readOnly: Bool = false) async throws -> SQLiteStore {
        try await SQLiteStore.open(at: storePath(), readOnly: readOnly)
    }

    /// The engines named in the settings.
    ///
    /// - Parameter written: whether what is said is given as text, so that nothing is recognized.
    func providers(written: Bool = false) throws -> ProviderSet {
        try checkSilence()
        let synthesizers = try engineNames(.synthesizer).compactMap(synthesizer).map(reading)
        var recognizers: [any SpeechRecognizer] = [GivenText()]
        if !written { recognizers = try named(.recognizer).map { try recognizer($0).writing(with: chinese) } }
        return ProviderSet(
            recognizers: ProviderChain(recognizers, time: time),
            translators: try translators(),
            synthesizers: synthesizers.isEmpty ? nil : ProviderChain(synthesizers, time: time))
    }

    /// The translators named in the settings.
    func translators() throws -> ProviderChain<any Translator> {
        ProviderChain(try named(.translator).map { try translator($0).writing(with: chinese) }, time: time)
    }

    /// The names of a stage's engines, at least one.
    private func named(_ setting: Setting) throws(Problem) -> [String] {
        let names = engineNames(setting)
        guard !names.isEmpty else {
            throw Problem(.usage, "provider.unknown", "\(setting.name) names no engine", cure: "name one")
        }
        return names
    }

    /// Looks whether the offline engines that are wanted are there, before anything is begun with them.
    ///
    /// - Throws: `Problem` of kind `provider` with the command that installs what is missing.
    func requireEngines() async throws {
        let wanted = Set([Setting.recognizer, .translator, .synthesizer].flatMap(engineNames).map(Self.engine))
        guard !wanted.isDisjoint(with: Self.offlineEngines) else { return }
        for engine in await offlineEngineInventory(try engines()) where !engine.installed {
            guard wants(engine) else { continue }
            throw Problem(
                .provider, "provider.missing", "\(engine.name) cannot be used: it lacks \(engine.shortlyMissing)",
                cure: engine.installCommand.map { "run '\($0)'" } ?? "see 'verbio doctor'")
        }
    }

    /// Compares what is asked of engines with what they can do.
    ///
    /// - Throws: `Problem` of kind `usage` that names the option and what there is instead.
    func check(
        _ providers: ProviderSet, speaker: Speaker, pair: LanguagePair, channels: ChannelPolicy, twoWay: Bool,
        namesSpeakers: Bool = false
    ) throws(Problem) {
        let forward = speaker == .user ? pair : pair.reversed
        let check = RequestCheck(
            pairs: channels == .speakersByChannel || twoWay || namesSpeakers ? [pair, pair.reversed] : [forward],
            voice: settings.text(.voice), detects: twoWay)
        do { try check.check(providers.recognizers.first) } catch {
            guard choosesPocketSphinx else { throw error }
            var problem = error
            problem.cure = "run 'verbio models install whisper-base', which understands all twelve languages"
            throw problem
        }
        guard providers.translates else { return }
        do { try check.check(providers.translators.first) } catch {
            var problem = explained(error, check.pairs, providers.translators.first)
            problem.cure = [problem.cure, "'verbio transcribe' writes down what is said without translating it"]
                .compactMap(\.self).joined(separator: "; ")
            throw problem
        }
        if let synthesizers = providers.synthesizers { try check.check(synthesizers.first) }
        try checkScripts(of: check.pairs, providers)
    }

    func interpreterConfiguration() throws(Problem) -> InterpreterConfiguration {
        var configuration = InterpreterConfiguration(
            utterancesInFlight: try settings.int(.inFlight, in: 1...256),
            concurrency: [
                .recognition: try settings.int(.recognitionConcurrency, in: 1...256),
                .translation: try settings.int(.translationConcurrency, in: 1...256),
                .synthesis: try settings.int(.synthesisConcurrency, in: 1...256),
            ],
            callDeadline: [
                .recognition: try settings.duration(.recognitionDeadline),
                .translation: try settings.duration(.translationDeadline),
                .synthesis: try settings.duration(.synthesisDeadline),
            ],
            utteranceDeadline: try settings.duration(.utteranceDeadline),
            retry: RetryPolicy(attempts: try settings.int(.attempts, in: 1...20)))
        // Its server says how long it is waited for; the policy only must not end that sooner.
        configuration.retry.longestStart = max(
            configuration.retry.longestStart, try settings.optionalDuration(.serverWait) ?? .zero)
        configuration.outagePatience = try settings.optionalDuration(.outageWait)
        configuration.hedgeAfter[.recognition] = try settings.optionalDuration(.recognitionHedge)
        configuration.hedgeAfter[.translation] = try settings.optionalDuration(.translationHedge)
        configuration.hedgeAfter[.synthesis] = try settings.optionalDuration(.synthesisHedge)
        return configuration
    }

    /// Everything that decides what comes out of one recording.
    ///
    /// - Parameters:
    ///   - live: whether somebody waits for each utterance.
    ///   - isComplete: whether all of it is there, so that what comes next can be known.
    func conversationSettings(
        pair: LanguagePair, speaker: Speaker, reading: ReadingOptions, segmentation: SegmentationConfiguration,
        providers: ProviderSet, twoWay: Bool, live: Bool, isComplete: Bool, glossary: Glossary? = nil,
        formality: Formality? = nil, speakerEvents: [SpeakerEvent]? = nil
    ) throws -> ConversationSettings {
        let lookAhead = try settings.int(.lookAhead, in: 0...16)
        let isShownLater =
            isComplete && lookAhead > 0 && providers.translators.providers.contains(where: \.capabilities.takesLater)
        let promptLag = try settings.int(.promptLag, in: 0...64)
        let contextPairs = providers.translates ? try settings.int(.contextPairs, in: 0...64) : 0
        let summaryBlock = try settings.int(.contextSummary, in: 0...1_000)
        // Only who is shown earlier pairs is shown what was before them.
        let batch = try settings.batchLines()
        let speaksEarly =
            try speaksEarly(live: live) && providers.translators.providers.contains(where: \.capabilities.streams)
        // Only where nobody waits for each, and nothing of it is heard before it is complete.
        let isBatched = isComplete && !speaksEarly && providers.translators.first.batcher != nil
        let sumsUp = contextPairs > 0 && providers.translators.first.summarizer != nil
        return ConversationSettings(
            pair: pair, speaker: speaker, channels: reading.channels.settingsName,
            track: reading.track.settingsName, part: reading.part?.settingsName, raw: reading.raw?.settingsName,
            segmentation: try segmentation.settingsText(),
            providers: providers.descriptors, standIns: providers.standIns,
            voice: providers.translates ? settings.text(.voice) : nil,
            contextPairs: contextPairs,
            contextTokens: try settings.int(.contextTokens, in: 1...100_000),
            contextLag: try settings.int(.contextLag, in: 1...64), lookAhead: isShownLater ? lookAhead : nil,
            twoWay: twoWay,
            promptLag: promptLag > 0 ? promptLag : nil,
            // Its terms have two languages.
            glossary: pair.isOne ? nil : try glossary ?? self.glossary(for: pair),
            formality: providers.translates ? try formality ?? self.formality() : nil,
            speaksEarly: speaksEarly, speakerEvents: speakerEvents, summaryBlock: sumsUp ? summaryBlock : 0,
            batchLines: isBatched ? batch : 0)
    }

    /// Whether clauses are spoken while the rest of the translation is still coming.
    private func speaksEarly(live: Bool) throws(Problem) -> Bool {
        switch settings.string(.speakEarly) {
        case "live": return live
        case "always": return true
        case "never": return false
        case let other:
            throw Problem(
                .usage, "config.value", "\(Setting.speakEarly.name) is '\(other)'",
                cure: "give it live, always or never")
        }
    }

    // MARK: Engines by name

    func recognizer(_ name: String) throws -> any SpeechRecognizer {
        switch name {
        case Self.automatic:
            return try recognizer(automaticRecognizer)
        case "pocketsphinx":
            return PocketSphinxRecognizer(try engines().pocketSphinx)
        case "whisper":
            return WhisperRecognizer(try engines().whisper)
        case let name where name.hasPrefix("whisper/"):
            var configuration = try engines().whisper
            configuration.model = String(name.dropFirst("whisper/".count))
            return WhisperRecognizer(configuration)
        case let name where name.hasPrefix("sim:"):
            return try SimulatedProviders.recognizer(name, in: scenarioFolders, environment: environment, time: time)
        default:
            if let recognizer = try remote.setup(self).recognizer(name) { return recognizer }
            throw try unknown(name, "--stt", "auto, whisper, pocketsphinx, sim:SCENARIO", \.recognition)
        }
    }

    func translator(_ name: String) throws -> any Translator {
        switch name {
        case NoTranslation.name:
            return NoTranslation()
        case Self.automatic:
            return try translator(automaticTranslator)
        case NeuralTranslator.name:
            return try neural([])
        case let name where name.hasPrefix(Self.neuralPrefix):
            return try neural(Self.models(of: name))
        case "apertium":
            return ApertiumTranslator(try engines().apertium)
        case let name where name.hasPrefix("sim:"):
            return try SimulatedProviders.translator(name, in: scenarioFolders, environment: environment, time: time)
        default:
            if let translator = try remote.setup(self).translator(name) { return translator }
            throw try unknown(name, "--mt", "auto, ct2, apertium, sim:SCENARIO, none", \.translation)
        }
    }

    func synthesizer(_ name: String) throws -> (any SpeechSynthesizer)? {
        switch name {
        case "none":
            return nil
        case Self.automatic:
            return try synthesizer(automaticSynthesizer)
        case "offline":
            return try offlineVoices()
        case "piper":
            let piper = try engines().piper
            let names = LocalVoices.installed(piper)
            // It tells how to install one.
            guard !names.isEmpty else { return PiperSynthesizer(piper) }
            return LocalVoices(names, piper, others: try offlineVoices())
        case let name where name.hasPrefix("piper/"):
            var piper = try engines().piper
            let model = String(name.dropFirst("piper/".count))
            if let names = LocalVoices.names(in: model) {
                return LocalVoices(names, piper, others: try offlineVoices())
            }
            piper.voice = model
            return PiperSynthesizer(piper)
        case "espeak-ng":
            return EspeakSynthesizer(try engines().espeak)
        case "flite":
            return FliteSynthesizer(try engines().flite)
        case let name where name.hasPrefix("sim:"):
            return try SimulatedProviders.synthesizer(name, in: scenarioFolders, environment: environment, time: time)
        default:
            if let synthesizer = try remote.setup(self).synthesizer(name) { return synthesizer }
            let known = "auto, piper/VOICE, offline, espeak-ng, flite, sim:SCENARIO, none"
            throw try unknown(name, "--tts", known, \.synthesis)
        }
    }

    private func offlineVoices() throws(Problem) -> OfflineSynthesizer {
        let engines = try engines()
        return OfflineSynthesizer(flite: engines.flite, espeak: engines.espeak)
    }

    /// The synthesizer with what it reads badly written out, where there is the library that knows the words.
    private func reading(_ synthesizer: any SpeechSynthesizer) -> any SpeechSynthesizer {
        guard !synthesizer.capabilities.spelledOut.isEmpty, let speller = try? NumberSpeller() else {
            return synthesizer
        }
        return synthesizer.normalizing(TextNormalizer(speller))
    }

    /// The offline engines as the settings want them.
    func engines() throws(Problem) -> OfflineEngineSettings {
        var engines = OfflineEngineSettings(dataDirectory: dataPath())
        engines.pocketSphinx.modelDirectory = settings.string(.model)
        engines.pocketSphinx.decoders = try decoders()
        engines.espeak.wordsPerMinute = try settings.int(.wordsPerMinute, in: 80...450)
        engines.whisper.worker = try localWorker()
        engines.piper.worker = engines.whisper.worker
        engines.whisper.model = whisperModel(engines.whisper.worker)
        engines.neural.worker = engines.whisper.worker
        engines.neural.models = namedModels
        return engines
    }

    /// The processes with local neural models as the settings want them.
    private func localWorker() throws(Problem) -> LocalWorkerSettings {
        var worker = LocalWorkerSettings(dataDirectory: dataPath())
        let device = settings.string(.localDevice)
        guard let known = LocalWorkerSettings.Device(rawValue: device) else {
            throw Problem(
                .usage, "config.value", "\(Setting.localDevice.name) is '\(device)'", cure: "give it auto, cpu or cuda")
        }
        worker.device = known
        let threads = try settings.int(.localThreads, in: 0...256)
        if threads > 0 { worker.threads = threads }
        let megabytes = try settings.int(.localMemory, in: 0...1_000_000)
        if megabytes > 0 { worker.memoryLimit = Int64(megabytes) << 20 }
        return worker
    }

    /// How many decoders recognize at once. One is loaded only when an utterance waits for it.
    func decoders() throws(Problem) -> Int {
        let number = try settings.int(.decoders, in: 0...32)
        guard number == 0 else { return number }
        let processors = ProcessInfo.processInfo.activeProcessorCount
        return max(1, min(processors, try settings.int(.recognitionConcurrency, in: 1...256), 32))
    }

    /// The user's folder of scenarios; others are built in.
    private var scenarioFolders: [String] { [settings.text(.scenarios)].compactMap { $0 } }

    /// The scenarios of simulated engines that have a name.
    var scenarioNames: [String] { SimulatedProviders.names(in: scenarioFolders) }

    /// - Parameter stage: what a declared provider has that does this stage.
    private func unknown<Declaration>(
        _ name: String, _ option: String, _ known: String, _ stage: KeyPath<ProviderDeclaration, Declaration?>
    ) throws -> Problem {
        let declared = try remote.setup(self).catalog.providers.filter { $0.value[keyPath: stage] != nil }.keys
        return Problem(
            .usage, "provider.unknown", "there is no engine '\(name)' for \(option)",
            cure: "use one of: \(known), " + declared.sorted().joined(separator: ", "))
    }

    private static let offlineStages: [String: Stage] = [
        "whisper": .recognition, "pocketsphinx": .recognition, NeuralTranslator.name: .translation,
        "apertium": .translation, "piper": .synthesis,
        "offline": .synthesis,
        "espeak-ng": .synthesis,
        "flite": .synthesis,
    ]
    private static let offlineEngines = Set(offlineStages.keys).union([automatic])

    /// The engine that a name with a model (`whisper/base`) names.
    static func engine(of name: String) -> String {
        ["whisper", NeuralTranslator.name, "piper"].first { name.hasPrefix($0 + "/") } ?? name
    }

    /// What an engine of that name does; nothing where there is none.
    func stages(of name: String) throws -> Set<Stage> {
        if name == Self.automatic { return [.recognition, .synthesis] }
        if let stage = Self.offlineStages[Self.engine(of: name)] { return [stage] }
        if name.hasPrefix(SimulatedProviders.prefix) { return Set(Stage.allCases) }
        return try remote.setup(self).stages(of: name)
    }

    /// Whether an engine of that name runs on this machine.
    func isLocal(_ name: String) -> Bool {
        Self.offlineEngines.contains(Self.engine(of: name)) || name == "none"
            || name.hasPrefix(SimulatedProviders.prefix)
    }

    /// The engines that are reached over the network.
    func remoteProviders() throws -> ProviderSetup { try remote.setup(self) }

    /// The name under which the engine of a stored conversation is asked for again, its model included.
    func name(of descriptor: ProviderDescriptor) throws -> String {
        if ["whisper", NeuralTranslator.name, "piper"].contains(descriptor.name) {
            return "\(descriptor.name)/\(descriptor.model)"
        }
        // The catalog need not be read for what is built in.
        if isLocal(descriptor.name) { return descriptor.name }
        let isRemote = try remote.setup(self).catalog.providers[descriptor.name] != nil
        return isRemote ? "\(descriptor.name)/\(descriptor.model)" : descriptor.name
    }
}

extension EngineStatus {
    /// The first two things that are missing, and how many more there are.
    var shortlyMissing: String {
        let shown = missing.prefix(2).joined(separator: ", ")
        return missing.count > 2 ? "\(shown) and \(missing.count - 2) more" : shown
    }
}
