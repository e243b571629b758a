import ArgumentParser
import Language
import LocalEngines
import Plumbing
import ProviderAdapters
import Providers
import VerbioService

struct ProvidersShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows what an engine or a provider can do, what it costs and what it needs.",
        discussion: """
            EXAMPLES
              verbio providers show groq
              verbio providers show pocketsphinx --json
            """)

    @Argument(help: ArgumentHelp("Engines and providers, such as groq or apertium.", valueName: "provider"))
    var names: [String]

    @Flag(help: "One JSON array of what they do.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    private static let margin = 14

    func run() async throws {
        let console = Console()
        let listing = try await ProviderListing(try await common.settings()) { problem in
            if names.contains(where: { problem.description.contains($0) }) { console.note("verbio: \(problem)") }
        }
        for name in names where !knows(name, listing) {
            throw Problem(
                .usage, "provider.unknown", "there is no provider '\(name)'",
                cure: cure(
                    for: name, among: Set(listing.offers.map(\.provider)).sorted(),
                    otherwise: "'verbio providers' lists them"))
        }
        if json { return try console.json(listing.offers.filter { names.contains($0.provider) }) }
        for name in names {
            if name != names.first { try console.out("") }
            try tell(name, listing, console)
        }
    }

    private func knows(_ name: String, _ listing: ProviderListing) -> Bool {
        listing.setup.catalog.providers[name] != nil || listing.engines.contains { $0.name == name }
    }

    private func tell(_ name: String, _ listing: ProviderListing, _ console: Console) throws {
        func item(_ label: String, _ text: String) throws { try console.item(label, text, at: Self.margin) }
        try console.out(name)
        // One engine may do several stages; what is the same for each is shown once.
        var told: Set<String> = []
        for engine in listing.engines where engine.name == name {
            let version = engine.installed ? engine.version ?? "installed" : "missing"
            if told.insert(version).inserted { try item("  version", version) }
            try item("  covers", listing.coverage(of: engine))
            if !engine.missing.isEmpty { try item("  lacks", engine.missing.joined(separator: ", ")) }
            if let command = engine.installCommand, told.insert(command).inserted {
                try console.command(command, behind: "  install", at: Self.margin)
            }
        }
        if let declaration = listing.setup.catalog.providers[name] {
            try item("  key", listing.key(of: name, declaration))
            let urls = declaration.redacted.allURLs
            if urls.count > 1 { try item("  addresses", urls.joined(separator: ", ")) }
        }
        for offer in listing.offers where offer.provider == name {
            try console.out("")
            for (label, text) in offer.lines { try item("  " + label, text) }
        }
        for note in listing.sunsets(of: [name]) { try console.out("\n" + note) }
    }
}
