internal import Language

extension FormScan {
    /// A number with its sign before it.
    private func signed(_ at: Int) -> (number: WrittenNumber, minus: String, start: Int)? {
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
    private func quantity(_ number: WrittenNumber, from start: Int, _ gender: Locution.Gender = .masculine) -> String? {
        language == .ar ? String(text[start..<number.end]) : locution.amount(number, gender)
    }

    /// The form of a noun behind a number.
    private func form(_ forms: [String], _ number: WrittenNumber) -> String {
        guard let one = forms.first, let many = forms.last else { return "" }
        if language == .ar { return one }
        if language == .ru, forms.count == 3 {
            return number.fraction.isEmpty ? locution.russianForm(number.integer, one, forms[1], many) : forms[1]
        }
        // In French and Portuguese a noun is singular for every number below two.
        if language == .fr || language == .pt { return number.integer < 2 ? one : many }
        return number.isOne ? one : many
    }

    /// Whether one of these words stands before the number: they require another case, which changes Russian numbers.
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
    private func ofMillions(_ number: WrittenNumber, before noun: String = "") -> String {
        guard number.fraction.isEmpty, number.integer > 0, number.integer % 1_000_000 == 0 else { return "" }
        switch language {
        case .fr: return noun.first.map { "aeiou".contains($0) } ?? false ? "d'" : "de "
        case .es, .pt: return "de "
        case .it: return "di "
        default: return ""
        }
    }

    // MARK: Shares and measures

    func percent(_ at: Int) -> Hit? {
        guard let (number, minus, first) = signed(at), !isInOtherCase(at) else { return nil }
        let sign = afterSpace(number.end)
        guard sign < count, "%٪％".contains(text[sign]), endsWord(sign + 1) else { return nil }
        if language == .zh {
            return locution.cardinal(number.integer).flatMap { _ in locution.amount(number) }.map {
                Hit(
                    words: joined(minus, "百分之", number.integer == 2 && number.fraction.isEmpty ? "二" : $0),
                    end: sign + 1)
            }
        }
        guard let forms = UnitNames.percent[language], let words = quantity(number, from: first) else { return nil }
        let isSingle = [.fr, .pt, .it, .es].contains(language)
        // The number before a percentage has no gender in these languages: "uno por ciento", "uno per cento".
        let plain = isSingle && number.fraction.isEmpty ? locution.cardinal(number.integer) : words
        return plain.map { Hit(words: joined(minus, $0, form(forms, number)), end: sign + 1) }
    }

    func measure(_ at: Int) -> Hit? {
        guard let (number, minus, first) = signed(at), !isInOtherCase(at) else { return nil }
        let start = afterSpace(number.end)
        for length in stride(from: min(UnitNames.longestSign + 5, count - start), to: 0, by: -1) {
            let sign = String(text[start..<start + length])
            guard let forms = UnitNames.forms(sign, language), endsWord(start + length) else { continue }
            if length == 1, start + 1 < count, "'’.".contains(text[start + 1]), start + 2 < count { return nil }
            if sign == "kWh", language == .de, number.isOne { return nil }
            if language == .ar, minus.isEmpty,
                let hit = arabicMeasure(number, forms, from: first, end: start + length)
            {
                return hit
            }
            guard let words = quantity(number, from: first) else { return nil }
            let noun = ofMillions(number) + form(forms, number)
            let (currency, end) = russianCurrency(behind: sign, start + length)
            return Hit(words: joined(minus, words, noun, currency), end: end)
        }
        return nil
    }

    /// The currency after millions, as in `5 млн ₽`.
    private func russianCurrency(behind sign: String, _ at: Int) -> (name: String, end: Int) {
        guard language == .ru, ["млн", "млрд"].contains(sign) else { return ("", at) }
        let start = afterSpace(at)
        guard let sign = CurrencyName.signs.first(where: { has($0, at: start) }), endsWord(start + sign.count),
            let name = CurrencyName.named(sign, language)?.whole.last
        else { return ("", at) }
        return (name, start + sign.count)
    }

    /// One and two of a thing are said without a number before them; three to ten have the plural.
    private func arabicMeasure(_ number: WrittenNumber, _ forms: [String], from start: Int, end: Int) -> Hit? {
        guard forms.count == 4, number.fraction.isEmpty else { return nil }
        switch number.integer {
        case 1: return Hit(words: forms[1], end: end)
        case 2: return Hit(words: forms[2], end: end)
        default:
            guard (3...10).contains(number.integer % 100) else { return nil }
            return Hit(words: "\(String(text[start..<number.end])) \(forms[3])", end: end)
        }
    }

    // MARK: Money

    /// `€12.50`, `US$ 5`
    func moneyOfSign(_ at: Int) -> Hit? {
        guard let sign = CurrencyName.signs.first(where: { has($0, at: at) }),
            let name = CurrencyName.named(sign, language)
        else { return nil }
        let start = afterSpace(at + sign.count)
        guard start < count, WrittenNumber.digit(text[start]) != nil,
            let number = WrittenNumber(text, start, language, isMoney: true), endsWord(number.end),
            !isMultiplied(number.end)
        else { return nil }
        return money(number, name, from: start, end: number.end)
    }

    /// `12,50 €`
    func moneyOfNumber(_ at: Int) -> Hit? {
        guard let number = WrittenNumber(text, at, language, isMoney: true) else { return nil }
        let start = afterSpace(number.end)
        guard let sign = CurrencyName.signs.first(where: { has($0, at: start) }),
            let name = CurrencyName.named(sign, language), endsWord(start + sign.count)
        else { return moneyOfWord(number, from: at) }
        // In `5 €10` the sign belongs to the number behind it.
        if start > number.end, start + sign.count < count, WrittenNumber.digit(text[start + sign.count]) != nil {
            return nil
        }
        return money(number, name, from: at, end: start + sign.count)
    }

    /// `3,20 Euro`, `500 руб.`: the number alone would be said with a decimal point, or the word is abbreviated.
    private func moneyOfWord(_ number: WrittenNumber, from start: Int) -> Hit? {
        guard isSpace(number.end) else { return nil }
        let noun = word(number.end + 1)
        if language == .ru {
            guard noun.text == "руб", let name = CurrencyName.named("₽", language), endsWord(noun.end) else {
                return nil
            }
            return money(number, name, from: start, end: behindAbbreviation(noun.end))
        }
        guard number.fraction.count == 2, [.en, .de, .fr, .es, .it, .pt].contains(language), endsWord(noun.end),
            // Pounds are also a weight, and "a 12.50 dollar ticket" is no sum.
            let name = ["€", "USD", "R$"].compactMap({ CurrencyName.named($0, language) }).first(where: { name in
                (language == .en ? name.whole.suffix(1) : name.whole[...]).contains { $0.lowercased() == noun.text }
            })
        else { return nil }
        return money(number, name, from: start, end: noun.end)
    }

    private func money(_ number: WrittenNumber, _ name: CurrencyName, from start: Int, end: Int) -> Hit? {
        guard number.fraction.isEmpty || number.fraction.count == 2, !isInOtherCase(start) else { return nil }
        let parts = Int(number.fraction) ?? 0
        var whole = number
        if [.zh, .ja, .ko, .ar].contains(language) {
            if parts == 0 { whole.fraction = "" }
            if parts > 0, language == .ja || language == .ko {
                guard let cent = name.part.first, let cents = locution.cardinal(parts) else { return nil }
                guard number.integer > 0 else { return Hit(words: joined(cents, cent), end: end) }
                return locution.counting(number.integer).map {
                    Hit(words: joined($0, form(name.whole, whole), cents, cent), end: end)
                }
            }
            guard let amount = quantity(whole, from: start), language == .zh || language == .ar || parts == 0 else {
                return nil
            }
            return Hit(words: joined(amount, form(name.whole, whole)), end: end)
        }
        whole.fraction = ""
        var cents = whole
        cents.integer = parts
        guard let wholeWords = locution.counting(whole.integer, name.gender) else { return nil }
        let noun = form(name.whole, whole)
        let amount = joined(wholeWords, ofMillions(whole, before: noun) + noun)
        guard parts > 0 else { return Hit(words: amount, end: end) }
        let leavesNoun = parts >= 10 && whole.integer > 0 && [.de, .fr, .it, .pt].contains(language)
        let partWords = leavesNoun ? locution.cardinal(parts) : locution.counting(parts, name.partGender)
        guard let partWords else { return nil }
        let part = leavesNoun ? partWords : joined(partWords, form(name.part, cents))
        guard whole.integer > 0 else { return Hit(words: part, end: end) }
        return Hit(words: joined(amount, CurrencyName.joint[language] ?? "", part), end: end)
    }

    /// Whether words multiply the number: `€5 million`, `5万`.
    private func isMultiplied(_ at: Int) -> Bool {
        let start = afterSpace(at)
        guard start < count else { return false }
        if "万億亿兆千百만억조천".contains(text[start]) { return true }
        let next = word(start).text
        return Self.multipliers.contains(next)
            || ["milli", "mill", "bill", "mrd", "mio", "tsd", "тыс", "млн", "млрд", "миллион", "миллиард", "милл"]
                .contains(where: next.hasPrefix)
    }

    private static let multipliers: Set<String> = [
        "k", "m", "b", "bn", "mn", "thousand", "hundred", "trillion", "tausend", "mil", "mille", "mila", "milioni",
        "milione",
        "miliardi", "miliardo", "milhão", "milhões", "bilhão", "bilhões", "mi", "bi", "लाख", "करोड़", "हज़ार", "हजार",
        "مليون",
        "مليار", "ألف", "billones", "тысяч", "тысячи",
    ]
}
