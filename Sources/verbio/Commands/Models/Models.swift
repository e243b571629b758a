import ArgumentParser
import CurlHTTP
import LocalModels
import Plumbing

struct Models: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Models for local engines: lists, installs, checks and removes them.",
        discussion: """
            EXAMPLES
              verbio models list
              verbio models install whisper-base
              verbio models install whisper-small --from /media/usb/whisper-small
              verbio models verify
            """,
        subcommands: [List.self, Install.self, Verify.self, Remove.self, Path.self], defaultSubcommand: List.self)
}

extension Assembly {
    var modelFolder: ModelFolder { ModelFolder(dataPath() + "/models") }

    var workerEnvironment: WorkerEnvironment {
        WorkerEnvironment(at: dataPath() + "/engines/ct2", environment: environment)
    }

    func modelInstaller() throws -> ModelInstaller {
        ModelInstaller(
            folder: modelFolder, environment: workerEnvironment, variables: environment,
            client: HTTPClient(configuration: try RemoteProviders.clientConfiguration(self), time: time), time: time)
    }
}

/// A number of bytes for people: `145 MB`.
func megabytes(_ bytes: Int64) -> String {
    bytes < 950_000 ? "\(max(1, (bytes + 500) / 1_000)) kB" : "\((bytes + 500_000) / 1_000_000) MB"
}
