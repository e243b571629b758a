import ArgumentParser
import FoundationEssentials
import Language
import OfflineEngines
import Plumbing
import Providers

struct Providers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows, per stage, which engines are installed, which are missing and how to install them.")

    @Flag(help: "One JSON array.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let console = Console()
        let assembly = Assembly(settings: try await common.settings())
        let engines = await offlineEngineInventory(try assembly.engines())
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            return try console.out(String(decoding: try encoder.encode(engines), as: UTF8.self))
        }
        let rows = engines.map { engine in
            [
                engine.stage.rawValue, engine.name, engine.installed ? engine.version ?? "installed" : "missing",
                engine.stage == .translation ? pairs(engine.pairs) : languages(engine.languages),
            ]
        }
        for line in table(["stage", "engine", "version", "covers"], rows) { try console.out(line) }
        for engine in engines where !engine.missing.isEmpty {
            try console.out("\n\(engine.name) lacks \(engine.shortlyMissing)")
            if let command = engine.installCommand { try console.out("  \(command)") }
        }
        try console.out("\nBesides these there are simulated engines, sim:SCENARIO, for every stage and language.")
    }

    private func languages(_ languages: Set<LanguageCode>) -> String {
        LanguageCode.allCases.filter(languages.contains).map(\.rawValue).joined(separator: " ")
    }

    /// `en→es fr it pt, es→…`
    private func pairs(_ pairs: Set<LanguagePair>) -> String {
        LanguageCode.allCases.compactMap { from in
            let targets = LanguageCode.allCases.filter { to in pairs.contains { $0.from == from && $0.to == to } }
            return targets.isEmpty ? nil : "\(from)→" + targets.map(\.rawValue).joined(separator: " ")
        }.joined(separator: ", ")
    }
}
