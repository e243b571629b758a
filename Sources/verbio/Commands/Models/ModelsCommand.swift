import ArgumentParser
import Plumbing
import VerbioService

struct ModelsCommand: AsyncParsableCommand {
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
        subcommands: [
            ModelsList.self, ModelsInstall.self, ModelsVerify.self, ModelsRemove.self, ModelsPath.self,
        ], defaultSubcommand: ModelsList.self)
}

extension ModelAdvice {
    /// The advice with the size of the download: `whisper-small: better recognition, 484 MB`.
    var line: String { bytes > 0 ? "\(adds), \(megabytes(bytes))" : adds }
}

/// A number of bytes for people to read: `145 MB`.
func megabytes(_ bytes: Int64) -> String {
    bytes < 950_000 ? "\(max(1, (bytes + 500) / 1_000)) kB" : "\((bytes + 500_000) / 1_000_000) MB"
}
