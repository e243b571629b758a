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
        let assembly = Assembly(try await common.settings())
        let folder = assembly.local.modelFolder
        for name in names {
            guard folder.installed.contains(name) else {
                let file = name == SpeechModelFile.catalogueName ? assembly.speech.installedPath : nil
                throw Problem(
                    .usage, "models.unknown", "the model \(name) was not installed by 'verbio models install'",
                    cure: file.map { "delete \($0)" }
                        ?? cure(
                            for: name, among: folder.installed,
                            otherwise: "'verbio models list' shows those that are here"))
            }
            _ = try folder.remove(name)
            try console.out("\(name) is removed")
        }
    }
}
