internal import Glibc
package import Plumbing
package import Providers

/// llama.cpp's server with one model: started when needed, kept while there is work, replaced when it has died or hangs.
///
/// It works on one request at a time; others wait in the order in which they came.
package final class LlamaServer: LanguageModelServer {
    /// The engine's name for users.
    package static let name = "llama"

    package let model: String
    package let contextTokens: Int
    package let fingerprint: String
    package let billions: Double
    private let pool: EnginePool<LlamaProcess>
    private let restarts: RestartCap

    /// - Parameters:
    ///   - configuration: how it is run.
    ///   - model: the file with its header.
    ///   - program: the path of `llama-server`.
    init(_ configuration: LlamaConfiguration, _ model: LlamaModel, program: String, time: TimeSource) {
        self.model = model.name
        contextTokens = configuration.contextTokens
        fingerprint = FileFacts.fingerprint(of: [model.file])
        billions = Double(model.header.parameters) / 1e9
        let restarts = RestartCap(time: time)
        self.restarts = restarts
        pool = EnginePool(limit: 1, idleLimit: configuration.idleLimit, time: time, keepingIf: \.isUsable) {
            if restarts.isResting { throw LlamaFailure.resting }
            do {
                return try await Self.start(configuration, model, program, time)
            } catch {
                restarts.failed()
                throw error
            }
        }
    }

    package var name: String { Self.name }
    package var catalogueName: String { LlamaModel.prefix + model }

    /// A server for a model. It starts nothing yet. Callers with the same model and the same settings share one server.
    ///
    /// - Parameter model: a name with or without `llama-`, a path, or nil for the best one that is installed.
    /// - Throws: ``ProviderError`` (`unavailable`) with what to install.
    package static func shared(
        _ model: String?, _ configuration: LlamaConfiguration, among servers: LlamaServers = .shared, time: TimeSource
    ) throws(ProviderError) -> LlamaServer {
        guard let name = model ?? configuration.installed.first else {
            throw unavailable("no model is installed", cure: "run 'verbio models install \(usualModel)'")
        }
        let found: LlamaModel
        do throws(LlamaModel.Fault) {
            found = try LlamaModel(name, in: configuration.modelsDirectory)
        } catch {
            throw unavailable("its model \(name) cannot be used (\(error.reason))", cure: error.cure)
        }
        guard found.header.hasChatTemplate else {
            throw unavailable(
                "its model \(name) has no chat template, so it continues texts and follows no instruction",
                cure: "name a model with a file that ends in -Instruct or -it")
        }
        let memory = LlamaMemory(found, contextTokens: configuration.contextTokens)
        do throws(LlamaFailure) { try memory.check(limit: configuration.usedLimit) } catch {
            throw error.error(of: Self.name)
        }
        guard let program = configuration.programPath else {
            throw LlamaFailure.noProgram(configuration.missingProgram).error(of: Self.name)
        }
        return servers.server(configuration, found, program: program, time: time)
    }

    /// The model that is advised if none is installed.
    static let usualModel = LlamaModel.prefix + "qwen2.5-coder-1.5b"

    private static func unavailable(_ message: String, cure: String) -> ProviderError {
        ProviderError(.unavailable, stage: .translation, provider: name, message, cure: cure)
    }

    package func prepare() async { try? await pool.prepare() }

    package func call<Answer: Sendable>(
        _ work: @escaping @Sendable (ServerAddress) async throws -> Answer
    ) async throws -> Answer {
        do {
            let answer = try await pool.lend { try await $0.run(work) }
            restarts.succeeded()
            return answer
        } catch let failure as LlamaFailure {
            switch failure {
            case .died, .hung: restarts.failed()
            default: break
            }
            throw failure.error(of: Self.name)
        }
    }

    private static func start(
        _ configuration: LlamaConfiguration, _ model: LlamaModel, _ program: String, _ time: TimeSource
    ) async throws -> LlamaProcess {
        do throws(WorkerFailure) { try ModelIntegrity(folder: model.folder).check() } catch {
            if case .damaged(let name, let file) = error { throw LlamaFailure.damaged(model: name, file: file) }
        }
        let memory = LlamaMemory(model, contextTokens: configuration.contextTokens)
        try memory.check(limit: configuration.usedLimit, .now)
        let options = try await LlamaOptions.read(of: program, configuration.searchPath)
        let command = LlamaCommand(configuration, program: program, model: model, knows: options.has)
        return try await LlamaProcess.start(command, time: time)
    }
}

/// The servers of a process. Users of the same model share one server, which leaves with the last of them.
package final class LlamaServers: Sendable {
    /// Those of this process.
    package static let shared = LlamaServers()

    private struct Key: Hashable {
        var configuration: LlamaConfiguration
        var model: LlamaModel
        var program: String
    }

    private struct Entry: Sendable {
        weak var server: LlamaServer?
    }

    private let entries = Locked<[Key: Entry]>([:])

    package init() {}

    func server(
        _ configuration: LlamaConfiguration, _ model: LlamaModel, program: String, time: TimeSource
    ) -> LlamaServer {
        var configuration = configuration
        (configuration.models, configuration.order) = ([], [])
        let key = Key(configuration: configuration, model: model, program: program)
        return entries.withLock { entries in
            if let known = entries[key]?.server { return known }
            entries = entries.filter { $0.value.server != nil }
            let new = LlamaServer(configuration, model, program: program, time: time)
            entries[key] = Entry(server: new)
            return new
        }
    }
}
