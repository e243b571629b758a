internal import Language

/// How numbers are said in one language.
struct SpokenNumberGrammar {
    typealias Gender = GrammaticalGender

    let language: LanguageCode
    let speller: NumberSpeller

    /// The number on its own, as in counting.
    func cardinal(_ number: Int) -> String? {
        switch language {
        case .ja: Kana.number(number)
        case .zh: speller.spell(number, language, "cardinal")
        case .ko: speller.spell(number, language, "cardinal-sinokorean")
        case .hi: speller.spell(number, language, "cardinal")
        default: speller.spell(number, language, "numbering").map(withoutOne)
        }
    }

    /// The number before what it counts.
    func counting(_ number: Int, _ gender: Gender = .masculine) -> String? {
        switch language {
        case .es, .fr, .it, .pt, .ru:
            speller.spell(number, language, gender == .masculine ? "cardinal-masculine" : "cardinal-feminine")
                .map(withoutOne)
        case .de where number == 1: gender == .masculine ? "ein" : "eine"
        case .zh where number == 2: "两"
        default: cardinal(number)
        }
    }

    /// A number with its fraction digit by digit. Without a fraction it has the form that is used before what it counts.
    func amount(_ number: WrittenNumber, _ gender: Gender = .masculine) -> String? {
        guard !number.fraction.isEmpty else { return counting(number.integer, gender) }
        guard let whole = cardinal(number.integer) else { return nil }
        if language == .ru { return russianDecimal(number) }
        if language == .ja { return Kana.decimal(number) }
        guard let point = Self.points[language] else { return nil }
        let digits = number.fraction.compactMap(\.wholeNumberValue).compactMap(cardinal)
        guard digits.count == number.fraction.count else { return nil }
        return language == .zh
            ? whole + point + digits.joined() : ([whole, point] + digits).joined(separator: " ")
    }

    /// две целых пять десятых. Smaller parts than thousandths are not said, because a listener would miscount the digits.
    private func russianDecimal(_ number: WrittenNumber) -> String? {
        let names = [1: ("десятая", "десятых"), 2: ("сотая", "сотых"), 3: ("тысячная", "тысячных")]
        guard let name = names[number.fraction.count], let fraction = Int(number.fraction),
            let whole = counting(number.integer, .feminine), let part = counting(fraction, .feminine)
        else { return nil }
        let wholes = russianForm(number.integer, 0, 1, 1) == 0 ? "целая" : "целых"
        return "\(whole) \(wholes) \(part) \(russianForm(fraction, 0, 1, 1) == 0 ? name.0 : name.1)"
    }

    /// Which of three forms a Russian noun takes behind a number: рубль, рубля, рублей.
    func russianForm<Form>(_ number: Int, _ one: Form, _ few: Form, _ many: Form) -> Form {
        if (11...14).contains(number % 100) { return many }
        return number % 10 == 1 ? one : (2...4).contains(number % 10) ? few : many
    }

    func ordinal(_ number: Int, _ form: String) -> String? {
        speller.spell(number, language, form.isEmpty ? "ordinal" : "ordinal-\(form)")
    }

    /// A year of the common era.
    func year(_ number: Int) -> String? {
        switch language {
        case .en, .de: return speller.spell(number, language, "numbering-year")
        case .zh:
            let digits = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九"]
            return String(number).compactMap(\.wholeNumberValue).map { digits[$0] }.joined()
        case .hi where (1_100...1_999).contains(number):
            guard let hundreds = cardinal(number / 100) else { return nil }
            guard number % 100 > 0 else { return hundreds + " सौ" }
            return cardinal(number % 100).map { "\(hundreds) सौ \($0)" }
        case .ru: return cardinal(number)
        default: return cardinal(number)
        }
    }

    /// "одна тысяча девятьсот" and "одна тысяча" are written in contracts but not said.
    private func withoutOne(_ words: String) -> String {
        guard language == .ru else { return words }
        for one in ["одна ", "одной ", "одну "] where words.hasPrefix(one + "тысяч") {
            return String(words.dropFirst(one.count))
        }
        return words
    }

    /// The year in the Russian genitive or locative: тысяча девятьсот девяностого года.
    func russianYear(_ number: Int, _ form: String) -> String? {
        if number % 100 == 0 {
            return Self.russianHundreds[number / 100].map { $0 + (form == "genitive" ? "ого" : "ом") }
        }
        return ordinal(number, "masculine-\(form)").map(withoutOne)
    }

