internal import Language

/// Shares and measures: `50 %`, `5 km`.
struct MeasureForms: FormReader {
    let source: FormSource

    private var quantities: QuantityForms { QuantityForms(source: source) }

    func percent(_ at: Int) -> SpokenHit? {
        guard let (number, minus, first) = quantities.signed(at), !quantities.isInOtherCase(at) else { return nil }
        let sign = afterSpace(number.end)
        guard sign < count, "%٪％".contains(text[sign]), endsWord(sign + 1) else { return nil }
        if language == .zh {
            return grammar.cardinal(number.integer).flatMap { _ in grammar.amount(number) }.map {
                SpokenHit(
                    words: joined(minus, "百分之", number.integer == 2 && number.fraction.isEmpty ? "二" : $0),
                    end: sign + 1)
            }
        }
        guard let forms = UnitTable.shared.percent[language], let words = quantities.quantity(number, from: first)
        else {
            return nil
        }
        let isSingle = [.fr, .pt, .it, .es].contains(language)
        // The number before a percentage has no gender in these languages: "uno por ciento", "uno per cento".
        let plain = isSingle && number.fraction.isEmpty ? grammar.cardinal(number.integer) : words
        return plain.map { SpokenHit(words: joined(minus, $0, quantities.form(forms, number)), end: sign + 1) }
    }

    func measure(_ at: Int) -> SpokenHit? {
        guard let (number, minus, first) = quantities.signed(at), !quantities.isInOtherCase(at) else { return nil }
        let start = afterSpace(number.end)
        for length in stride(from: min(UnitTable.shared.longestMeasure, count - start), to: 0, by: -1) {
            let sign = String(text[start..<start + length])
            guard let forms = UnitTable.shared.measure(sign, language), endsWord(start + length) else { continue }
            if length == 1, start + 1 < count, "'’.".contains(text[start + 1]), start + 2 < count { return nil }
            if sign == "kWh", language == .de, number.isOne { return nil }
            if language == .ar, minus.isEmpty,
                let hit = arabicMeasure(number, forms, from: first, end: start + length)
            {
                return hit
            }
            guard let words = quantities.quantity(number, from: first) else { return nil }
            let noun = quantities.ofMillions(number) + quantities.form(forms, number)
            let (currency, end) = russianCurrency(behind: sign, start + length)
            return SpokenHit(words: joined(minus, words, noun, currency), end: end)
        }
        return nil
    }

    /// The currency after millions, as in `5 млн ₽`.
    private func russianCurrency(behind sign: String, _ at: Int) -> (name: String, end: Int) {
        guard language == .ru, ["млн", "млрд"].contains(sign) else { return ("", at) }
        let start = afterSpace(at)
        guard let sign = UnitTable.shared.currencySigns.first(where: { has($0, at: start) }),
            endsWord(start + sign.count),
            let name = CurrencyName.named(sign, language)?.whole.last
        else { return ("", at) }
        return (name, start + sign.count)
    }

    /// One and two of a thing are said without a number before them; three to ten have the plural.
    private func arabicMeasure(_ number: WrittenNumber, _ forms: [String], from start: Int, end: Int) -> SpokenHit? {
        guard forms.count == 4, number.fraction.isEmpty else { return nil }
        switch number.integer {
        case 1: return SpokenHit(words: forms[1], end: end)
        case 2: return SpokenHit(words: forms[2], end: end)
        default:
            guard (3...10).contains(number.integer % 100) else { return nil }
            return SpokenHit(words: "\(String(text[start..<number.end])) \(forms[3])", end: end)
        }
    }
}
