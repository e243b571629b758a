import ArgumentParser
import LocalModels
import Plumbing
import VerbioService

struct ModelsRemove: AsyncParsableCommand {
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
        let folder = Assembly(try await common.settings()).local.modelFolder
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
