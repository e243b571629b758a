internal import Language

/// The words with which a language writes numbers, months and times of day, folded as ``FoldedText`` folds.
struct NumberWords: Sendable {
    enum Role: Sendable, Equatable {
        /// Adds its value: seven, seventy, doscientos.
        case value(Int)
        /// Adds its value and ends the number: seventh.
        case ordinal(Int)
        /// Multiplies what comes before it by a hundred.
        case hundred
        /// Multiplies by a power of ten: thousand, lakh.
        case scale(Int)
        /// Twelve times what comes before it.
        case dozen
    }

    private(set) var roles: [String: Role] = [:]
    /// Words between the parts of one number: and, y, et.
    private(set) var joiners: Set<String> = []
    /// Words that may mean something other than a number if they stand alone.
    private(set) var unsure: Set<String> = []
    /// Fractions and pairs by their hundredths (half 50, both 200). They are never certain.
    private(set) var loose: [String: Int] = [:]
    /// Phrases that add hundredths after a number (and its unit): "and a half" 50, "moins le quart" -25. The longest first.
    private(set) var suffixes: [(words: [String], hundredths: Int)] = []
    /// Phrases that add hundredths before a number: "half past" 50, "halb" -50.
    private(set) var prefixes: [(words: [String], hundredths: Int)] = []
    private(set) var months: [String: Int] = [:]
    /// Months with a name that means something else, too.
    private(set) var unsureMonths: Set<String> = []
    /// Phrases for before noon and after noon, each a list of words.
    private(set) var morning: [[String]] = []
    private(set) var afternoon: [[String]] = []
    /// Words that say that a number is below zero, and that an hour is meant.
    private(set) var minus: [[String]] = []
    /// Phrases with numbers that count nothing: "two of a kind". A number in them is never certain.
    private(set) var idioms: [[String]] = []
    /// Whether numbers are written as one word that must be taken apart.
    var isCompounding = false
    /// The parts of compounds, longest first.
    private(set) var compoundParts: [(part: String, role: Role?)] = []

    /// - Parameter fields: as in `Sources/Numerals/Words/numbers.txt`.
    private init(_ fields: [String: String], _ language: LanguageCode) {
        func field(_ name: String) -> String { fields[name] ?? "" }
        func phrases(_ name: String) -> [[String]] { field(name).split(separator: ",").map { FoldedText.words($0) } }
        for (word, value) in Self.pairs(field("values")) { roles[word] = .value(value) }
        for (word, value) in Self.pairs(field("ordinals")) { roles[word] = .ordinal(value) }
        for word in FoldedText.words(field("hundreds")) { roles[word] = .hundred }
        for (word, power) in Self.pairs(field("scales")) { roles[word] = .scale(power) }
        for word in FoldedText.words(field("dozens")) { roles[word] = .dozen }
        joiners = Set(FoldedText.words(field("joiners")))
        unsure = Set(FoldedText.words(field("unsure")))
        loose = Dictionary(Self.pairs(field("loose"))) { first, _ in first }
        suffixes = Self.hundredths(field("suffixes"))
        prefixes = Self.hundredths(field("prefixes"))
        let names = MonthNames.written[language] ?? []
        months = Dictionary(
            zip(names.map(FoldedText.fold), 1...).map { ($0, $1) } + Self.pairs(field("months"))
        ) { first, _ in first }
        unsureMonths = Set(FoldedText.words(field("unsure-months")))
        morning = phrases("morning")
        afternoon = phrases("afternoon")
        minus = phrases("minus")
        idioms = phrases("idioms")
        if let joiner = fields["compound"] {
            compound(with: joiner == "-" ? nil : joiner, parts: field("compound-parts"))
        }
    }

    /// The words are for numbers that may be written as one word, joined by `joiner`.
    private mutating func compound(with joiner: String?, parts: String) {
        isCompounding = true
        for (word, value) in Self.pairs(parts) { compoundParts.append((word, .value(value))) }
        compoundParts += roles.compactMap { word, role in
            if case .scale(let power) = role, power > 3 { return nil }
            return (word, role)
        }
        if let joiner { compoundParts.append((joiner, nil)) }
        compoundParts.sort { ($0.part.unicodeScalars.count, $0.part) > ($1.part.unicodeScalars.count, $1.part) }
    }

    private static func pairs(_ text: String) -> [(String, Int)] {
        text.split(whereSeparator: \.isWhitespace).compactMap { entry in
            let halves = entry.split(separator: "=")
            guard halves.count == 2, let value = Int(halves[1]) else { return nil }
            return (FoldedText.fold(String(halves[0])), value)
        }
    }

    private static func hundredths(_ text: String) -> [(words: [String], hundredths: Int)] {
        text.split(separator: ",").compactMap { entry in
            let halves = entry.split(separator: "=")
            guard halves.count == 2, let value = Int(halves[1]) else { return nil }
            return (FoldedText.words(halves[0]), value)
        }
        .sorted { $0.words.count > $1.words.count }
    }

    // Each language is read when it is first needed.
    static func of(_ language: LanguageCode) -> NumberWords {
        switch language {
        case .en: english
        case .es: spanish
        case .fr: french
        case .de: german
        case .it: italian
        case .pt: portuguese
        case .zh: chinese
        case .ja: japanese
        case .ko: korean
        case .ar: arabic
        case .hi: hindi
        case .ru: russian
        default: none
        }
    }

    private static let english = NumberWords(.en)
    private static let spanish = NumberWords(.es)
    private static let french = NumberWords(.fr)
    private static let german = NumberWords(.de)
    private static let italian = NumberWords(.it)
    private static let portuguese = NumberWords(.pt)
    private static let chinese = NumberWords(.zh)
    private static let japanese = NumberWords(.ja)
    private static let korean = NumberWords(.ko)
    private static let arabic = NumberWords(.ar)
    private static let hindi = NumberWords(.hi)
    private static let russian = NumberWords(.ru)
    /// Of a basic language only digits are read.
    private static let none = NumberWords([:], .en)

    private static let sections = WordFile("Numerals/numbers.txt").sectionsByLanguage

    private init(_ language: LanguageCode) {
        let fields = Self.sections[language]?.fields ?? []
        self.init(Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }, language)
    }
}
