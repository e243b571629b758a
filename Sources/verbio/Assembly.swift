import Audio
import Conversations
import FoundationEssentials
import Hearing
import Interpreting
import Language
import OfflineEngines
import Plumbing
import Providers
import SQLiteStore
import SimulatedProviders

/// Puts everything together from the settings. The one place that knows which engines and which store there are.
struct Assembly: Sendable {
    let settings: Settings
    var time = TimeSource.system
    var environment = ProcessInfo.processInfo.environment
    let modelFile = SpeechModelFile()

    /// Where conversations are kept, following the XDG base directory specification.
    func storePath() -> String {
        if let path = settings.text(.storePath) { return path }
        let home = environment["HOME"] ?? "/"
        let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return base + "/verbio"
    }

    /// The store, for this process alone where it is opened for writing.
    func store(readOnly: Bool = false) async throws -> SQLiteStore {
        try await SQLiteStore.open(at: storePath(), readOnly: readOnly)
    }

    /// The engines named in the settings.
    func providers() throws -> ProviderSet {
        ProviderSet(
            recognizer: try recognizer(settings.string(.recognizer)),
            translator: try translator(settings.string(.translator)),
            synthesizer: try synthesizer(settings.string(.synthesizer)))
    }

    /// Looks whether the offline engines that are wanted are there, before anything is begun with them.
    ///
    /// - Throws: `Problem` of kind `provider` with the command that installs what is missing.
    func requireEngines() async throws {
        let wanted = [Setting.recognizer, .translator, .synthesizer].map(settings.string)
        guard wanted.contains(where: { !$0.hasPrefix(SimulatedProviders.prefix) && $0 != "none" }) else { return }
        for engine in await offlineEngineInventory(try engines()) where !engine.installed {
            guard settings.wants(engine) else { continue }
            throw Problem(
                .provider, "provider.missing", "\(engine.name) cannot be used: it lacks \(engine.shortlyMissing)",
                cure: engine.installCommand.map { "run '\($0)'" } ?? "see 'verbio doctor'")
        }
    }

    /// Compares what is asked of engines with what they can do.
    ///
    /// - Throws: `Problem` of kind `usage` that names the option and what there is instead.
    func check(_ providers: ProviderSet, speaker: Speaker, pair: LanguagePair, channels: ChannelPolicy) throws(Problem)
    {
        let forward = speaker == .user ? pair : pair.reversed
        let check = RequestCheck(
            pairs: channels == .speakersByChannel ? [pair, pair.reversed] : [forward], voice: settings.text(.voice))
        try check.check(providers.recognizer)
        try check.check(providers.translator)
        if let synthesizer = providers.synthesizer { try check.check(synthesizer) }
    }

    func interpreterConfiguration() throws(Problem) -> InterpreterConfiguration {
        InterpreterConfiguration(
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
    }

    /// Everything that decides what comes out of one recording.
    func conversationSettings(
        pair: LanguagePair, speaker: Speaker, reading: ReadingOptions, segmentation: SegmentationConfiguration,
        providers: ProviderSet
    ) throws -> ConversationSettings {
        ConversationSettings(
            pair: pair, speaker: speaker, channels: reading.channels.settingsName, raw: reading.raw?.settingsName,
            segmentation: try segmentation.settingsText(),
            providers: providers.descriptors, voice: settings.text(.voice),
            contextPairs: try settings.int(.contextPairs, in: 0...64),
            contextLag: try settings.int(.contextLag, in: 1...64))
    }

    // MARK: Engines by name

    private func recognizer(_ name: String) throws -> any SpeechRecognizer {
        switch name {
        case "pocketsphinx":
            return PocketSphinxRecognizer(try engines().pocketSphinx)
        case let name where name.hasPrefix("sim:"):
            return try SimulatedProviders.recognizer(name, in: scenarioFolders, environment: environment, time: time)
        default:
            throw unknown(name, "--stt", "pocketsphinx or sim:SCENARIO")
        }
    }

    private func translator(_ name: String) throws -> any Translator {
        switch name {
        case "apertium":
            return ApertiumTranslator(try engines().apertium)
        case let name where name.hasPrefix("sim:"):
            return try SimulatedProviders.translator(name, in: scenarioFolders, environment: environment, time: time)
        default:
            throw unknown(name, "--mt", "apertium or sim:SCENARIO")
        }
    }

    private func synthesizer(_ name: String) throws -> (any SpeechSynthesizer)? {
        switch name {
        case "none":
            return nil
        case "offline":
            let engines = try engines()
            return OfflineSynthesizer(flite: engines.flite, espeak: engines.espeak)
        case "espeak-ng":
            return EspeakSynthesizer(try engines().espeak)
        case "flite":
            return FliteSynthesizer(try engines().flite)
        case let name where name.hasPrefix("sim:"):
            return try SimulatedProviders.synthesizer(name, in: scenarioFolders, environment: environment, time: time)
        default:
            throw unknown(name, "--tts", "offline, espeak-ng, flite, sim:SCENARIO or none")
        }
    }

    /// The offline engines as the settings want them.
    func engines() throws(Problem) -> OfflineEngineSettings {
        var engines = OfflineEngineSettings()
        engines.pocketSphinx.modelDirectory = settings.string(.model)
        engines.pocketSphinx.decoders = try settings.int(.decoders, in: 1...32)
        engines.espeak.wordsPerMinute = try settings.int(.wordsPerMinute, in: 80...450)
        return engines
    }

    /// The user's folder, the one of a clone, the one of an installation.
    private var scenarioFolders: [String] {
        [settings.text(.scenarios), "config/scenarios", "/usr/local/share/verbio/scenarios"].compactMap { $0 }
    }

    private func unknown(_ name: String, _ option: String, _ known: String) -> Problem {
        Problem(.usage, "provider.unknown", "there is no engine '\(name)' for \(option)", cure: "use \(known)")
    }
}

extension Settings {
    /// Whether an offline engine is set up to do its stage. `offline` speaks with espeak-ng, and with flite only where it is.
    func wants(_ engine: EngineStatus) -> Bool {
        let names = [Setting.recognizer, .translator, .synthesizer].map(string)
        return names.contains(engine.name) || engine.name == "espeak-ng" && names.contains("offline")
    }
}

extension EngineStatus {
    /// The first two things that are missing, and how many more there are.
    var shortlyMissing: String {
        let shown = missing.prefix(2).joined(separator: ", ")
        return missing.count > 2 ? "\(shown) and \(missing.count - 2) more" : shown
    }
}

extension ChannelPolicy {
    /// As it stands in a conversation's settings.
    var settingsName: String {
        switch self {
        case .mix: "mix"
        case .channel(let number): "channel:\(number)"
        case .speakersByChannel: ConversationSettings.speakersByChannel
        }
    }

    /// The other way round; anything else is a mix.
    init(settingsName: String) {
        if settingsName == ConversationSettings.speakersByChannel {
            self = .speakersByChannel
        } else if let number = settingsName.split(separator: ":").last.flatMap({ Int($0) }) {
            self = .channel(number)
        } else {
            self = .mix
        }
    }
}

extension RawFormat {
    /// As it stands in a conversation's settings, and as it is parsed.
    var settingsName: String { "\(sample.rawValue):\(rate):\(channels)" }
}

extension SegmentationConfiguration {
    /// The whole configuration as text, so that a resumed conversation is cut exactly as it was begun.
    func settingsText() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    init(settingsText: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(settingsText.utf8))
    }
}
