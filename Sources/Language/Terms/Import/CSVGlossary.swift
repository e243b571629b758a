internal import Plumbing

/// A glossary as a table with commas, semicolons or tabs, quoted as in RFC 4180.
///
/// The headings are `source`, `target`, `keep`, `heard as`, `from`, `to` and `note` in any order. Without a line of headings
/// the columns are source, target, from and to, as other services export them. Languages may replace the headings source and
/// target (`en,es`, `English,Spanish`); they name the language of their columns. Several forms are separated by `|`.
enum CSVGlossary {
    private enum Column {
        case source, target, kept, heardAs, from, to, note
        /// A column in a language that the conversation does not have.
        case ignored

        init?(_ heading: String) {
            switch heading.lowercased().filter({ $0.isLetter }) {
            case "source", "term": self = .source
            case "target", "targets", "translation": self = .target
            case "keep", "donottranslate", "dnt": self = .kept
            case "heardas", "heard", "aliases": self = .heardAs
            case "from", "sourcelanguage", "sourcelang": self = .from
            case "to", "targetlanguage", "targetlang": self = .to
            case "note", "notes", "comment": self = .note
            default: return nil
            }
        }

        /// Whether the column can stand beside columns that are named after their languages.
        var isBesideLanguages: Bool { self == .kept || self == .heardAs || self == .note }
    }

    /// - Parameter pair: the conversation's languages; if the table has more columns of languages, only these are read.
    static func terms(_ text: String, for pair: LanguagePair) throws(Problem) -> [Glossary.Term] {
        var rows = CSVRows(text)
        var columns: [Column?] = [.source, .target, .from, .to]
        var way: LanguagePair?
        var terms: [Glossary.Term] = []
        var isFirst = true
        while let row = try rows.next() {
            defer { isFirst = false }
            if row.cells.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) { continue }
            if isFirst, row.cells.contains(where: { ["source", "term"].contains($0.lowercased().filter(\.isLetter)) }) {
                columns = try headings(row)
                continue
            }
            if isFirst, let named = languages(row, pair) {
                way = named
                columns = try headings(row, named)
                continue
            }
            var entry = try entry(row, columns)
            if let way { (entry.from, entry.to) = (way.from.rawValue, way.to.rawValue) }
            terms.append(try entry.term())
            guard terms.count <= 4 * Glossary.Limits.terms else { break }
        }
        return terms
    }

    /// The languages that the first line names for the columns, the language of the terms first.
    ///
    /// The result is nil if the line is already a term. A word is hardly ever the name of one language and its
    /// translation that of another.
    private static func languages(_ row: CSVRows.Row, _ pair: LanguagePair) -> LanguagePair? {
        let beside = row.cells.filter { Column($0) == nil }
        let named = beside.compactMap(language)
        guard beside.prefix(2).compactMap(language).count == 2, Set(named).count == named.count else { return nil }
        // If two columns are in one language, take the one in its script.
        let own = [pair.source, pair.target].compactMap { tag in
            named.first { $0 == tag } ?? named.first { $0.code == tag.code }
        }
        let both = own.count == 2 ? own.sorted { named.firstIndex(of: $0) ?? 0 < named.firstIndex(of: $1) ?? 0 } : named
        return try? LanguagePair(both[0], to: both[1])
    }

    /// The language a heading names: a tag, or a name in English.
    private static func language(_ heading: String) -> LanguageTag? {
        let heading = heading.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let parts: [Substring] = heading.split { $0 == "-" || $0 == "_" }
        // A longer part does not belong to a code: `de-facto` is a word.
        guard parts.dropFirst().allSatisfy({ $0.count <= 4 }) else { return nil }
        return try? LanguageTag(parsing: heading)
    }

    /// - Parameter way: the languages of the terms and of their forms, if the headings name languages.
    private static func headings(_ row: CSVRows.Row, _ way: LanguagePair? = nil) throws(Problem) -> [Column?] {
        var columns: [Column?] = []
        for cell in row.cells {
            if way != nil, let language = language(cell) {
                columns.append(language == way?.source ? .source : language == way?.target ? .target : .ignored)
                continue
            }
            guard let column = Column(cell), way == nil || column.isBesideLanguages else {
                throw Problem(
                    .usage, "glossary.format", "line \(row.line): there is no column '\(cell.prefix(40))'",
                    cure: way == nil
                        ? "use source, target, keep, heard as, from, to and note"
                        : "use keep, heard as and note beside the languages")
            }
            columns.append(column)
        }
        return columns
    }

    private static func entry(_ row: CSVRows.Row, _ columns: [Column?]) throws(Problem) -> GlossaryEntry {
        var entry = GlossaryEntry(line: row.line)
        for (index, cell) in row.cells.enumerated() {
            guard index < columns.count, let column = columns[index] else {
                if cell.allSatisfy(\.isWhitespace) { continue }
                throw entry.problem(
                    "there are \(row.cells.count) columns where \(columns.count) are expected",
                    "quote cells that have a separator in them, or add a line of headings")
            }
            switch column {
            case .source: entry.source = cell
            case .target: entry.targets = forms(cell)
            case .heardAs: entry.heardAs = forms(cell)
            case .kept:
                switch cell.lowercased().filter({ !$0.isWhitespace }) {
                case "", "no", "false", "0": break
                case "yes", "true", "1", "x": entry.isKept = true
                default: throw entry.problem("'\(cell.prefix(40))' is neither yes nor no", "write yes or no")
                }
            case .from: entry.from = cell
            case .to: entry.to = cell
            case .note: entry.note = cell
            case .ignored: break
            }
        }
        return entry
    }

    private static func forms(_ cell: String) -> [String] { cell.split(separator: "|").map(String.init) }
}

