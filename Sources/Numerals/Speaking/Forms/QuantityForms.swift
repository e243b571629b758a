internal import Language

/// How a number and the noun that it counts are said together.
struct QuantityForms: FormReader {
    let source: FormSource

    /// A number with its sign before it.
    func signed(_ at: Int) -> (number: WrittenNumber, minus: String, start: Int)? {
        var (at, minus) = (at, "")
        if "-−".contains(text[at]) {
            guard let word = Self.minus[language] else { return nil }
            (at, minus) = (at + 1, word)
        }
        guard at < count, WrittenNumber.digit(text[at]) != nil, let number = WrittenNumber(text, at, language) else {
            return nil
        }
        return (number, minus, at)
    }

    /// The words of a number in front of a noun. In Arabic it stays in digits, because Arabic numbers agree with what they
    /// count.
    func quantity(_ number: WrittenNumber, from start: Int, _ gender: SpokenNumberGrammar.Gender = .masculine)
        -> String?
    {
        language == .ar ? String(text[start..<number.end]) : grammar.amount(number, gender)
    }

    /// The form of a noun after a number.
    func form(_ forms: [String], _ number: WrittenNumber) -> String {
        guard let one = forms.first, let many = forms.last else { return "" }
        if language == .ar { return one }
        if language == .ru, forms.count == 3 {
            return number.fraction.isEmpty ? grammar.russianForm(number.integer, one, forms[1], many) : forms[1]
        }
        // In French and Portuguese a noun is singular for every number below two.
        if language == .fr || language == .pt { return number.integer < 2 ? one : many }
        return number.isOne ? one : many
    }

    /// Whether one of these words comes before the number: they require another case, which changes Russian numbers.
    func isInOtherCase(_ at: Int) -> Bool {
        guard language == .ru else { return false }
        var start = at > 0 && "-−".contains(text[at - 1]) ? at - 1 : at
        if wordBefore(start) == Self.minus[.ru] { start -= "минус ".count }
        return Self.prepositions.contains(wordBefore(start))
    }

    private static let prepositions: Set<String> = [
        "от", "до", "около", "с", "со", "из", "к", "ко", "без", "более", "менее", "больше", "меньше", "свыше", "между",
        "перед", "после", "для", "у", "о", "об", "в", "во", "при", "над", "под", "порядка", "двух", "нет", "хватит",
        "хватает",
    ]

    /// The word between whole millions and a noun: "un million d'euros", "un milione di euro".
    func ofMillions(_ number: WrittenNumber, before noun: String = "") -> String {
        guard number.fraction.isEmpty, number.integer > 0, number.integer % 1_000_000 == 0 else { return "" }
        switch language {
        case .fr: return noun.first.map { "aeiou".contains($0) } ?? false ? "d'" : "de "
        case .es, .pt: return "de "
        case .it: return "di "
        default: return ""
        }
    }

    static let minus: [LanguageCode: String] = [
        .en: "minus", .es: "menos", .fr: "moins", .de: "minus", .it: "meno", .pt: "menos", .zh: "负", .ja: "マイナス",
        .ko: "마이너스", .hi: "माइनस", .ar: "ناقص", .ru: "минус",
    ]
}
