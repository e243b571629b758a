internal import Language

/// Amounts of money: `€12.50`, `12,50 €`, `500 руб.`
struct MoneyForms: FormReader {
    let source: FormSource

    private var quantities: QuantityForms { QuantityForms(source: source) }

    /// `€12.50`, `US$ 5`
    func ofSign(_ at: Int) -> SpokenHit? {
        guard let sign = UnitTable.shared.currencySigns.first(where: { has($0, at: at) }),
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
    func ofNumber(_ at: Int) -> SpokenHit? {
        guard let number = WrittenNumber(text, at, language, isMoney: true) else { return nil }
        let start = afterSpace(number.end)
        guard let sign = UnitTable.shared.currencySigns.first(where: { has($0, at: start) }),
            let name = CurrencyName.named(sign, language), endsWord(start + sign.count)
        else { return ofWord(number, from: at) }
        // In `5 €10` the sign belongs to the number after it.
        if start > number.end, start + sign.count < count, WrittenNumber.digit(text[start + sign.count]) != nil {
            return nil
        }
        return money(number, name, from: at, end: start + sign.count)
    }

    /// `3,20 Euro`, `500 руб.`: the number alone would be said with a decimal point, or the word is abbreviated.
    private func ofWord(_ number: WrittenNumber, from start: Int) -> SpokenHit? {
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

    private func money(_ number: WrittenNumber, _ name: CurrencyName, from start: Int, end: Int) -> SpokenHit? {
        guard number.fraction.isEmpty || number.fraction.count == 2, !quantities.isInOtherCase(start) else {
            return nil
        }
        let parts = Int(number.fraction) ?? 0
        var whole = number
        if [.zh, .ja, .ko, .ar].contains(language) {
            if parts == 0 { whole.fraction = "" }
            if parts > 0, language == .ja || language == .ko {
                guard let cent = name.part.first, let cents = grammar.cardinal(parts) else { return nil }
                guard number.integer > 0 else { return SpokenHit(words: joined(cents, cent), end: end) }
                return grammar.counting(number.integer).map {
                    SpokenHit(words: joined($0, quantities.form(name.whole, whole), cents, cent), end: end)
                }
            }
            guard let amount = quantities.quantity(whole, from: start), language == .zh || language == .ar || parts == 0
            else {
                return nil
            }
            return SpokenHit(words: joined(amount, quantities.form(name.whole, whole)), end: end)
        }
        whole.fraction = ""
        var cents = whole
        cents.integer = parts
        guard let wholeWords = grammar.counting(whole.integer, name.gender) else { return nil }
        let noun = quantities.form(name.whole, whole)
        let amount = joined(wholeWords, quantities.ofMillions(whole, before: noun) + noun)
        guard parts > 0 else { return SpokenHit(words: amount, end: end) }
        let leavesNoun = parts >= 10 && whole.integer > 0 && [.de, .fr, .it, .pt].contains(language)
        let partWords = leavesNoun ? grammar.cardinal(parts) : grammar.counting(parts, name.partGender)
        guard let partWords else { return nil }
        let part = leavesNoun ? partWords : joined(partWords, quantities.form(name.part, cents))
        guard whole.integer > 0 else { return SpokenHit(words: part, end: end) }
        return SpokenHit(words: joined(amount, CurrencyName.joint[language] ?? "", part), end: end)
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
