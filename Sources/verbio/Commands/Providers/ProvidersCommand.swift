import ArgumentParser
import VerbioService

struct ProvidersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers",
        abstract: "Shows engines and providers, tries them, and lists their voices.",
        discussion: """
            EXAMPLES
              verbio providers
              verbio providers show groq
              verbio providers check groq deepl
              verbio providers voices elevenlabs
            """,
        subcommands: [
            ProvidersList.self, ProvidersShow.self, ProvidersCheck.self, ProvidersVoices.self,
            ProvidersDeclarations.self,
        ], defaultSubcommand: ProvidersList.self)
}
