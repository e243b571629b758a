import ArgumentParser
import LocalModels
import Plumbing
import VerbioService

struct ModelsPath: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path", abstract: "Prints the folder or file of a model, or the folder of all models.",
        discussion: """
            EXAMPLES
              verbio models path whisper-base
            """)

    @Argument(help: ArgumentHelp("Such as whisper-base.", valueName: "model"))
    var name: String?

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let assembly = Assembly(try await common.settings())
        let folder = assembly.local.modelFolder
        guard let name else { return try Console().out(folder.path) }
        guard folder.installed.contains(name) else {
            // `make model` puts the file of the speech network without a folder of its own.
            if name == SpeechModelFile.catalogueName, let path = assembly.speech.installedPath {
                return try Console().out(path)
            }
            throw try ModelCatalogue.builtIn().lack(of: name)
        }
        try Console().out(folder.path(of: name))
    }
}
