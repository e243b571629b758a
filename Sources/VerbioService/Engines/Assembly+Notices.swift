import Configuration
import FoundationEssentials
import Plumbing
import ProviderAdapters
package import Providers

extension Assembly {
    /// What to type to do more in the same store, with the same settings: what was said of these on the command line is said
    /// again.
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
    /// The models among those of the settings whose days are numbered, one sentence each.
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

    /// The same, and the providers whose keys are sent so that everybody on the way can read them.
    package func providerNotices() -> [String] {
        var told: Set<String> = []
        let inClear = named.filter { !isLocal($0.engine) }
            .compactMap { try? remoteProviders().notice(ofKeyInClear: $0.engine, $0.stage) }
        return sunsetNotices() + inClear.filter { told.insert($0).inserted }
    }

    /// What is to be said of the engine's model where its provider shuts it down.
    package func sunsetNotice(of name: String, _ stage: Stage) -> String? {
        // The catalog need not be read for what is built in.
        guard !isLocal(name) else { return nil }
        return try? remoteProviders().sunset(of: name, stage)?.sentence(of: name, today: today(self))
    }
}

/// The day, `2026-11-21`.
package func today(_ assembly: Assembly) -> String {
    let date = Date(timeIntervalSince1970: Double(assembly.time.wallClockMilliseconds()) / 1_000)
    return date.formatted(.iso8601.year().month().day())
}
