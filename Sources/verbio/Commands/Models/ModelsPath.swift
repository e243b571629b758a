import ArgumentParser
import LocalModels
import Plumbing
import VerbioService

struct ModelsPath: AsyncParsableCommand {
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
        let folder = Assembly(try await common.settings()).local.modelFolder
        guard let name else { return try Console().out(folder.path) }
        guard folder.installed.contains(name) else {
            throw Problem(
                .usage, "models.unknown", "the model \(name) is not installed",
                cure: "install it with 'verbio models install \(name)'")
        }
        try Console().out(folder.path(of: name))
    }
}
