import Configuration
import Interpreting
import LocalEngines
package import Plumbing
package import ProviderAdapters
package import Providers
import SimulatedProviders

/// All engines by name: those of this machine, the simulated ones and the declared providers.
package struct EngineRegistry: Sendable {
    let run: RunSettings
    let local: LocalSetup
    let installed: InstalledEngines
    let providers: RemoteProviders
    /// Nil if each conversation has engines of its own.
    let running: RunningEngines?

    /// - Parameter name: as users write it, with the model if the engine takes one; `auto` for what the machine has.
    /// - Throws: `Problem` of kind `usage` if there is no such engine, and of kind `provider` if it cannot be used.
    package func recognizer(_ name: String) throws -> any SpeechRecognizer {
        if name == EngineNames.automatic { return try recognizer(installed.recognizer) }
        if let (engine, model) = try offline(name, .recognition), case .recognizer(let make) = engine.make {
            return try kept(name, .recognition) { () throws(ProviderError) in try make(model) }
        }
        if name.hasPrefix(SimulatedProviders.prefix) {
            return try SimulatedProviders.recognizer(
                name, in: scenarioFolders, environment: run.environment, time: run.time)
        }
        if let recognizer = try remote().recognizer(name) { return recognizer }
        throw try unknown(name, .recognition, option: "--stt", \.recognition)
    }

    /// - Parameter name: as for a recognizer; `none` translates nothing.
    /// - Throws: as for a recognizer.
    package func translator(_ name: String) throws -> any Translator {
        if name == NoTranslation.name { return NoTranslation() }
        if name == EngineNames.automatic { return try translator(installed.translator) }
        if let (engine, model) = try offline(name, .translation) {
            switch engine.make {
            case .translator(let make):
                return try kept(name, .translation) { () throws(ProviderError) in try make(model) }
            case .languageModel(let make):
                let translator: ServedTranslator = try kept(name, .translation) { () throws(ProviderError) in
                    local.translator(over: try make(model))
                }
                return translator
            case .recognizer, .synthesizer: break
            }
        }
        if name.hasPrefix(SimulatedProviders.prefix) {
            return try SimulatedProviders.translator(
                name, in: scenarioFolders, environment: run.environment, time: run.time)
        }
        if let translator = try remote().translator(name) { return translator }
        throw try unknown(name, .translation, option: "--mt", besides: ["none"], \.translation)
    }

    /// - Parameter name: as for a recognizer.
    /// - Returns: nil for `none`.
    /// - Throws: as for a recognizer.
    package func synthesizer(_ name: String) throws -> (any SpeechSynthesizer)? {
        if name == EngineNames.silent { return nil }
        if name == EngineNames.automatic { return try synthesizer(installed.synthesizer) }
        if let (engine, model) = try offline(name, .synthesis), case .synthesizer(let make) = engine.make {
            return try kept(name, .synthesis) { () throws(ProviderError) in try make(model) }
        }
        if name.hasPrefix(SimulatedProviders.prefix) {
            return try SimulatedProviders.synthesizer(
                name, in: scenarioFolders, environment: run.environment, time: run.time)
        }
        if let synthesizer = try remote().synthesizer(name) { return synthesizer }
        throw try unknown(name, .synthesis, option: "--tts", besides: ["none"], \.synthesis)
    }

    /// The engine, the same for all conversations of a run that keeps its engines.
    private func kept<Engine: Sendable>(
        _ name: String, _ stage: Stage, _ make: () throws(ProviderError) -> Engine
    ) throws(Problem) -> Engine {
        guard let running else { return try Self.usable(make) }
        return try running.engine("\(stage.rawValue) \(name)", local.settings()) { () throws(Problem) in
            try Self.usable(make)
        }
    }

    /// The engine of this machine with that name for a stage, and the model after it; nil if there is none.
    private func offline(_ name: String, _ stage: Stage) throws(Problem) -> (engine: LocalEngine, model: String?)? {
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 1 || EngineNames.takesModel(parts[0]) else { return nil }
        let engine = try local.settings().engines(time: run.time).first {
            $0.name == parts[0] && $0.stage == stage
        }
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

    /// The user's folder of scenarios; others are built in.
    private var scenarioFolders: [String] { [run.settings.text(.scenarios)].compactMap { $0 } }

    /// The names of the scenarios for simulated engines.
    package var scenarioNames: [String] { SimulatedProviders.names(in: scenarioFolders) }

    /// - Parameter declaration: the member of a provider's declaration that declares the stage.
    private func unknown<Declaration>(
        _ name: String, _ stage: Stage, option: String, besides others: [String] = [],
        _ declaration: KeyPath<ProviderDeclaration, Declaration?>
    ) throws -> Problem {
        let offline = LocalEngineSettings().engines().filter { $0.stage == stage }.map(\.form)
        let declared = try remote().catalog.providers.filter { $0.value[keyPath: declaration] != nil }.keys
        let known =
            [EngineNames.automatic] + offline + ["\(SimulatedProviders.prefix)SCENARIO"] + others
            + declared.sorted()
        return Problem(
            .usage, "provider.unknown", "there is no engine '\(name)' for \(option)",
            cure: cure(for: name, among: known, otherwise: "use one of: " + known.joined(separator: ", ")))
    }

    /// The names of the declared providers.
    package var declaredNames: [String] {
        get throws { try remote().catalog.providers.keys.sorted() }
    }

    /// The stages of the engine with that name; empty if there is none.
    package func stages(of name: String) throws -> Set<Stage> {
        try EngineNames.stages(of: name) ?? remote().stages(of: name)
    }

    /// The engines that are reached over the network.
    package func remote() throws -> ProviderSetup { try providers.setup(run) }

    /// The name with which the engine of a stored conversation is requested again, its model included.
    package func name(of descriptor: ProviderDescriptor) throws -> String {
        if EngineNames.takesModel(descriptor.name) {
            return "\(descriptor.name)/\(descriptor.model)"
        }
        // The catalog need not be read if the engine is built in.
        if EngineNames.isLocal(descriptor.name) { return descriptor.name }
        let isRemote = try remote().catalog.providers[descriptor.name] != nil
        return isRemote ? "\(descriptor.name)/\(descriptor.model)" : descriptor.name
    }
}
