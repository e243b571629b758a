internal import Audio
package import Language
package import Plumbing
package import Providers

/// Speech recognition without a network: OpenAI's Whisper in eight-bit numbers, run by CTranslate2 in separate processes.
///
/// A process is started with the first utterance (about half a second for `base`) and kept. The same audio gives the same text.
package final class WhisperRecognizer: SpeechRecognizer {
    /// Its model, and the limits of its work.
    package struct Configuration: Sendable, Hashable {
        /// The model: `tiny.en`, `base`, `small`, `medium`, `large-v3-turbo`, or the path of a folder with a model.
        package var model = "base"
        package var worker: LocalWorkerSettings
        /// The longest utterance that is taken, in seconds.
        package var maximumSeconds = 600.0

        package init(worker: LocalWorkerSettings) {
            self.worker = worker
        }
    }

    package static let name = "whisper"
    /// The largest model that is loaded in several processes (`base` has 145 MB).
    ///
    /// Each of these processes computes with one thread, and there are as many processes as threads. A larger model is loaded
    /// once and computes with all threads.
    private static let largestReplicated = Int64(300_000_000)
    private static let maximumProcesses = 4

    package let descriptor: ProviderDescriptor
    package let capabilities: RecognizerCapabilities
    /// A large model on a slow processor takes ten times the length of an utterance, which may be a minute.
    static let deadline = Duration.seconds(600)
    private let model: WhisperModel
    private let configuration: Configuration
    private let pool: WorkerPool

    /// Makes the recognizer. It starts no process yet.
    package init(_ configuration: Configuration, time: TimeSource = .system) {
        self.configuration = configuration
        let model = WhisperModel(configuration.model, in: configuration.worker.modelsDirectory)
        self.model = model
        let threads = max(1, configuration.worker.threads)
        let processes = model.size <= Self.largestReplicated ? min(threads, Self.maximumProcesses) : 1
        pool = WorkerPool(
            configuration.worker, processes: processes, threads: processes == 1 ? threads : 1,
            model: ["--whisper", model.directory], in: model.directory, weights: model.size, time: time)
        descriptor = ProviderDescriptor(
            name: Self.name, model: model.name, parameters: ["files": FileFacts.fingerprint(of: model.files)])
        capabilities = RecognizerCapabilities(languages: model.languages) {
            $0.streams = false
            $0.wordTimes = true
            $0.confidence = true
            $0.isDeterministic = true
            $0.maximumSeconds = configuration.maximumSeconds
            $0.maximumConcurrency = processes
            $0.deadline = Self.deadline
            $0.detectsLanguage = !model.isEnglishOnly
            $0.takesPrompt = true
            $0.otherScripts = model.otherScripts
            $0.grades = Self.grades(of: model.name)
            $0.repeatsCheaply = model.size <= Self.largestReplicated
        }
    }

    /// Whether the model and the Python environment are installed.
    package static func isInstalled(_ configuration: Configuration) -> Bool {
        WhisperModel(configuration.model, in: configuration.worker.modelsDirectory).needs(configuration.worker).areMet
    }

    /// How well a model understands each language, as measured; none for a model that was not.
    ///
    /// - Parameter model: its name, such as `base`.
    package static func grades(of model: String) -> [LanguageCode: RecognitionGrade] {
        RecognitionGrades.grades(ofWhisper: model)
    }

    /// The names of the models that are installed, without their `whisper-`.
    package static func installedModels(_ worker: LocalWorkerSettings) -> [String] {
        WhisperModel.installed(in: worker.modelsDirectory)
    }

    /// Loads the model now, so that the first utterance does not wait for it.
    ///
    /// - Throws: ``ProviderError`` (`unavailable`) with what to install.
    package func prepare() async throws {
        try requireModel()
        do { try await pool.prepare() } catch let failure as WorkerFailure { throw error(for: failure) }
    }

    /// Loads the model, if it can be loaded. A call reports why not.
    package func warm() async { try? await prepare() }

    /// The device on which the model computes, and its type of numbers. Loads the model if it is not loaded.
    ///
    /// - Throws: ``ProviderError`` (`unavailable`) with what to install.
    package func computing() async throws -> LocalComputing {
        try requireModel()
        do { return try await pool.computing() } catch let failure as WorkerFailure { throw error(for: failure) }
    }

    /// Decodes an utterance as a whole, without partial hypotheses.
    package func recognize(
        _ request: RecognitionRequest, hypothesis: PartialSink<String>
    ) async throws -> Recognition {
        try Task.checkCancellation()
        let seconds = Double(request.audio.count) / Double(speechSampleRate)
        try check(request, seconds: seconds)
        try requireModel()
        // If a sample is not a finite number, it would spread over the whole spectrum.
        let audio = request.audio.map { $0.isFinite ? $0 : 0 }
        let question = WhisperQuestion(
            language: model.isEnglishOnly ? "en" : request.knownLanguage?.spokenCode,
            among: request.candidates.isEmpty ? nil : request.candidates.map(\.rawValue),
            prompt: request.prompt.flatMap { $0.isEmpty ? nil : $0 })
        do {
            // A model ten times slower than real time is of no use; a process that takes longer hangs.
            let answer: WhisperAnswer = try await pool.ask(
                "recognize", question, audio: audio, limit: .seconds(60 + 10 * seconds))
            return answer.recognition(language: request.language, seconds: seconds)
        } catch let failure as WorkerFailure {
            throw error(for: failure)
        }
    }

    private func check(_ request: RecognitionRequest, seconds: Double) throws(ProviderError) {
        if model.isEnglishOnly, request.language != .en {
            throw failure(
                .unsupported, "the model \(model.name) understands English only",
                cure: "use a model without .en in its name, such as whisper/base")
        }
        guard seconds <= configuration.maximumSeconds else {
            throw failure(
                .unsupported,
                "the utterance lasts \(Int(seconds.rounded(.up))) s, the longest it takes is "
                    + "\(Int(configuration.maximumSeconds)) s", cure: "cut the speech into shorter utterances")
        }
    }

    private var needs: LocalModelNeeds { model.needs(configuration.worker) }

    private func requireModel() throws(ProviderError) { try needs.require(.recognition, provider: Self.name) }

    private func error(for worker: WorkerFailure) -> ProviderError {
        worker.error(.recognition, provider: Self.name, installing: needs.installing)
    }

    private func failure(_ failure: ProviderError.Failure, _ message: String, cure: String? = nil) -> ProviderError {
        ProviderError(failure, stage: .recognition, provider: Self.name, message, cure: cure)
    }
}
