import ArgumentParser
import Language
import Plumbing
import Providers
import VerbioService

struct Languages: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "languages",
        abstract: "Shows the languages, and which engines recognize, translate and speak each.",
        discussion: """
            Of the engines that are installed, of those that the settings name, and of the providers whose key is set. \
            Behind a translator stand the languages that it translates from, unless these are all. A run uses those that \
            --stt, --mt and --tts or the settings name.

            EXAMPLES
              verbio languages
              verbio languages --json
            """)

    @Flag(help: "One JSON object: languages, varieties.")
    var json = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let console = Console()
        let coverage = try await LanguageCoverage(try await common.settings()) { console.note("verbio: \($0)") }
        guard !json else { return try console.json(coverage) }
        let rows = coverage.languages.map { language in
            [
                language.tag.padded(to: 8) + language.shortName, Self.list(language.recognize),
                Self.list(language.translateInto.map(\.told)), Self.list(language.speak),
            ]
        }
        try console.table(["language", "recognized by", "translated by", "spoken by"], rows)
        let rough = Set(coverage.languages.flatMap(\.translateInto).filter { $0.quality == .rough }.map(\.engine))
        if !rough.isEmpty {
            try console.out("\nGood for the gist alone: translations by \(rough.sorted().joined(separator: ", ")).")
        }
        if coverage.languages.contains(where: \.lacksSomething) {
            try console.out("\n'verbio doctor' shows what can be installed.")
            try console.out("'verbio providers' shows what answers over the network.")
        }
        // If a variety is a script, it has its own line above.
        let varieties = coverage.varieties.filter { !$0.isScript }
        try console.out("\nVarieties of the languages")
        try console.table(
            ["", "tags"],
            LanguageCode.allCases.compactMap { code in
                let some = varieties.filter { $0.language == code.rawValue }.map(\.tag)
                return some.isEmpty ? nil : [code.rawValue, some.joined(separator: " ")]
            })
        let engines = varieties.flatMap(\.toldTo).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        guard !engines.isEmpty else { return }
        try console.out("\nThe varieties that an engine knows; all others are the language as such to it")
        try console.table(
            ["engine", "varieties"],
            engines.map { engine in
                let known = varieties.filter { $0.toldTo.contains(engine) }
                return [engine, known.count == varieties.count ? "all" : known.map(\.tag).joined(separator: " ")]
            })
    }

    private static func list(_ names: [String]) -> String { names.isEmpty ? "–" : names.joined(separator: " ") }
}
