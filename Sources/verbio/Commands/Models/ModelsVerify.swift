import ArgumentParser
import LocalModels
import Plumbing
import VerbioService

struct ModelsVerify: AsyncParsableCommand {
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
        let (folder, catalogue) = (assembly.local.modelFolder, try ModelCatalogue.builtIn())
        let speech = SpeechModelFile.catalogueName
        // `make model` puts the file of the speech network without a folder of its own.
        let isAlone = assembly.speech.isInstalled && !folder.installed.contains(speech)
        let wanted = names.isEmpty ? folder.installed + (isAlone ? [speech] : []) : names
        if wanted.isEmpty {
            console.note("No model is installed; 'verbio models install whisper-base' installs one.")
        }
        var damaged: [String] = []
        for name in wanted {
            if name == speech, isAlone {
                if let damage = assembly.speech.damage { throw damage }
                try console.out("\(name): intact")
                continue
            }
            switch folder.verify(name, in: catalogue) {
            case .intact: try console.out("\(name): intact")
            case .notInstalled: throw catalogue.lack(of: name)
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