/// The rows of a table in order, with the lines on which they begin.
struct CSVRows {
    struct Row: Equatable {
        /// The number of the line, from 1.
        var line: Int
        var cells: [String]
    }

    private var scalars: String.UnicodeScalarView.SubSequence
    private let separator: Unicode.Scalar
    private var line = 1

    init(_ text: String) {
        scalars = text.unicodeScalars[...]
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        separator = Self.separator(of: scalars.prefix { $0 != "\n" && $0 != "\r" })
    }

    /// The separator that is most frequent outside quotes in the first line; a comma if there is none.
    private static func separator(of line: String.UnicodeScalarView.SubSequence) -> Unicode.Scalar {
        var counts: [Unicode.Scalar: Int] = [:]
        var isQuoted = false
        for scalar in line {
            if scalar == "\"" { isQuoted.toggle() } else if !isQuoted { counts[scalar, default: 0] += 1 }
        }
        let candidates: [Unicode.Scalar] = [",", ";", "\t"]
        return candidates.max { counts[$0, default: 0] < counts[$1, default: 0] && counts[$1] != nil } ?? ","
    }

    /// - Throws: ``Problem`` of kind `usage`, code `glossary.format`, if quotes are not closed.
    mutating func next() throws(Problem) -> Row? {
        guard !scalars.isEmpty else { return nil }
        var row = Row(line: line, cells: [])
        var cell = ""
        var isQuoted = false
        while let scalar = scalars.popFirst() {
            if isQuoted {
                if scalar == "\n" { line += 1 }
                if scalar != "\"" {
                    cell.unicodeScalars.append(scalar)
                } else if scalars.first == "\"" {
                    scalars.removeFirst()
                    cell.unicodeScalars.append(scalar)
                } else {
                    isQuoted = false
                }
                continue
            }
            switch scalar {
            case "\"" where cell.allSatisfy(\.isWhitespace):
                cell = ""
                isQuoted = true
            case separator:
                row.cells.append(cell)
                cell = ""
            case "\r" where scalars.first == "\n": break
            case "\n", "\r":
                line += 1
                row.cells.append(cell)
                return row
            default: cell.unicodeScalars.append(scalar)
            }
        }
        guard !isQuoted else {
            throw Problem(
                .usage, "glossary.format", "line \(row.line): its quotation marks are not closed", cure: "close them")
        }
        row.cells.append(cell)
        return row
    }
}
