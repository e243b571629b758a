import FoundationEssentials
import Language
import Plumbing
import VerbioService

/// The languages of the user in the configuration file, so that commands need not be told them.
struct SettingsNote {
    private let from: LanguageCode
    private let to: LanguageCode
    private let common: CommonOptions
    private let console: Console

    /// - Parameter languages: at least two, the one that the user speaks first.
    init(_ languages: [LanguageCode], _ common: CommonOptions, _ console: Console) {
        (from, to) = (languages[0], languages[1])
        self.common = common
        self.console = console
    }

    /// Writes the file if there is none. One that is there stays, and what it lacks is shown.
    ///
    /// - Throws: `Problem` of kind `usage` if it cannot be written.
    func write() async throws {
        let path = common.config.map(absolutePath) ?? Settings.userFile()
        let lines = "languages:\n  from: \(from.rawValue)\n  to: \(to.rawValue)\n"
        guard FileManager.default.fileExists(atPath: path) else {
            try SettingsFile(at: path).write(
                "# Written by 'verbio setup'. 'verbio config init -' shows all settings.\n\n" + lines,
                overwriting: false, cure: "name another place with --config")
            return try console.out("\nThe languages are in \(path).")
        }
        let settings = try await common.settings()
        guard settings.string(.from) != from.rawValue || settings.targets != [to.rawValue] else { return }
        try console.out("\n\(path) stays as it is. To leave out --from and --to, put this into it:")
        for line in lines.split(separator: "\n") { try console.record("  " + line) }
    }
}
