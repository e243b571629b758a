package import Audio
package import Conversations
import FoundationEssentials
import Hearing
package import Interpreting
package import Language
package import LocalEngines
import Numerals
package import Plumbing
package import ProviderAdapters
package import Providers
package import Resilience
import SQLiteStore
import ScriptConversion
import SimulatedProviders

/// Builds all components from the settings. Only this type knows which engines and which store there are.
package struct Assembly: Sendable {
    package var settings: Settings
    package var time = TimeSource.system
    package var environment = ProcessInfo.processInfo.environment
    /// Whether providers need their keys to be made. If not, they can be asked only for their prices.
    package var requiresKeys = true
    /// Tells the user what delays the work, one sentence each.
    package var note: @Sendable (String) -> Void = { _ in }
    let modelFile = SpeechModelFile()
    let chinese = ChineseConverter()
    let localTranslator = InstalledTranslator()
    private let remote = RemoteProviders()

    package init(
        settings: Settings, time: TimeSource = .system, requiresKeys: Bool = true,
        note: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.settings = settings
        self.time = time
        self.requiresKeys = requiresKeys
        self.note = note
    }

    /// Where conversations are kept, following the XDG base directory specification.
    package func storePath() -> String {
        settings.text(.storePath) ?? dataPath()
    }

    /// Verbio's folder for the user's data, following the same specification: models, and conversations by default.
    func dataPath() -> String {
        let home = environment["HOME"] ?? "/"
        let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return base + "/verbio"
    }

    /// The stores of all scopes. This is the only line that names a kind of store.
    package func stores(readOnly: Bool = false) -> any ScopedStores {
        SQLiteStores(at: storePath(), readOnly: readOnly)
    }

    /// Opens the store of the user of this machine. Other processes may use it at the same time.
    package func store(readOnly: Bool = false) async throws -> any ScopeStore {
        try await stores(readOnly: readOnly).store(for: .local)
    }

    /// The engines named in the settings.
    ///
    /// - Parameter written: whether the input is text, so that nothing is recognized.
    package func providers(written: Bool = false) throws -> ProviderSet {
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
    package func translators() throws -> ProviderChain<any Translator> {
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

    /// Checks whether the required offline engines are installed, before any work begins.
    ///
    /// - Throws: `Problem` of kind `provider` with the command that installs what is missing.
    package func requireEngines() async throws {
        let wanted = Set([Setting.recognizer, .translator, .synthesizer].flatMap(engineNames).map(Self.engine))
        guard wanted.contains(where: { $0 == Self.automatic || Self.offlineEngines[$0] != nil }) else { return }
        for engine in await offlineEngineInventory(try engines()) where !engine.installed {
            guard wants(engine) else { continue }
            throw Problem(
                .provider, "provider.missing", "\(engine.name) cannot be used: it lacks \(engine.shortlyMissing)",
                cure: engine.installCommand.map { "run '\($0)'" } ?? "see 'verbio doctor'")
        }
    }

    /// Compares the request with what the engines can do.
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
            guard choosesPocketSphinx else { throw error }
            var problem = error
            problem.cure = "run 'verbio models install whisper-base', which understands all twelve languages"
            throw problem
        }
        guard providers.translates else { return }
        do { try check.check(providers.translators.first) } catch {
            var problem = explained(error, check.pairs, providers.translators.first, written: written)
            if !written {
                problem.cure = [problem.cure, "'verbio transcribe' writes down what is said without translating it"]
                    .compactMap(\.self).joined(separator: "; ")
            }
            throw problem
        }
        if let synthesizers = providers.synthesizers { try check.check(synthesizers.first) }
        try checkScripts(of: check.pairs, providers)
    }

    package func interpreterConfiguration() throws(Problem) -> InterpreterConfiguration {
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
        // The server's own setting limits the wait for its start; the retry policy must not end that wait earlier.
        configuration.retry.longestStart = max(
            configuration.retry.longestStart, try settings.optionalDuration(.serverWait) ?? .zero)
        configuration.outagePatience = try settings.optionalDuration(.outageWait)
        configuration.hedgeAfter[.recognition] = try settings.optionalDuration(.recognitionHedge)
        configuration.hedgeAfter[.translation] = try settings.optionalDuration(.translationHedge)
        configuration.hedgeAfter[.synthesis] = try settings.optionalDuration(.synthesisHedge)
        return configuration
    }

    /// All settings that decide the result of one recording or text.
    ///
    /// - Parameters:
    ///   - segmentation: how the audio is cut into utterances, as text.
    ///   - isComplete: whether the whole input is available, so that later utterances can be known.
    func conversationSettings(
        of request: ConversationRequest, segmentation: String, providers: ProviderSet, isComplete: Bool
    ) throws -> ConversationSettings {
        let (pair, listening) = (request.pair, request.listening)
        let lookAhead = try settings.int(.lookAhead, in: 0...16)
        let isShownLater =
            isComplete && lookAhead > 0 && providers.translators.providers.contains(where: \.capabilities.takesLater)
        let promptLag = try settings.int(.promptLag, in: 0...64)
        let contextPairs = providers.translates ? try settings.int(.contextPairs, in: 0...64) : 0
        let summaryBlock = try settings.int(.contextSummary, in: 0...1_000)
        // Only a translator that is shown earlier pairs is shown a summary of what was before them.
        let batch = try settings.batchLines()
        let speaksEarly =
            try speaksEarly(live: request.delivery == .live)
            && providers.translators.providers.contains(where: \.capabilities.streams)
        // Only if no listener waits for each utterance, and no part of a translation is heard before it is complete.
        let isBatched = isComplete && !speaksEarly && providers.translators.first.batcher != nil
        let sumsUp = contextPairs > 0 && providers.translators.first.summarizer != nil
        return ConversationSettings(
            pair: pair, speaker: request.speaker, channels: listening.channels.settingsName,
            track: listening.track.settingsName, part: listening.part?.settingsName,
            raw: listening.raw?.settingsName, segmentation: segmentation,
            providers: providers.descriptors, standIns: providers.standIns,
            voice: providers.translates ? settings.text(.voice) : nil,
            contextPairs: contextPairs,
            contextTokens: try settings.int(.contextTokens, in: 1...100_000),
            contextLag: try settings.int(.contextLag, in: 1...64), lookAhead: isShownLater ? lookAhead : nil,
            twoWay: request.isTwoWay,
            promptLag: promptLag > 0 ? promptLag : nil,
            // The terms of a glossary have two languages.
            glossary: pair.isOne ? nil : try request.glossary ?? glossary(for: pair),
            formality: providers.translates ? try request.formality ?? formality() : nil,
            speaksEarly: speaksEarly, speakerEvents: request.speakerEvents?.known,
            summaryBlock: sumsUp ? summaryBlock : 0,
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

    package func recognizer(_ name: String) throws -> any SpeechRecognizer {
        if name == Self.automatic { return try recognizer(automaticRecognizer) }
        if let (engine, model) = try offline(name, .recognition), case .recognizer(let make) = engine.make {
            return try Self.usable { () throws(ProviderError) in try make(model) }
        }
        if name.hasPrefix(SimulatedProviders.prefix) {
            return try SimulatedProviders.recognizer(name, in: scenarioFolders, environment: environment, time: time)
        }
        if let recognizer = try remote.setup(self).recognizer(name) { return recognizer }
        throw try unknown(name, .recognition, option: "--stt", \.recognition)
    }

    package func translator(_ name: String) throws -> any Translator {
        if name == NoTranslation.name { return NoTranslation() }
        if name == Self.automatic { return try translator(automaticTranslator) }
        if let (engine, model) = try offline(name, .translation), case .translator(let make) = engine.make {
            return try Self.usable { () throws(ProviderError) in try make(model) }
        }
        if name.hasPrefix(SimulatedProviders.prefix) {
            return try SimulatedProviders.translator(name, in: scenarioFolders, environment: environment, time: time)
        }
        if let translator = try remote.setup(self).translator(name) { return translator }
        throw try unknown(name, .translation, option: "--mt", besides: ["none"], \.translation)
    }

    package func synthesizer(_ name: String) throws -> (any SpeechSynthesizer)? {
        if name == "none" { return nil }
        if name == Self.automatic { return try synthesizer(automaticSynthesizer) }
        if let (engine, model) = try offline(name, .synthesis), case .synthesizer(let make) = engine.make {
            return try Self.usable { () throws(ProviderError) in try make(model) }
        }
        if name.hasPrefix(SimulatedProviders.prefix) {
            return try SimulatedProviders.synthesizer(name, in: scenarioFolders, environment: environment, time: time)
        }
        if let synthesizer = try remote.setup(self).synthesizer(name) { return synthesizer }
        throw try unknown(name, .synthesis, option: "--tts", besides: ["none"], \.synthesis)
    }

    /// The engine of this machine with that name for a stage, and the model after it; nil if there is none.
    private func offline(_ name: String, _ stage: Stage) throws(Problem) -> (engine: LocalEngine, model: String?)? {
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 1 || Self.takesModel(parts[0]) else { return nil }
        let engine = try engines().engines(time: time).first { $0.name == parts[0] && $0.stage == stage }
        return engine.map { ($0, parts.count > 1 ? parts[1] : nil) }
    }

    /// The engine, or the problem that prevents it from being used.
    package static func usable<Engine>(_ make: () throws(ProviderError) -> Engine) throws(Problem) -> Engine {
        do { return try make() } catch {
            throw Problem(
                .provider, "provider.missing", "\(error.provider) cannot be used: \(error.message)",
                cure: error.cure ?? "see 'verbio doctor'")
        }
    }

    /// The synthesizer, with what it reads badly written out in words, if the library that knows the words is installed.
    private func reading(_ synthesizer: any SpeechSynthesizer) -> any SpeechSynthesizer {
        guard !synthesizer.capabilities.spelledOut.isEmpty, let speller = try? NumberSpeller() else {
            return synthesizer
        }
        return synthesizer.normalizing(TextNormalizer(speller))
    }

    /// The settings of the offline engines.
    package func engines() throws(Problem) -> LocalEngineSettings {
        var engines = LocalEngineSettings(dataDirectory: dataPath())
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

    /// The settings of the processes with local neural models.
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

    /// How many decoders recognize at the same time. Each is loaded only when an utterance waits for it.
    package func decoders() throws(Problem) -> Int {
        let number = try settings.int(.decoders, in: 0...32)
        guard number == 0 else { return number }
        let processors = ProcessInfo.processInfo.activeProcessorCount
        return max(1, min(processors, try settings.int(.recognitionConcurrency, in: 1...256), 32))
    }

    /// The user's folder of scenarios; others are built in.
    private var scenarioFolders: [String] { [settings.text(.scenarios)].compactMap { $0 } }

    /// The names of the scenarios for simulated engines.
    package var scenarioNames: [String] { SimulatedProviders.names(in: scenarioFolders) }

    /// - Parameter declaration: the member of a provider's declaration that declares the stage.
    private func unknown<Declaration>(
        _ name: String, _ stage: Stage, option: String, besides others: [String] = [],
        _ declaration: KeyPath<ProviderDeclaration, Declaration?>
    ) throws -> Problem {
        let offline = LocalEngineSettings().engines().filter { $0.stage == stage }.map(\.form)
        let declared = try remote.setup(self).catalog.providers.filter { $0.value[keyPath: declaration] != nil }.keys
        let known = [Self.automatic] + offline + ["\(SimulatedProviders.prefix)SCENARIO"] + others + declared.sorted()
        return Problem(
            .usage, "provider.unknown", "there is no engine '\(name)' for \(option)",
            cure: "use one of: " + known.joined(separator: ", "))
    }

    /// All engines of this machine by name, independent of the settings. An engine with several stages is there once for each.
    private static let offlineEngines = Dictionary(grouping: LocalEngineSettings().engines(), by: \.name)

    /// The engine in a name with a model (`whisper/base`).
    package static func engine(of name: String) -> String {
        let head = String(name.prefix { $0 != "/" })
        return takesModel(head) ? head : name
    }

    /// Whether a model's name may follow the engine's name.
    private static func takesModel(_ engine: String) -> Bool {
        offlineEngines[engine]?.contains(where: \.takesModel) ?? false
    }

    /// The stages of the engine with that name; empty if there is none.
    package func stages(of name: String) throws -> Set<Stage> {
        if name == Self.automatic { return [.recognition, .synthesis] }
        if let engines = Self.offlineEngines[Self.engine(of: name)] { return Set(engines.map(\.stage)) }
        if name.hasPrefix(SimulatedProviders.prefix) { return Set(Stage.allCases) }
        return try remote.setup(self).stages(of: name)
    }

    /// Whether an engine of that name runs on this machine.
    package func isLocal(_ name: String) -> Bool {
        Self.offlineEngines[Self.engine(of: name)] != nil || [Self.automatic, "none"].contains(name)
            || name.hasPrefix(SimulatedProviders.prefix)
    }

    /// The engines that are reached over the network.
    package func remoteProviders() throws -> ProviderSetup { try remote.setup(self) }

    /// The name with which the engine of a stored conversation is requested again, its model included.
    package func name(of descriptor: ProviderDescriptor) throws -> String {
        if Self.takesModel(descriptor.name) {
            return "\(descriptor.name)/\(descriptor.model)"
        }
        // The catalog need not be read if the engine is built in.
        if isLocal(descriptor.name) { return descriptor.name }
        let isRemote = try remote.setup(self).catalog.providers[descriptor.name] != nil
        return isRemote ? "\(descriptor.name)/\(descriptor.model)" : descriptor.name
    }
}

extension EngineStatus {
    /// The first two things that are missing, and how many more there are.
    package var shortlyMissing: String {
        let shown = missing.prefix(2).joined(separator: ", ")
        return missing.count > 2 ? "\(shown) and \(missing.count - 2) more" : shown
    }
}
