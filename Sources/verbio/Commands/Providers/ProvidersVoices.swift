import ArgumentParser
import Plumbing
import ProviderAdapters
import VerbioService

struct ProvidersVoices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voices",
        abstract: "Lists the voices of a provider; if it has no such list, its configured voices.",
        discussion: """
            EXAMPLES
              verbio providers voices espeak
              verbio providers voices elevenlabs
            """)

    @Argument(help: ArgumentHelp("Such as elevenlabs.", valueName: "provider"))
    var name: String

    @Flag(help: "One JSON array.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let console = Console()
        let assembly = Assembly(try await common.settings())
        let voices = try await assembly.engines.remote().voices(of: name)
        if json {
            return try console.json(voices)
        }
        let rows = voices.map { [$0.id, $0.name ?? "", $0.languages.joined(separator: " ")] }
        try console.table(["voice", "name", "languages"], rows)
    }
}
