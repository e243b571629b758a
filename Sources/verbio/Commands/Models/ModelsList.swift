import ArgumentParser
import Language
import LocalEngines
import LocalModels
import Plumbing
import VerbioService

struct ModelsList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the models of the catalogue and those that are installed.",
        discussion: """
            EXAMPLES
              verbio models list
              verbio models list --json
            """)

    @Flag(help: "One JSON array.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    /// One model in the output of `--json`.
    private struct Shown: Encodable {
        var name: String
        var title: String
        var languages: [String]
        /// The directions of a translation model, or `all`; empty for other models.
        var translates: [String]
        var licence: String
        var bytes: Int64
        var installed: Bool
        /// Whether no public record states its hashes, so that its first download cannot be checked.
        var unpinned: Bool
        /// What it needs besides its files: `python`, `espeak-ng`, `open-jtalk`, `llama-server`.
        var needs: [CatalogueModel.Need]
    }

    func run() async throws {
        let console = Console()
        let assembly = Assembly(try await common.settings())
        var installed = Set(assembly.local.modelFolder.installed)
        // `make model` installs the speech network, too.
        if assembly.speech.isInstalled { installed.insert(SpeechModelFile.catalogueName) }
        let shown = try ModelCatalogue.builtIn().models.map { model in
            Shown(
                name: model.name, title: model.title, languages: model.languages, translates: model.translations,
                licence: model.licence, bytes: model.bytes, installed: installed.contains(model.name),
                unpinned: model.isUnpinned, needs: model.needs)
        }
        if json { return try console.json(shown) }
        let rows = shown.map { model in
            [
                model.name, model.installed ? "yes" : "–",
                megabytes(model.bytes) + " " + model.needs.map(\.sign).joined() + (model.unpinned ? "!" : ""),
                model.licence,
                Self.coverage(model.languages, model.translates),
            ]
        }
        for line in table(["model", "here", "size", "licence", "covers"], rows) { try console.out(line) }
        let isInstalled = assembly.local.workerEnvironment.isInstalled
        let packages = isInstalled ? "which are installed" : "90 MB; the first such model installs them"
        try console.out("\n* needs the worker's Python packages, \(packages)")
        try console.out("+ needs the program espeak-ng")
        try console.out("= needs Debian's packages \(OpenJTalkSynthesizer.packages.joined(separator: " and "))")
        try console.out("# needs llama.cpp's program llama-server")
        try console.out("! is unpinned: no public record states its hashes, so 'install' asks first")
    }

    /// The languages, or the directions with their common source written once: `en→es fr it pt`.
    private static func coverage(_ languages: [String], _ translates: [String]) -> String {
        if translates == ["all"] { return "all directions" }
        guard !translates.isEmpty else {
            return languages.compactMap(LanguageCode.init(rawValue:)).summary
        }
        let directions = translates.map { $0.split(separator: "-") }
        let sources = directions.compactMap(\.first)
        let targets = directions.compactMap(\.last)
        if let source = sources.first, Set(sources).count == 1 {
            return "\(source)→" + targets.joined(separator: " ")
        }
        if let target = targets.first, Set(targets).count == 1 {
            return sources.joined(separator: " ") + "→\(target)"
        }
        return directions.map { $0.joined(separator: "→") }.joined(separator: " ")
    }
}
