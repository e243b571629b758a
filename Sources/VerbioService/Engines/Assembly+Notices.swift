import Configuration
import FoundationEssentials
import Plumbing
import ProviderAdapters
package import Providers

extension Assembly {
    /// The command for further work in the same store and with the same settings: it repeats the settings of the command line.
    package func command(_ words: String) -> String {
        var command = "verbio " + words
        if settings.value(.storePath).origin == "flag" {
            command += " --store " + settings.string(.storePath).asArgument
        }
        if let file = settings.namedFile { command += " --config " + file.asArgument }
        return command
    }
}

extension Assembly {
    /// The models of the settings that have a shutdown date, one sentence each.
    package func sunsetNotices() -> [String] {
        named.compactMap { sunsetNotice(of: $0.engine, $0.stage) }
    }

    /// The engines of the settings, stage by stage.
    private var named: [(engine: String, stage: Stage)] {
        let stages: [(Setting, Stage)] = [
            (.recognizer, .recognition), (.translator, .translation), (.synthesizer, .synthesis),
        ]
        return stages.flatMap { setting, stage in engineNames(setting).map { ($0, stage) } }
    }

    /// The same, and the providers whose keys are sent unencrypted, so that they can be read on the way.
    package func providerNotices() -> [String] {
        var told: Set<String> = []
        let inClear = named.filter { !isLocal($0.engine) }
            .compactMap { try? remoteProviders().notice(ofKeyInClear: $0.engine, $0.stage) }
        return sunsetNotices() + inClear.filter { told.insert($0).inserted }
    }

    /// The note on the engine's model if its provider shuts it down.
    package func sunsetNotice(of name: String, _ stage: Stage) -> String? {
        // The catalog need not be read if the engine is built in.
        guard !isLocal(name) else { return nil }
        return try? remoteProviders().sunset(of: name, stage)?.sentence(of: name, today: today(self))
    }
}

/// The day, `2026-11-21`.
package func today(_ assembly: Assembly) -> String {
    let date = Date(timeIntervalSince1970: Double(assembly.time.wallClockMilliseconds()) / 1_000)
    return date.formatted(.iso8601.year().month().day())
}
