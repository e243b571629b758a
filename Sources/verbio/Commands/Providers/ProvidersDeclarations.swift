import ArgumentParser
import ProviderAdapters
import VerbioService

struct ProvidersDeclarations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "declarations",
        abstract: "Prints the declarations that come with Verbio, and what each setting means.",
        discussion: """
            Your own file, providers.yaml next to your settings, adds entries and replaces those of the same name. Copy the \
            entries that you want to change.

            EXAMPLES
              verbio providers declarations
              verbio providers declarations | less
            """)

    func run() async throws { try Console().record(ProviderCatalog.builtInText) }
}
