internal import Language

/// Units, shares and currencies: the words by which texts name them, and how their signs are spoken.
struct UnitTable: Sendable {
    static let shared = UnitTable()

    /// The tag of each unit, and its words and signs; `*` ends a beginning of a word. Of two units with the same word, the later
    /// one counts.
    let read: [(tag: String, words: [String])]
    /// The currencies that a sign stands for. A sign that may stand for several in a language is left out.
    let currencies: [LanguageCode: [String: CurrencyName]]
    /// The signs of currencies, the longest first.
    let currencySigns: [String]
    /// The names of `%`; Chinese says the name before the number.
    let percent: [LanguageCode: [String]]
    /// The names of the signs of measures, in the forms with which a language counts.
    private let measures: [LanguageCode: [String: [String]]]
    /// The longest sign of a measure, in characters.
    let longestMeasure: Int

    func measure(_ sign: String, _ language: LanguageCode) -> [String]? { measures[language]?[sign] }

    private init() {
        var read: [(tag: String, words: [String])] = []
        var currencies: [LanguageCode: [String: CurrencyName]] = [:]
        var percent: [LanguageCode: [String]] = [:]
        var measures: [LanguageCode: [String: [String]]] = [:]
        for section in WordFile("Numerals/units.txt").sections {
            for (field, value) in section.fields {
                guard let language = LanguageCode(rawValue: field) else {
                    read.append((section.name, value.split(separator: " ").map(String.init)))
                    continue
                }
                let halves = value.split(separator: "=", maxSplits: 1)
                guard halves.count == 2 else { continue }
                for sign in halves[0].split(separator: " ").map(String.init) {
                    switch section.name.first {
                    case "C": currencies[language, default: [:]][sign] = CurrencyName(halves[1])
                    case "P": percent[language] = Self.forms(halves[1])
                    default: measures[language, default: [:]][sign] = Self.forms(halves[1])
                    }
                }
            }
        }
        (self.read, self.currencies, self.percent, self.measures) = (read, currencies, percent, measures)
        currencySigns = Set(currencies.values.flatMap(\.keys)).sorted { ($1.count, $0) < ($0.count, $1) }
        longestMeasure = measures.values.flatMap(\.keys).map(\.count).max() ?? 0
    }

    /// `one|several`
    fileprivate static func forms(_ text: some StringProtocol) -> [String] {
        text.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
    }
}

/// What money is called in one language.
struct CurrencyName: Sendable {
    /// One, several; in Russian one, two to four, more.
    var whole: [String]
    /// The hundredth part; empty if it is not said.
    var part: [String]
    var gender: GrammaticalGender
    var partGender: GrammaticalGender

    /// The word between the whole and the hundredth parts.
    static let joint: [LanguageCode: String] = [.en: "and", .es: "con", .it: "e", .pt: "e"]

    /// Reads `one|several feminine; cent|cents`.
    fileprivate init(_ text: some StringProtocol) {
        let halves = text.split(separator: ";")
        func read(_ index: Int) -> ([String], GrammaticalGender) {
            guard index < halves.count else { return ([], .masculine) }
            let isFeminine = halves[index].hasSuffix(" feminine")
            let names = isFeminine ? halves[index].dropLast(" feminine".count) : halves[index]
            return (UnitTable.forms(names), isFeminine ? .feminine : .masculine)
        }
        (whole, gender) = read(0)
        (part, partGender) = read(1)
    }

    /// The currency that a sign stands for in a language; nil if it may be several.
    static func named(_ sign: String, _ language: LanguageCode) -> CurrencyName? {
        UnitTable.shared.currencies[language]?[sign]
    }
}

enum GrammaticalGender: Sendable { case masculine, feminine }
