package import Language
package import Plumbing
package import Providers

/// Translation without a network: neural models in CTranslate2's format, in separate processes.
///
/// If a language pair has no model of its own, it goes through English. The same text gives the same translation.
package final class NeuralTranslator: Translator {
    /// Its models, and the limits of its work.
    package struct Configuration: Sendable, Hashable {
        /// Names of folders in the folder of models, or paths; if it is empty, all that are installed.
        package var models: [String] = []
        package var worker: LocalWorkerSettings
        /// The longest text that is taken.
        package var maximumCharacters = 20_000

        package init(worker: LocalWorkerSettings) {
            self.worker = worker
        }
    }

    private struct Question: Encodable, Sendable {
        var texts: [String]
        var before: [String]
        var after: [String]
        var prefix: [String]
        var joint: String
    }

    private struct Reply: Decodable, Sendable {
        var texts: [String]
        /// The numbers of the sentences with translations that did not end.
        var endless: [Int]
    }

    /// Its name for users.
    package static let name = "ct2"

    package let descriptor: ProviderDescriptor
    package let capabilities: TranslatorCapabilities
    private let configuration: Configuration
    private let models: [TranslationModel]
    private let pools: [String: WorkerPool]

    /// Finds what the models translate. It starts nothing yet.
    ///
    /// - Throws: ``ProviderError`` (`unavailable`) if a named model cannot be used, with what to install.
    package convenience init(_ configuration: Configuration, time: TimeSource = .system) throws(ProviderError) {
        let folder = configuration.worker.modelsDirectory
        var models: [TranslationModel] = []
        for name in configuration.models {
            do throws(TranslationModel.Fault) {
                models.append(try TranslationModel(name, in: folder))
            } catch {
                throw Self.failure(
                    .unavailable, "its model \(name) cannot be used (\(error.reason))", cure: Self.installing(name))
            }
        }
        if configuration.models.isEmpty { models = TranslationModel.installed(in: folder) }
        self.init(configuration, models: models, time: time)
    }

    private init(_ configuration: Configuration, models: [TranslationModel], time: TimeSource) {
        self.configuration = configuration
        self.models = models
        // A model is loaded once only: a sentence takes a fraction of a second, and every process has its own copy of the
        // model.
        pools = Dictionary(
            models.map { model in
                let options = [
                    "--translator", model.weights, "--source-pieces", model.sourcePieces, "--target-pieces",
                    model.targetPieces,
                ]
                let pool = WorkerPool(
                    configuration.worker, processes: 1, threads: max(1, configuration.worker.threads), model: options,
                    in: model.directory, weights: model.size, time: time)
                return (model.name, pool)
            }, uniquingKeysWith: { first, _ in first })
        descriptor = ProviderDescriptor(
            name: Self.name, model: models.map(\.name).joined(separator: ModelList.separator),
            parameters: ["files": FileFacts.fingerprint(of: models.flatMap(\.files))])
        let concurrency = max(1, pools.count)
        let routes = LanguagePair.pairs(within: models.flatMap(\.directions.keys)).reduce(into: [:]) {
            $0[$1] = TranslationRoute($1, over: models)
        }
        capabilities = TranslatorCapabilities(pairs: Set(routes.keys)) {
            $0.grades = routes.compactMapValues { route in
                TranslationGrades.grade(of: route.hops.map { ($0.model.name, $0.pair) })
            }
            $0.varieties = Set(models.flatMap { $0.directions.keys.map(\.target) }).intersection(
                LanguageTag.ofVarieties)
            $0.maximumCharacters = configuration.maximumCharacters
            $0.maximumConcurrency = concurrency
        }
    }

    /// The names of its models.
    package var modelNames: [String] { models.map(\.name) }

    /// The names of the models through which a direction goes, in that order; nil if there are none.
    package func modelNames(for pair: LanguagePair) -> [String]? {
        TranslationRoute(pair, over: models)?.hops.map(\.model.name)
    }

    package var warmedPlace: String? { "\(Self.name):\(descriptor.model)" }

    /// Loads the models, so that the first text does not wait for them. It does nothing if there are more than
    /// the two that one conversation needs.
    package func warm() async {
        guard pools.count <= 2 else { return }
        await withDiscardingTaskGroup { group in
            for pool in pools.values { group.addTask { try? await pool.prepare() } }
        }
    }

    /// Translates an utterance as a whole, without partial results.
    package func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        try Task.checkCancellation()
        let count = request.text.unicodeScalars.count
        guard count <= configuration.maximumCharacters else {
            throw Self.failure(
                .unsupported,
                "the text has \(count) characters, the longest it takes has \(configuration.maximumCharacters)",
                cure: "translate it in parts")
        }
        guard let route = TranslationRoute(request.pair, over: models) else {
            throw Self.failure(
                .unsupported,
                "no model translates from \(request.pair.from.englishName) to \(request.pair.to.englishName)",
                cure: "'verbio models list' lists them")
        }
        let needs = LocalModelNeeds(
            worker: configuration.worker, installing: Self.installing(route.hops[0].model.name))
        try needs.require(.translation, provider: Self.name)
        var text = request.text
        for hop in route.hops { text = try await translate(text, hop) }
        return Translation(
            text: text, tag: request.pair.target, notes: route.pivot.map { [Translation.note(onPivot: $0)] } ?? [],
            usage: Usage(characters: count))
    }

    private func translate(_ text: String, _ hop: TranslationHop) async throws -> String {
        let plan = SentencePlan(text, from: hop.pair.from, to: hop.pair.to)
        guard !plan.sentences.isEmpty, let pool = pools[hop.model.name] else { return text }
        let question = Question(
            texts: plan.sentences, before: hop.tokens.before, after: hop.tokens.after, prefix: hop.tokens.prefix,
            joint: plan.joint)
        let answer: Reply
        do {
            // The limit is a tenth of the slowest useful speed; a process that takes longer hangs.
            answer = try await pool.ask(
                "translate", question, limit: .seconds(60 + Double(text.unicodeScalars.count) / 10))
        } catch let failure as WorkerFailure {
            throw failure.error(.translation, provider: Self.name, installing: Self.installing(hop.model.name))
        }
        guard answer.texts.count == plan.sentences.count, answer.texts.allSatisfy({ !$0.isEmpty }) else {
            throw Self.failure(.rejected, "\(hop.model.name) left a sentence without a translation")
        }
        guard answer.endless.isEmpty else {
            throw Self.failure(.rejected, "\(hop.model.name) repeats itself without an end")
        }
        return plan.text(with: answer.texts)
    }

    private static func installing(_ model: String) -> String {
        model.hasPrefix("/")
            ? "name a folder with a translation model in CTranslate2's format"
            : "run 'verbio models install \(model)'"
    }

    private static func failure(
        _ failure: ProviderError.Failure, _ message: String, cure: String? = nil
    ) -> ProviderError {
        ProviderError(failure, stage: .translation, provider: name, message, cure: cure)
    }
}
