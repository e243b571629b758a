import ArgumentParser
import ProviderAdapters
import VerbioService

struct ProvidersDeclarations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "declarations",
        abstract: "Prints the declarations that come with Verbio, and what each setting means.",
        discussion: """
            A file of your own, providers.yaml beside your settings, adds to them and replaces entries of the same name: copy \
            what you want to change.

            EXAMPLES
              verbio providers declarations
              verbio providers declarations | less
            """)

    func run() async throws { try Console().record(ProviderCatalog.builtInText) }
}
