import ArgumentParser
import LocalModels
import Plumbing
import VerbioService

extension Models {
    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify", abstract: "Reads installed models whole and compares their hashes.",
            discussion: """
                EXAMPLES
                  verbio models verify
                  verbio models verify whisper-base
                """)

        @Argument(help: ArgumentHelp("All that are installed if none is named.", valueName: "model"))
        var names: [String] = []

        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            let console = Console()
            let assembly = Assembly(try await common.settings())
            let (folder, catalogue) = (assembly.modelFolder, try ModelCatalogue.builtIn())
            let wanted = names.isEmpty ? folder.installed : names
            if wanted.isEmpty {
                console.note("No model is installed; 'verbio models install whisper-base' installs one.")
            }
            var damaged: [String] = []
            for name in wanted {
                switch folder.verify(name, against: catalogue.models.first { $0.name == name }) {
                case .intact: try console.out("\(name): intact")
                case .notInstalled:
                    throw Problem(
                        .usage, "models.unknown", "the model \(name) is not installed",
                        cure: "install it with 'verbio models install \(name)'")
                case .damaged(let faults):
                    damaged.append(name)
                    try console.out("\(name): damaged (\(faults.joined(separator: ", ")))")
                }
            }
            guard let first = damaged.first else { return }
            throw Problem(
                .provider, "models.damaged", "models are damaged: \(damaged.joined(separator: ", "))",
                cure: "run 'verbio models install --again \(first)'")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Removes models.",
            discussion: """
                EXAMPLES
                  verbio models remove whisper-base
                """)

        @Argument(help: ArgumentHelp("Such as whisper-base.", valueName: "model"))
        var names: [String]

        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            let console = Console()
            let folder = Assembly(try await common.settings()).modelFolder
            for name in names {
                guard folder.installed.contains(name) else {
                    throw Problem(
                        .usage, "models.unknown", "the model \(name) is not installed by Verbio",
                        cure: "'verbio models list' shows those that are")
                }
                _ = try folder.remove(name)
                try console.out("\(name) is removed")
            }
        }
    }

    struct Path: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "path", abstract: "Prints the folder of a model, or the one of all models.",
            discussion: """
                EXAMPLES
                  verbio models path whisper-base
                """)

        @Argument(help: ArgumentHelp("Such as whisper-base.", valueName: "model"))
        var name: String?

        @OptionGroup(title: "Common") var common: CommonOptions

        func run() async throws {
            let folder = Assembly(try await common.settings()).modelFolder
            guard let name else { return try Console().out(folder.path) }
            guard folder.installed.contains(name) else {
                throw Problem(
                    .usage, "models.unknown", "the model \(name) is not installed",
                    cure: "install it with 'verbio models install \(name)'")
            }
            try Console().out(folder.path(of: name))
        }
    }
}