    /// Years that end a century, without their grammatical ending.
    private static let russianHundreds = [
        12: "тысяча двухсот", 13: "тысяча трёхсот", 14: "тысяча четырёхсот", 15: "тысяча пятисот",
        16: "тысяча шестисот",
        17: "тысяча семисот", 18: "тысяча восьмисот", 19: "тысяча девятисот", 20: "двухтысячн",
    ]

    static let points: [LanguageCode: String] = [
        .en: "point", .es: "coma", .fr: "virgule", .de: "Komma", .it: "virgola", .pt: "vírgula", .zh: "点", .ko: "점",
        .hi: "दशमलव", .ar: "فاصلة",
    ]
}

/// Japanese numbers in kana, because kanji do not show the readings.
enum Kana {
    private static let digits = ["", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅう"]

    /// - Returns: nil below zero and from 10¹² on.
    static func number(_ number: Int) -> String? {
        guard (0..<1_000_000_000_000).contains(number) else { return nil }
        if number == 0 { return "ゼロ" }
        var text = ""
        for (power, name) in [(100_000_000, "おく"), (10_000, "まん")] where number / power % 10_000 > 0 {
            text += below10000(number / power % 10_000, isCounted: true) + name
        }
        return text + below10000(number % 10_000, isCounted: false)
    }

    /// 8.5 is はってんご: the number before the point is shortened.
    static func decimal(_ written: WrittenNumber) -> String? {
        guard let words = written.integer == 0 ? "れい" : number(written.integer) else { return nil }
        let short = [("いち", "いっ"), ("はち", "はっ"), ("じゅう", "じゅっ")].first { words.hasSuffix($0.0) }
        let whole = short.map { words.dropLast($0.0.count) + $0.1 } ?? words
        let places = written.fraction.compactMap(\.wholeNumberValue).map { $0 == 0 ? "れい" : digits[$0] }
        return whole + "てん" + places.joined()
    }

    private static func below10000(_ number: Int, isCounted: Bool) -> String {
        let thousands = ["", "せん", "にせん", "さんぜん", "よんせん", "ごせん", "ろくせん", "ななせん", "はっせん", "きゅうせん"]
        let hundreds = ["", "ひゃく", "にひゃく", "さんびゃく", "よんひゃく", "ごひゃく", "ろっぴゃく", "ななひゃく", "はっぴゃく", "きゅうひゃく"]
        let (thousand, hundred, ten) = (number / 1_000, number / 100 % 10, number / 10 % 10)
        let tens = ten == 0 ? "" : ten == 1 ? "じゅう" : digits[ten] + "じゅう"
        return (thousand == 1 && isCounted ? "いっせん" : thousands[thousand]) + hundreds[hundred] + tens
            + digits[number % 10]
    }

    static func month(_ month: Int) -> String? {
        guard (1...12).contains(month) else { return nil }
        return [4: "しがつ", 7: "しちがつ", 9: "くがつ"][month] ?? number(month).map { $0 + "がつ" }
    }

    static func day(_ day: Int) -> String? {
        let own = [
            1: "ついたち", 2: "ふつか", 3: "みっか", 4: "よっか", 5: "いつか", 6: "むいか", 7: "なのか", 8: "ようか", 9: "ここのか", 10: "とおか",
            14: "じゅうよっか", 17: "じゅうしちにち", 19: "じゅうくにち", 20: "はつか", 24: "にじゅうよっか", 27: "にじゅうしちにち",
            29: "にじゅうくにち",
        ]
        guard (1...31).contains(day) else { return nil }
        return own[day] ?? number(day).map { $0 + "にち" }
    }

    static func year(_ year: Int) -> String? {
        guard let words = number(year) else { return nil }
        return (words.hasSuffix("よん") ? String(words.dropLast()) : words) + "ねん"
    }

    static func hour(_ hour: Int) -> String? {
        [0: "れいじ", 4: "よじ", 7: "しちじ", 9: "くじ", 14: "じゅうよじ", 17: "じゅうしちじ", 19: "じゅうくじ"][hour]
            ?? number(hour).map { $0 + "じ" }
    }

    static func minute(_ minute: Int) -> String? {
        let ends = [
            0: "っぷん", 1: "いっぷん", 2: "にふん", 3: "さんぷん", 4: "よんぷん", 5: "ごふん", 6: "ろっぷん", 7: "ななふん", 8: "はっぷん",
            9: "きゅうふん",
        ]
        guard (1...59).contains(minute), let end = ends[minute % 10] else { return nil }
        guard minute >= 10 else { return end }
        let tens = (minute / 10 == 1 ? "" : digits[minute / 10]) + "じゅう"
        return minute % 10 == 0 ? tens.dropLast() + end : tens + end
    }
}
