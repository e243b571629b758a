import ArgumentParser
import Language
import LocalEngines
import Plumbing
import ProviderAdapters
import Providers
import VerbioService

struct ProvidersList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract:
            "Shows which engines are installed and which providers are configured, and what each costs.",
        discussion: """
            One line per provider. --wide shows everything that each can do, on lines as long as necessary, and \
            'verbio providers show NAME' does so for one.

            The price of a minute is estimated as by 'estimate', with the dated prices of the declarations. It is a minute of \
            speech in \(SpeechAmount.minute.utterances) utterances, each with \(Int(SpeechAmount.padding)) s around it, with \
            \(Int(UsageForecast.charactersPerSecond)) characters per second, and with the context of the settings.

            EXAMPLES
              verbio providers
              verbio providers list --wide
              verbio providers --json
            """)

    @Flag(help: "Everything that each can do, on lines as long as necessary.")
    var wide = false

    @Flag(help: "One JSON object: engines, providers, stages.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let console = Console()
        let listing = try await ProviderListing(try await common.settings()) { console.note("verbio: \($0)") }
        if json { return try print(listing, to: console) }
        try engines(listing, console)
        try remote(listing, console)
        for note in listing.sunsets(of: listing.declared.map(\.name)) { try console.out("\n" + note) }
        let scenarios = listing.assembly.engines.scenarioNames.map { "sim:" + $0 }.joined(separator: " ")
        try console.out("\nSimulated engines, for every stage and language: \(scenarios)")
        if !wide {
            try console.out(
                "\n'verbio providers show NAME' shows what one can do, 'verbio providers --wide' all of them.")
        }
    }

    private func engines(_ listing: ProviderListing, _ console: Console) throws {
        try console.out("Engines on this machine")
        let rows = listing.engines.map { engine in
            [
                engine.name, engine.stage.shortName,
                engine.installed ? engine.version ?? "installed" : "missing",
                wide && engine.stage == .translation ? pairs(engine.pairs) : listing.coverage(of: engine),
            ]
        }
        try show(["engine", "does", "version", "covers"], rows, console)
        for engine in listing.engines where !engine.missing.isEmpty {
            try console.out("\n\(engine.name) lacks \(engine.shortlyMissing)", under: 2)
            if let command = engine.installCommand { try console.command(command, behind: "  ", at: 4) }
        }
        for model in ModelAdvisor(listing.assembly).advice(listing.engines) {
            try console.out("\n\(model.line)", under: 2)
            try console.command(model.command, behind: "  ", at: 4)
        }
    }

    private func remote(_ listing: ProviderListing, _ console: Console) throws {
        guard wide else {
            try console.out("\nProviders over the network, with the price of a minute of speech")
            let rows = listing.declared.map { name, provider in
                [name] + Stage.allCases.map { price(listing, name, $0) } + [listing.key(of: name, provider)]
            }
            return try show(["provider", "stt", "mt", "tts", "key"], rows, console)
        }
        try console.out("\nProviders over the network (config/providers.yaml)")
        let rows = listing.declared.map { name, provider in
            [
                name, provider.recognition?.model ?? "–", provider.translation?.model ?? "–",
                provider.synthesis?.model ?? "–", listing.key(of: name, provider),
            ]
        }
        try show(["provider", "stt", "mt", "tts", "key"], rows, console)
        try console.out("\nWhat they can, and what a minute of speech costs")
        try show(StageOffer.header, listing.offers.map(\.row), console)
    }

    private func show(_ header: [String], _ rows: [[String]], _ console: Console) throws {
        guard wide else { return try console.table(header, rows) }
        for line in table(header, rows) { try console.record(line.printable) }
    }

    /// The price of a provider for a stage; a dash if it does not do the stage.
    private func price(_ listing: ProviderListing, _ name: String, _ stage: Stage) -> String {
        if let offer = listing.offers.first(where: { $0.provider == name && $0.stage == stage }) {
            return offer.price
        }
        return listing.setup.stages(of: name).contains(stage) ? "?" : "–"
    }

    private func print(_ listing: ProviderListing, to console: Console) throws {
        struct Remote: Encodable {
            var name: String
            var hasKey: Bool
            var declaration: ProviderDeclaration
        }
        struct Everything: Encodable {
            var engines: [EngineStatus]
            var moreModels: [ModelAdvice]
            var providers: [Remote]
            var stages: [StageOffer]
            /// The scenario names that can follow `sim:`.
            var scenarios: [String]
        }
        let remote = listing.declared.map { name, declaration in
            Remote(
                name: name, hasKey: listing.setup.hasKey(declaration), declaration: declaration.redacted)
        }
        try console.json(
            Everything(
                engines: listing.engines, moreModels: ModelAdvisor(listing.assembly).advice(listing.engines),
                providers: remote, stages: listing.offers,
                scenarios: listing.assembly.engines.scenarioNames))
    }

    /// `en→es fr it pt, es→…`
    private func pairs(_ pairs: Set<LanguagePair>) -> String {
        LanguageCode.known.compactMap { from in
            let targets = LanguageCode.known.filter { to in pairs.contains { $0.from == from && $0.to == to } }
            return targets.isEmpty ? nil : "\(from)→" + targets.map(\.rawValue).joined(separator: " ")
        }.joined(separator: ", ")
    }
}
