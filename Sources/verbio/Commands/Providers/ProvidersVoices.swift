import ArgumentParser
import Language
import Plumbing
import ProviderAdapters
import Providers
import VerbioService

struct ProvidersVoices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "voices",
        abstract: "Lists the voices of a provider or a local engine; if it has no such list, its configured voices.",
        discussion: """
            EXAMPLES
              verbio providers voices espeak-ng
              verbio providers voices elevenlabs
            """)

    @Argument(help: ArgumentHelp("Such as elevenlabs or espeak-ng.", valueName: "provider"))
    var name: String

    @Flag(help: "One JSON array.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let console = Console()
        let assembly = Assembly(try await common.settings())
        let voices = try await voices(assembly)
        if json {
            return try console.json(voices)
        }
        let rows = voices.map { [$0.id, $0.name ?? "", $0.languages.joined(separator: " ")] }
        try console.table(["voice", "name", "languages"], rows)
    }

    private func voices(_ assembly: Assembly) async throws -> [ListedVoice] {
        guard EngineNames.isLocal(name), try assembly.engines.stages(of: name).contains(.synthesis),
            let synthesizer = try assembly.engines.synthesizer(name)
        else { return try await assembly.engines.remote().voices(of: name, besides: EngineNames.speaking) }
        try await assembly.requireVoice(name)
        // In the engine's order: the first voice of a language is the one that is used if none is named.
        return synthesizer.capabilities.voices.map { ListedVoice(id: $0.id, languages: [$0.language.rawValue]) }
    }
}
