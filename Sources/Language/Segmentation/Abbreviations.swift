/// Words of a language that a full stop follows without ending the sentence, and words that begin a new sentence.
///
/// The words are in lower case and without the last full stop.
struct Abbreviations: Sendable {
    /// Abbreviations before a name, a number or an explanation, so the sentence continues: titles, `p.`, `z. B.`
    let leading: Set<String>
    /// Abbreviations that may end a sentence; they do if a word of `starters` follows.
    let trailing: Set<String>
    /// Words that begin sentences and are not part of names.
    let starters: Set<String>
    /// Abbreviations that are also words: they are abbreviations only before numbers.
    let alsoWords: Set<String>

    /// - Parameter titles: these are written in the language of the named person.
    private init(_ section: WordFile.Section?, titles: WordFile.Section?) {
        let fields = Dictionary(section?.fields.map { ($0.name, $0.value) } ?? []) { first, _ in first }
        func words(_ name: String) -> Set<String> {
            Set((fields[name] ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
        }
        let titled = titles?.fields.flatMap { $0.value.split(separator: " ").map(String.init) } ?? []
        leading = words("leading").union(titled)
        trailing = words("trailing")
        starters = words("starters")
        alsoWords = words("words")
    }

    static subscript(language: LanguageCode) -> Abbreviations { all[language] ?? others }

    private static let sections = WordFile("Language/abbreviations.txt").sectionsByName
    private static let others = Abbreviations(sections["others"], titles: sections["titles"])
    private static let all: [LanguageCode: Abbreviations] = Dictionary(
        uniqueKeysWithValues: LanguageCode.tested.compactMap { language in
            sections[language.rawValue].map { (language, Abbreviations($0, titles: sections["titles"])) }
        })
}
