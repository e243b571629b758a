import Configuration
import CurlHTTP
import FoundationEssentials
import Language
package import LocalEngines
package import LocalModels
package import Plumbing

/// The engines and models of this machine as the settings configure them.
package struct LocalSetup: Sendable {
    let run: RunSettings

    /// The settings of the offline engines.
    package func settings() throws(Problem) -> LocalEngineSettings {
        var engines = LocalEngineSettings(dataDirectory: run.dataPath)
        engines.pocketSphinx.modelDirectory = run.settings.string(.model)
        engines.pocketSphinx.decoders = try decoders()
        engines.espeak.wordsPerMinute = try run.settings.int(.wordsPerMinute, in: 80...450)
        engines.whisper.worker = try localWorker()
        engines.piper.worker = engines.whisper.worker
        (engines.piper.named, engines.piper.advised) = (namedVoice, advisedVoice)
        engines.whisper.model = whisperModel(engines.whisper.worker)
        engines.neural.worker = engines.whisper.worker
        engines.neural.models = run.namedModels(of: NeuralTranslator.name, ModelList.names(in:))
        engines.firefox.modelsDirectory = engines.whisper.worker.modelsDirectory
        engines.firefox.models = run.namedModels(
            of: FirefoxTranslator.name, ModelList.names(in:))
        engines.llama = try languageModels(engines.whisper.worker)
        engines.firefox.threads = max(1, min(8, ProcessInfo.processInfo.activeProcessorCount))
        return engines
    }

    /// The settings of the processes with local neural models.
    private func localWorker() throws(Problem) -> LocalWorkerSettings {
        var worker = LocalWorkerSettings(dataDirectory: run.dataPath)
        let device = run.settings.string(.localDevice)
        guard let known = LocalWorkerSettings.Device(rawValue: device) else {
            throw Problem(
                .usage, "config.value", "\(Setting.localDevice.name) is '\(device)'", cure: "give it auto, cpu or cuda")
        }
        worker.device = known
        let threads = try run.settings.int(.localThreads, in: 0...256)
        if threads > 0 { worker.threads = threads }
        let megabytes = try run.settings.int(.localMemory, in: 0...1_000_000)
        if megabytes > 0 { worker.memoryLimit = Int64(megabytes) << 20 }
        worker.idleLimit = .seconds(try run.settings.int(.localUnloadAfter, in: 1...31_536_000))
        return worker
    }

    /// The settings of llama.cpp's server.
    private func languageModels(_ worker: LocalWorkerSettings) throws(Problem) -> LlamaConfiguration {
        var llama = LlamaConfiguration(worker: worker)
        llama.models = run.namedModels(of: LlamaServer.name) { [$0] }
        llama.order = (try? ModelCatalogue.builtIn())?.models.filter { $0.languageModel != nil }.map(\.name) ?? []
        if let program = run.settings.text(.llamaServer) { llama.program = program }
        llama.contextTokens = try run.settings.int(.localContext, in: 1_024...131_072)
        return llama
    }

    /// The translator that asks a language model behind llama.cpp's server.
    func translator(over server: any LanguageModelServer) -> ServedTranslator {
        let facts = (try? ModelCatalogue.builtIn())?.models.first { $0.name == server.catalogueName }?.languageModel
        // The server is on this machine, so no proxy is on the way.
        let client = HTTPClient(configuration: HTTPClientConfiguration(proxy: .none), time: run.time)
        return ServedTranslator(server, facts, client: client, time: run.time)
    }

    /// How many decoders recognize at the same time. Each is loaded only when an utterance waits for it.
    private func decoders() throws(Problem) -> Int {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        return max(1, min(processors, try run.settings.int(.recognitionConcurrency, in: 1...256), 32))
    }

    /// The Whisper model that the settings name, or else `base`, or else one that is installed.
    private func whisperModel(_ worker: LocalWorkerSettings) -> String {
        let prefix = "whisper/"
        if let named = run.settings.strings(.recognizer).first(where: { $0.hasPrefix(prefix) }) {
            return String(named.dropFirst(prefix.count))
        }
        let installed = WhisperRecognizer.installedModels(worker)
        // If a model knows English only, it comes last.
        let best = ["base", "small", "large-v3-turbo", "medium", "tiny"].first(where: installed.contains)
        return best ?? installed.first ?? "base"
    }

    /// The one voice of Piper that the settings name; nil if they name none, several, or a path.
    private var namedVoice: String? {
        let prefix = Self.piper + "/"
        let named = run.settings.strings(.synthesizer).first { $0.hasPrefix(prefix) }?.dropFirst(prefix.count)
        return named.flatMap { $0.contains("+") || $0.hasPrefix("/") ? nil : String($0) }
    }

    /// The voice of the catalogue that speaks the first language into which the settings translate.
    private var advisedVoice: String? {
        guard let target = run.settings.targets.first, let tag = try? LanguageTag.reading(target).tag,
            let catalogue = try? ModelCatalogue.builtIn()
        else { return nil }
        let prefix = Self.piper + "-"
        let model = catalogue.models.first { $0.name.hasPrefix(prefix) && $0.languages == [tag.code.rawValue] }
        return model.map { String($0.name.dropFirst(prefix.count)) }
    }

    private static let piper = "piper"

    /// The folder of the installed models, whether it exists or not.
    package var modelFolder: ModelFolder { ModelFolder(run.dataPath + "/models") }

    /// The Python environment of the neural engines, whether it exists or not.
    package var workerEnvironment: WorkerEnvironment {
        WorkerEnvironment(at: run.dataPath + "/engines/ct2", environment: run.environment)
    }

    /// Downloads with the proxy and the authorities of the settings.
    ///
    /// - Throws: `Problem` of kind `usage` if one of these cannot be used.
    package func modelInstaller() throws -> ModelInstaller {
        ModelInstaller(
            folder: modelFolder, environment: workerEnvironment, variables: run.environment,
            client: HTTPClient(configuration: try run.clientConfiguration(), time: run.time),
            time: run.time)
    }
}
