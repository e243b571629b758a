internal import Language

/// The words with which a language writes numbers, months and times of day, folded as ``FoldedText`` folds.
struct NumberWords: Sendable {
    enum Role: Sendable, Equatable {
        /// Adds its value: seven, seventy, doscientos.
        case value(Int)
        /// Adds its value and ends the number: seventh.
        case ordinal(Int)
        /// Multiplies what stands before it by a hundred.
        case hundred
        /// Multiplies by a power of ten: thousand, lakh.
        case scale(Int)
        /// Twelve times what stands before it.
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

    /// - Parameters:
    ///   - values: `word=7` with blanks between, likewise the others.
    ///   - unsure: words.
    ///   - suffixes: `and a half=50` with commas between, likewise `prefixes`.
    init(
        values: String, ordinals: String = "", hundreds: String = "", scales: String = "", dozens: String = "",
        joiners: String = "", unsure: String = "", loose: String = "", suffixes: String = "", prefixes: String = "",
        monthsOf named: LanguageCode? = nil, months: String = "", unsureMonths: String = "", morning: String = "",
        afternoon: String = "",
        minus: String = "",
        idioms: String = ""
    ) {
        for (word, value) in Self.pairs(values, " ") { roles[word] = .value(value) }
        for (word, value) in Self.pairs(ordinals, " ") { roles[word] = .ordinal(value) }
        for word in FoldedText.words(hundreds) { roles[word] = .hundred }
        for (word, power) in Self.pairs(scales, " ") { roles[word] = .scale(power) }
        for word in FoldedText.words(dozens) { roles[word] = .dozen }
        self.joiners = Set(FoldedText.words(joiners))
        self.unsure = Set(FoldedText.words(unsure))
        self.loose = Dictionary(Self.pairs(loose, " ")) { first, _ in first }
        self.suffixes = Self.phrases(suffixes)
        self.prefixes = Self.phrases(prefixes)
        let names = named.flatMap { MonthNames.written[$0] } ?? []
        self.months = Dictionary(
            zip(names.map(FoldedText.fold), 1...).map { ($0, $1) } + Self.pairs(months, " ")
        ) { first, _ in first }
        self.unsureMonths = Set(FoldedText.words(unsureMonths))
        self.morning = morning.split(separator: ",").map { FoldedText.words($0) }
        self.afternoon = afternoon.split(separator: ",").map { FoldedText.words($0) }
        self.minus = minus.split(separator: ",").map { FoldedText.words($0) }
        self.idioms = idioms.split(separator: ",").map { FoldedText.words($0) }
    }

    /// The words for numbers that may be written as one word, joined by `joiner`.
    func compounding(_ joiner: String?, extra: String = "") -> NumberWords {
        var copy = self
        copy.isCompounding = true
        for (word, value) in Self.pairs(extra, " ") { copy.compoundParts.append((word, .value(value))) }
        copy.compoundParts += roles.compactMap { word, role in
            if case .scale(let power) = role, power > 3 { return nil }
            return (word, role)
        }
        if let joiner { copy.compoundParts.append((joiner, nil)) }
        copy.compoundParts.sort { ($0.part.unicodeScalars.count, $0.part) > ($1.part.unicodeScalars.count, $1.part) }
        return copy
    }

    private static func pairs(_ text: String, _ separator: Character) -> [(String, Int)] {
        text.split(whereSeparator: { $0 == separator || $0.isWhitespace }).compactMap { entry in
            let halves = entry.split(separator: "=")
            guard halves.count == 2, let value = Int(halves[1]) else { return nil }
            return (FoldedText.fold(String(halves[0])), value)
        }
    }

    private static func phrases(_ text: String) -> [(words: [String], hundredths: Int)] {
        text.split(separator: ",").compactMap { entry in
            let halves = entry.split(separator: "=")
            guard halves.count == 2, let value = Int(halves[1]) else { return nil }
            return (FoldedText.words(halves[0]), value)
        }
        .sorted { $0.words.count > $1.words.count }
    }

    static func of(_ language: LanguageCode) -> NumberWords {
        switch language {
        case .en: WesternWords.english
        case .es: WesternWords.spanish
        case .fr: WesternWords.french
        case .de: GermanRussianWords.german
        case .it: WesternWords.italian
        case .pt: WesternWords.portuguese
        case .zh: EasternWords.chinese
        case .ja: EasternWords.japanese
        case .ko: EasternWords.korean
        case .ar: EasternWords.arabic
        case .hi: EasternWords.hindi
        case .ru: GermanRussianWords.russian
        }
    }
}
