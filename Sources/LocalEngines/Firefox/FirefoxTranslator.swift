package import Language
internal import MarianModel
internal import Plumbing
package import Providers

/// Translation without a network: Firefox's models, computed in this process.
///
/// If a language pair has no model of its own, it goes through English, both steps in one call. The same text gives the same
/// translation, whatever else is translated at the same time.
package final class FirefoxTranslator: Translator {
    /// Its models, and the limits of its work.
    package struct Configuration: Sendable, Hashable {
        /// Names such as `en-pt`, or paths; if it is empty, all that are installed.
        package var models: [String] = []
        /// The folder with the folders of the models.
        package var modelsDirectory: String
        /// How many texts are translated at the same time, at least 1.
        package var threads = 1
        /// The longest text that is taken.
        package var maximumCharacters = 20_000

        package init(modelsDirectory: String) {
            self.modelsDirectory = modelsDirectory
        }
    }

    /// A model in use.
    private struct Loaded: Sendable {
        var model: MarianModel
        var pair: LanguagePair
    }

    /// Its name for users.
    package static let name = "firefox"

    package let descriptor: ProviderDescriptor
    package let capabilities: TranslatorCapabilities
    private let configuration: Configuration
    private let models: [FirefoxModel]
    private let threads: EnginePool<WorkerThread>
    private let loaded = Locked<[String: Loaded]>([:])

    /// Finds what the models translate. It reads no weights yet.
    ///
    /// - Throws: ``ProviderError`` (`unavailable`) if a named model cannot be used, with what to install.
    package convenience init(_ configuration: Configuration) throws(ProviderError) {
        var models: [FirefoxModel] = []
        for name in configuration.models {
            do throws(FirefoxModel.Fault) {
                models.append(try FirefoxModel(name, in: configuration.modelsDirectory))
            } catch {
                throw Self.unusable(name, error)
            }
        }
        if configuration.models.isEmpty { models = FirefoxModel.installed(in: configuration.modelsDirectory) }
        self.init(configuration, models)
    }

    private init(_ configuration: Configuration, _ models: [FirefoxModel]) {
        self.configuration = configuration
        self.models = models
        let limit = max(1, configuration.threads)
        threads = EnginePool(limit: limit) { WorkerThread("firefox") }
        descriptor = ProviderDescriptor(
            name: Self.name, model: models.map(Self.shortName).joined(separator: ModelList.separator),
            parameters: ["files": FileFacts.fingerprint(of: models.flatMap(\.files))])
        let routes = LanguagePair.pairs(within: models.map(\.pair)).reduce(into: [:]) {
            $0[$1] = FirefoxRoute($1, over: models)
        }
        capabilities = TranslatorCapabilities(pairs: Set(routes.keys)) {
            $0.grades = routes.compactMapValues { route in
                TranslationGrades.grade(of: route.hops.map { ($0.gradedName, $0.pair) })
            }
            $0.maximumCharacters = configuration.maximumCharacters
            $0.maximumConcurrency = limit
        }
    }

    /// The names of its models: `en-pt`, or a path.
    package var modelNames: [String] { models.map(Self.shortName) }

    /// The names of the models through which a direction goes, in that order; nil if there are none.
    package func modelNames(for pair: LanguagePair) -> [String]? {
        FirefoxRoute(pair, over: models)?.hops.map(Self.shortName)
    }

    package var warmedPlace: String? { "\(Self.name):\(descriptor.model)" }

    /// Loads the models, so that the first text does not wait for them. It does nothing if there are more than
    /// the four that one conversation needs.
    package func warm() async {
        guard models.count <= 4 else { return }
        for model in models { _ = try? await threads.run { try await $0.run { try self.load(model) } } }
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
        guard let route = FirefoxRoute(request.pair, over: models) else {
            throw Self.failure(
                .unsupported,
                "no model translates from \(request.pair.from.englishName) to \(request.pair.to.englishName)",
                cure: "'verbio models list' lists them")
        }
        var text = request.text
        for hop in route.hops {
            let source = text
            text = try await threads.run { thread in
                try await thread.run {
                    let loaded = try self.load(hop)
                    return try Self.translated(source, loaded, hop)
                }
            }
        }
        return Translation(
            text: text, tag: request.pair.target, notes: route.pivot.map { [Translation.note(onPivot: $0)] } ?? [],
            usage: Usage(characters: count))
    }

    private func load(_ model: FirefoxModel) throws(ProviderError) -> Loaded {
        if let known = loaded.withLock({ $0[model.directory] }) { return known }
        do throws(FirefoxModel.Fault) {
            let new = Loaded(model: try LoadedModels.shared.model(model), pair: model.pair)
            return loaded.withLock { loaded in
                loaded[model.directory] = new
                return new
            }
        } catch {
            throw Self.unusable(model.name, error)
        }
    }

    private static func translated(_ text: String, _ loaded: Loaded, _ hop: FirefoxModel) throws(ProviderError)
        -> String
    {
        let plan = SentencePlan(text, from: loaded.pair.from, to: loaded.pair.to)
        guard !plan.sentences.isEmpty else { return text }
        let writer = FirefoxSentences(model: loaded.model, pair: loaded.pair, joint: plan.joint)
        guard let translations = writer.translations(of: plan.sentences) else {
            throw failure(.rejected, "\(hop.name) repeats itself without an end")
        }
        guard translations.allSatisfy({ !$0.isEmpty }) else {
            throw failure(.rejected, "\(hop.name) left a sentence without a translation")
        }
        return plan.text(with: translations)
    }

    private static func shortName(_ model: FirefoxModel) -> String {
        model.name.hasPrefix(FirefoxModel.prefix) ? String(model.name.dropFirst(FirefoxModel.prefix.count)) : model.name
    }

    private static func unusable(_ name: String, _ fault: FirefoxModel.Fault) -> ProviderError {
        failure(.unavailable, "its model \(name) cannot be used (\(fault.reason))", cure: installing(name))
    }

    private static func installing(_ name: String) -> String {
        if name.hasPrefix("/") { return "name a folder with the files of a Firefox translation model" }
        let full = name.hasPrefix(FirefoxModel.prefix) ? name : FirefoxModel.prefix + name
        return "run 'verbio models install \(full)'"
    }

    private static func failure(
        _ failure: ProviderError.Failure, _ message: String, cure: String? = nil
    ) -> ProviderError {
        ProviderError(failure, stage: .translation, provider: name, message, cure: cure)
    }
}
