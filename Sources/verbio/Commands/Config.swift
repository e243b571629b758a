import ArgumentParser
import Configuration
import FoundationEssentials
import Hearing
import Plumbing
import ProviderAdapters
import VerbioService

struct Config: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Shows the settings and where they come from, or writes a file of them.",
        discussion: """
            Flags override the environment (VERBIO_…), the environment the file, and the file the defaults.

            EXAMPLES
              verbio config
              verbio config show --json
              verbio config init
            """,
        subcommands: [Show.self, Init.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Prints every setting, its value and its origin.",
            discussion: """
                EXAMPLES
                  verbio config show
                  verbio config show --config my.yaml --json
                """)

        @Flag(help: "One JSON object.")
        var json = false

        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            let settings = try await common.settings()
            let console = Console()
            if json {
                let all = Dictionary(
                    uniqueKeysWithValues: Setting.all.map { setting in
                        let value = settings.value(setting)
                        return (setting.name, ["value": value.content.shown, "origin": value.origin])
                    })
                try console.json(all)
                return
            }
            let rows = Setting.all.map { setting in
                let value = settings.value(setting)
                return [setting.name, value.content.shown, value.origin]
            }
            try console.table(["setting", "value", "origin"], rows)
        }
    }

    struct Init: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: "Writes a configuration file with every setting, its default and what it is for.",
            discussion: """
                EXAMPLES
                  verbio config init
                  verbio config init my.yaml
                  verbio config init -
                """)

        @Argument(
            help: ArgumentHelp(
                "The file to write; the user's own file if not given, '-' for standard output.", valueName: "file"))
        var path: String?

        @Flag(help: "Overwrite an existing file.")
        var force = false

        func run() async throws {
            let text = Setting.documentedFile()
            let console = Console()
            guard path != "-" else { return try console.record(text.trimmedEnd()) }
            let target = path ?? Settings.userFile()
            guard force || !FileManager.default.fileExists(atPath: target) else {
                throw Problem(.usage, "config.exists", "the file is there already", at: target, cure: "add --force")
            }
            try SettingsFile(at: target).write(text, overwriting: true, cure: "name another place")
            try console.out(target)
        }
    }
}

extension String {
    fileprivate func trimmedEnd() -> String {
        var text = self
        while text.last?.isNewline == true { text.removeLast() }
        return text
    }
}

extension Setting {
    /// The configuration file: every setting commented out with its default, under its section.
    static func documentedFile() -> String {
        var text = """
            # Verbio's settings, each with its default. Remove the '#' before a line to change it.
            # Flags override the environment (VERBIO_PROVIDERS_STT and so on), which overrides this file.

            """
        var section = ""
        for setting in all {
            let parts = setting.name.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            if parts[0] != section {
                section = parts[0]
                text += "\n# \(section):\n"
            }
            text += "#   # \(setting.summary)\n#   \(parts[1]): \(setting.standard.yaml)\n"
        }
        return text
    }
}

extension ConfigContent {
    /// The value without the name and password that the URL of a proxy or a database may contain.
    fileprivate var shown: String { StoreAddress.shown(display).withoutCredentials }

    fileprivate var yaml: String {
        switch self {
        case .string(let text): "\"\(text)\""
        case .stringArray(let texts):
            "[\(texts.map { $0.contains(":") ? "\"\($0)\"" : $0 }.joined(separator: ", "))]"
        default: display
        }
    }
}
