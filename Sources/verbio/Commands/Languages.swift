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
            "+2" stands for further engines, which --json names. A run uses those that --stt, --mt and --tts or the \
            settings name. Engines of this machine have grades, as far as they are known: + good, = fair, ~ rough. Those of \
            recognizers are measured. Those of translators are measured or published; --json says which, with the score.

            Twelve languages are tested. The others are basic: engines recognize, translate and speak them, and Verbio \
            passes the text through. It reads no numbers, dates and names in them, so fewer answers are checked.

            EXAMPLES
              verbio languages
              verbio languages --all
              verbio languages --json
            """)

    @Flag(help: "One JSON object: languages, varieties.")
    var json = false

    @Flag(help: "Show the engines of basic languages, too.")
    var all = false

    @OptionGroup(title: "Common") var common: CommonOptions

    func run() async throws {
        let console = Console()
        let coverage = try await LanguageCoverage(try await common.settings()) { console.note("verbio: \($0)") }
        guard !json else { return try console.json(coverage) }
        let shown = coverage.languages.filter { all || !$0.basic }
        let rows = shown.map { language in
            [
                language.tag.padded(to: 8) + language.shortName,
                Self.list(language.recognize.map { $0 + Self.mark(language.recognitionGrades[$0]) }),
                Self.list(language.translateInto.map(\.engine)), Self.list(language.speak),
            ]
        }
        try console.table(["language", "recognized by", "translated into by", "spoken by"], rows)
        try directions(coverage, on: console)
        if !all { try basic(coverage, on: console) }
        for language in coverage.languages where !language.recognizeInOtherScript.isEmpty {
            try console.out(
                "\n\(language.shortName) is often written in another script, and then marked (⚑ language), by")
            for engine in language.recognizeInOtherScript { try console.out("  " + engine) }
        }
        if shown.contains(where: \.lacksSomething) {
            try console.out("\n'verbio doctor' shows what can be installed.")
            try console.out("'verbio providers' shows what answers over the network.")
        }
        // If a variety is a script, it has its own line above.
        let varieties = coverage.varieties.filter { !$0.isScript }
        try console.out("\nVarieties of the languages")
        try console.table(
            ["", "tags"],
            LanguageCode.known.flatMap { code in
                Self.rows(code.rawValue, varieties.filter { $0.language == code.rawValue }.map(\.tag))
            })
        let engines = varieties.flatMap(\.toldTo).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        guard !engines.isEmpty else { return }
        try console.out("\nThe varieties that an engine knows; all others are the language as such to it")
        try console.table(
            ["engine", "varieties"],
            engines.flatMap { engine in
                let known = varieties.filter { $0.toldTo.contains(engine) }
                return Self.rows(engine, known.count == varieties.count ? ["all"] : known.map(\.tag))
            })
    }

    /// Shows from which language into which others the engines translate, and how well the best of them does.
    private func directions(_ coverage: LanguageCoverage, on console: Console) throws {
        let rows = LanguageCode.known.filter { all || !$0.isBasic }.map { from in
            let targets = coverage.languages.filter { all || !$0.basic }.compactMap { row -> String? in
                let engines = row.translateInto.filter { $0.from.contains(from.rawValue) }
                guard !engines.isEmpty else { return nil }
                return row.tag + Self.mark(engines.map { $0.quality(from: from) }.max() ?? .usual)
            }
            return (from, targets)
        }.flatMap { from, targets in targets.isEmpty ? [[from.rawValue, "–"]] : Self.rows(from.rawValue, targets, 12) }
        try console.out("\nTranslations that work here (+ good, = fair, ~ rough; no sign: not graded)")
        try console.table(["from", "into"], rows)
    }

    /// Names the basic languages, as many in a line as 80 columns need.
    private func basic(_ coverage: LanguageCoverage, on console: Console) throws {
        try console.out("\nBasic languages: their engines are shown by 'verbio languages --all'")
        let names = coverage.languages.filter(\.basic).map { "\($0.name) (\($0.tag))" }
        var lines = [""]
        for (index, name) in names.enumerated() {
            let piece = index + 1 < names.count ? name + ", " : name
            if lines[lines.count - 1].count + piece.count > 78 { lines.append("") }
            lines[lines.count - 1] += piece
        }
        for line in lines { try console.out("  " + line) }
    }

    private static func mark(_ grade: RecognitionGrade?) -> String {
        switch grade?.level {
        case .good: "+"
        case .fair: "="
        case .rough: "~"
        case nil: ""
        }
    }

    private static func mark(_ quality: TranslationQuality) -> String {
        switch quality {
        case .good: "+"
        case .fair: "="
        case .rough: "~"
        case .usual: ""
        }
    }

    /// A label with its tags, in as many rows as 80 columns need.
    private static func rows(_ label: String, _ tags: [String], _ count: Int = 9) -> [[String]] {
        stride(from: 0, to: tags.count, by: count).map { start in
            [start == 0 ? label : "", tags[start..<min(start + count, tags.count)].joined(separator: " ")]
        }
    }

    /// The first engines of a list, so that the table fits into 80 columns. `--json` has all.
    private static func list(_ names: [String]) -> String {
        guard !names.isEmpty else { return "–" }
        let count = names.prefix(2).joined(separator: " ").count > 15 ? 1 : 2
        let shown = names.prefix(count).map { $0.clipped(to: 15) }.joined(separator: " ")
        return names.count > count ? "\(shown) +\(names.count - count)" : shown
    }
}
