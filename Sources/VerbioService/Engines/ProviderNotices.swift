import Configuration
import Plumbing
import ProviderAdapters
package import Providers

/// The notes on the providers of the settings for the user, one sentence each.
package struct ProviderNotices: Sendable {
    let selection: EngineSelection
    let engines: EngineRegistry
    /// `2026-11-21`.
    let today: String

    /// The models of the settings that have a shutdown date, one sentence each.
    package func sunsets() -> [String] {
        named.compactMap { sunset(of: $0.engine, $0.stage) }
    }

    /// The engines of the settings, stage by stage.
    private var named: [(engine: String, stage: Stage)] {
        let stages: [(Setting, Stage)] = [
            (.recognizer, .recognition), (.translator, .translation), (.synthesizer, .synthesis),
        ]
        return stages.flatMap { setting, stage in selection.names(setting).map { ($0, stage) } }
    }

    /// The same, and the providers whose keys are sent unencrypted, so that they can be read on the way.
    package func all() -> [String] {
        var told: Set<String> = []
        let inClear = named.filter { !EngineNames.isLocal($0.engine) }
            .compactMap { try? engines.remote().notice(ofKeyInClear: $0.engine, $0.stage) }
        return sunsets() + inClear.filter { told.insert($0).inserted }
    }

    /// The note on the engine's model if its provider shuts it down.
    package func sunset(of name: String, _ stage: Stage) -> String? {
        // The catalog need not be read if the engine is built in.
        guard !EngineNames.isLocal(name) else { return nil }
        return try? engines.remote().sunset(of: name, stage)?.sentence(of: name, today: today)
    }
}
