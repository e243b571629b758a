internal import Language

/// Parts of a whole: `3/4`, ½, 三分之二, a third, `zwei Drittel`.
struct FractionReader: NotationReader {
    let source: NumberSource

    private var numerals: NumeralReader { NumeralReader(source: source) }
    private var han: HanReader { HanReader(source: source) }

    /// `3/4`, ½ and 三分之二.
    func written(_ at: Int) -> FoundNumber? {
        if let found = hanFraction(at) { return found }
        let start = tokens[at].span.lowerBound
        if let scalar = text[start], scalar.properties.numericType == .numeric,
            scalar.properties.generalCategory == .otherNumber,
            let value = scalar.properties.numericValue, let parts = Self.vulgar[scalar], value < 1
        {
            let hundredths = Int((value * 1_000).rounded())
            return FoundNumber(
                mention: NumberMention(
                    range: text.range(tokens[at].span), kind: .fraction,
                    value: ExactDecimal(coefficient: Int128(hundredths), exponent: -3),
                    parts: [[ExactDecimal(parts.0), ExactDecimal(parts.1)]]), end: start + 1)
        }
        guard tokens[at].kind == .digits, at + 2 < tokens.count, tokens[at + 1].text == "/",
            tokens[at + 2].kind == .digits,
            !tokens[at + 1].isSpaced, !tokens[at + 2].isSpaced, let first = tokens[at].literal?.values[0].integer,
            let second = tokens[at + 2].literal?.values[0].integer, second > 0
        else { return nil }
        var alternatives: [ExactDecimal] = []
        if [2, 4, 5].contains(second), first < second {
            alternatives.append(ExactDecimal(coefficient: Int128(first * 100 / second), exponent: -2))
        }
        return FoundNumber(
            mention: NumberMention(
                range: text.range(tokens[at].span.lowerBound..<tokens[at + 2].span.upperBound), kind: .fraction,
                value: alternatives.first ?? ExactDecimal(first * 1_000_000 + second),
                parts: [[ExactDecimal(first), ExactDecimal(second)]]
            ).inDigits(), end: tokens[at + 2].span.upperBound)
    }

    private static let vulgar: [Unicode.Scalar: (Int, Int)] = [
        "½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅓": (1, 3), "⅔": (2, 3), "⅕": (1, 5), "⅛": (1, 8),
    ]

    /// 三分之二, 百分之五: the part comes after the whole.
    func hanFraction(_ at: Int) -> FoundNumber? {
        let start = tokens[at].span.lowerBound
        guard let first = text[start],
            HanReader.isNumeral(first) || tokens[at].kind == .digits
        else { return nil }
        let marks: [[Unicode.Scalar]] = [["分", "之"], ["分", "の"], ["분", "의", " "], ["분", "의"]]
        let whole: (value: ExactDecimal, end: Int)
        if tokens[at].kind == .digits, let read = numerals.digits(at) {
            whole = (read.mention.value, read.end)
        } else if let read = han.run(from: start) {
            whole = (read.exact, read.end)
        } else {
            return nil
        }
        guard let mark = marks.first(where: { text.hasPrefix($0, at: whole.end) }) else { return nil }
        let next = token(from: whole.end + mark.count)
        guard next < tokens.count, let part = numerals.number(next) else { return nil }
        let range = text.range(start..<part.end)
        if whole.value == ExactDecimal(100) {
            return FoundNumber(
                mention: NumberMention(range: range, value: part.mention.value).counting(MeasureUnit(tag: "P%")),
                end: part.end)
        }
        var share: ExactDecimal?
        if let count = part.mention.value.integer, let all = whole.value.integer, (1...999_999).contains(all),
            (1...999_999).contains(count)
        {
            share = Self.share(count, of: all)
        }
        return FoundNumber(
            mention: NumberMention(
                range: range, kind: .fraction,
                value: share ?? part.mention.value,
                alternatives: part.mention.value > ExactDecimal(1) || whole.value > ExactDecimal(100)
                    ? [part.mention.value] : [],
                parts: [[part.mention.value, whole.value]]), end: part.end)
    }

    private static let thirds: [LanguageCode: Set<String>] = [
        .en: ["third", "thirds"], .de: ["drittel", "dritteln", "drittels"], .fr: ["tiers"], .es: ["tercio", "tercios"],
        .it: ["terzo", "terzi"], .pt: ["terco", "tercos"], .ru: ["треть", "трети"], .hi: ["तिहाई"],
    ]

    private static let arabicThirds: [String: Int] = [
        "ثلث": 1, "الثلث": 1, "ثلثا": 2, "ثلثي": 2, "ثلثان": 2, "ثلثين": 2, "الثلثين": 2, "الثلثان": 2,
    ]

    /// One third and two thirds in words.
    func spoken(_ at: Int) -> FoundNumber? {
        guard tokens[at].kind == .word else { return nil }
        if language == .ar, let count = Self.arabicThirds[tokens[at].text] { return third(count, at, at + 1, false) }
        guard let thirds = Self.thirds[language] else { return nil }
        if tokens[at].text == "треть" { return third(1, at, at + 1, false) }
        let next = at + 1 < tokens.count && tokens[at + 1].text == "-" ? at + 2 : at + 1
        guard next < tokens.count, thirds.contains(tokens[next].text) else { return nil }
        let count: Int
        if language == .en, tokens[at].text == "a" {
            guard matches(["of"], at: next + 1) != nil else { return nil }
            count = 1
        } else if case .value(let value) = words.roles[tokens[at].text], (1...2).contains(value) {
            count = value
        } else {
            return nil
        }
        // "Two third places" and "les deux tiers personnes" are no fractions.
        if language == .en, (count == 1) != (tokens[next].text == "third") { return nil }
        return third(count, at, next + 1, count > 1 || [.en, .de, .it].contains(language))
    }

    private func third(_ count: Int, _ at: Int, _ next: Int, _ isCertain: Bool) -> FoundNumber {
        let end = tokens[next - 1].span.upperBound
        return FoundNumber(
            mention: NumberMention(
                range: text.range(tokens[at].span.lowerBound..<end), kind: .fraction,
                value: Self.share(count, of: 3), parts: [[ExactDecimal(count), ExactDecimal(3)]],
                isCertain: isCertain), end: end)
    }

    /// A value for a part of a whole. It is the part itself if it has few decimals, otherwise a value that no other
    /// part and no number has.
    static func share(_ count: Int, of whole: Int) -> ExactDecimal {
        [2, 4, 5].contains(whole) && count < whole
            ? ExactDecimal(coefficient: Int128(count * 100 / whole), exponent: -2)
            : ExactDecimal(count * 1_000_000 + whole)
    }
}
