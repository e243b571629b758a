internal import Language

/// Words that may be a number: half, both, XIV, Arabic duals, "an hour and a half".
struct AmbiguousNumberReader: NotationReader {
    let source: NumberSource

    private var numerals: NumeralReader { NumeralReader(source: source) }
    private var hangul: HangulReader { HangulReader(source: source) }
    private var surroundings: SurroundingsReader { SurroundingsReader(source: source) }
    private var units: UnitReader { UnitReader(source: source) }

    /// Words that may be a number: half, both, May, XIV; and two numerals side by side (两三个).
    func unsure(_ at: Int, after last: NumberMention?) -> FoundNumbers? {
        let token = tokens[at]
        if language == .ko, let several = hangul.month(at) ?? approximate(at) { return several }
        if let hundredths = looseValue(at) {
            var found = FoundNumber(
                mention: NumberMention(
                    range: text.range(token.span.lowerBound..<hundredths.end),
                    value: ExactDecimal(coefficient: Int128(hundredths.value), exponent: -2), isCertain: false),
                end: hundredths.end)
            // A dual is two of what it names, and does not count what follows it: سنتان ونصف.
            let dual = dualUnit(at)
            found.mention.unit = dual
            surroundings.attach(&found, first: at, after: last)
            if dual != nil { found.mention.isCertain = true }
            found.mention.isDecade = isDecade(hundredths.value)
            if token.text == "fortnight" { found.mention.unit = MeasureUnit(tag: "Dweek") }
            if found.mention.unit == nil { found.mention.unit = unitNear(at, found.end) }
            if hundredths.value == 150 || hundredths.value % 100 == 50, hundredths.value > 100 {
                found.mention.isCertain = true
                let next = self.token(from: found.end)
                if next < tokens.count,
                    let power = numerals.multiplier(next, afterDigits: false)
                        ?? (words.roles[tokens[next].text] == .hundred ? 2 : nil)
                {
                    found.mention.value = found.mention.value.scaled(by: power)
                    found.end = tokens[next].span.upperBound
                }
            }
            return FoundNumbers(mentions: [found.mention], end: found.end)
        }
        if let timed = unitAndHalf(at) { return timed }
        if let value = Self.roman(token, text) {
            return FoundNumbers(
                mentions: [NumberMention(range: text.range(token.span), value: ExactDecimal(value), isCertain: false)],
                end: token.span.upperBound)
        }
        return nil
    }

    private func withoutPrefix(_ word: String) -> String? {
        guard language == .ar, let prefix = ["ال", "و", "ل", "ب"].first(where: { word.hasPrefix($0) }) else {
            return nil
        }
        return String(word.dropFirst(prefix.count))
    }

    private func looseValue(_ at: Int) -> (value: Int, end: Int)? {
        let token = tokens[at]
        // "meio-dia" is noon, not half a day.
        if language == .pt, ["meio", "meia"].contains(token.text) {
            let next = at + 1 < tokens.count && tokens[at + 1].text == "-" ? at + 2 : at + 1
            if next < tokens.count, tokens[next].text == (token.text == "meio" ? "dia" : "noite") {
                return (1_200, tokens[next].span.upperBound)
            }
        }
        if let value = words.loose[token.text] { return (value, token.span.upperBound) }
        if language == .ar, let stem = withoutPrefix(token.text), let value = words.loose[stem] {
            return (value, token.span.upperBound)
        }
        if isDual(token) || dualUnit(at) != nil { return (200, token.span.upperBound) }
        guard [.zh, .ja, .ko].contains(language) else { return nil }
        var longest: (value: Int, end: Int)?
        for (word, value) in words.loose {
            let scalars = Array(word.unicodeScalars)
            let end = token.span.lowerBound + scalars.count
            if text.hasPrefix(scalars, at: token.span.lowerBound), end > longest?.end ?? 0 { longest = (value, end) }
        }
        return longest
    }

    /// Whether a word's value is that of a decade. The languages listed have no other words with such values.
    private func isDecade(_ hundredths: Int) -> Bool {
        [.en, .de, .ar].contains(language) && (2_000...9_000).contains(hundredths) && hundredths % 1_000 == 0
    }

    /// Whether an Arabic word may be a dual, which means two of what it names: قهوتان, مدينتين.
    private func isDual(_ token: NumberToken) -> Bool {
        guard language == .ar, token.kind == .word else { return false }
        let word = withoutPrefix(token.text) ?? token.text
        return word.unicodeScalars.count >= 5 && ["تان", "تين"].contains(where: word.hasSuffix)
            && !["ستان", "شتاين"].contains(where: word.hasSuffix)
    }

    /// The unit of which an Arabic dual names two, with or without a preposition in the same word: بدولارين, أسبوعين, ولترين.
    private func dualUnit(_ at: Int) -> MeasureUnit? {
        guard language == .ar, tokens[at].kind == .word else { return nil }
        let word = tokens[at].text
        // Milan is not two miles, although its name looks like that dual.
        guard word != "ميلان" else { return nil }
        let stems = [word, String(word.dropFirst())].flatMap { said -> [String] in
            guard let end = ["ين", "ان"].first(where: said.hasSuffix) else { return [] }
            let stem = String(said.dropLast(end.count))
            return stem.hasSuffix("ت") ? [stem.dropLast() + "ة", stem] : [stem]
        }
        return stems.lazy.filter { $0.count > 2 }.compactMap { UnitWords.shared.unit(named: FoldedText.fold($0)) }.first
    }

    /// 두세 명, 서너 개: about two or three.
    private func approximate(_ at: Int) -> FoundNumbers? {
        let pairs: [(String, Int)] = [("두세", 2), ("서너", 3), ("네다섯", 4), ("대여섯", 5), ("예닐곱", 6)]
        guard let pair = pairs.first(where: { tokens[at].text.hasPrefix($0.0) }) else { return nil }
        let range = text.range(tokens[at].span)
        return FoundNumbers(
            mentions: [pair.1, pair.1 + 1].map {
                NumberMention(range: range, value: ExactDecimal($0), isCertain: false)
            },
            end: tokens[at].span.upperBound)
    }

    /// "half an hour", "un quart d'heure": the unit is up to three words away.
    private func unitNear(_ at: Int, _ end: Int) -> MeasureUnit? {
        let first = token(from: end)
        for next in first..<min(first + 3, tokens.count) {
            guard tokens[next].kind == .word, tokens[next].text.count > 1, !units.isForeignUnit(tokens[next].text)
            else { continue }
            if let unit = UnitWords.shared.unit(in: text, at: tokens[next].span.lowerBound)?.unit,
                unit.dimension == .duration || unit.milligrams != nil
            {
                return unit
            }
        }
        return text.text(tokens[at].span) == "полчаса"
            ? MeasureUnit(tag: "Dhour") : text.text(tokens[at].span) == "полгода" ? MeasureUnit(tag: "Dyear") : nil
    }

    /// "an hour and a half", ساعة ونصف: one and a half without a number.
    private func unitAndHalf(_ at: Int) -> FoundNumbers? {
        guard tokens[at].kind == .word, let unit = UnitWords.shared.unit(in: text, at: tokens[at].span.lowerBound),
            unit.unit.dimension == .duration, unit.end == tokens[at].span.upperBound
        else { return nil }
        for (phrase, hundredths) in words.suffixes where hundredths == 50 {
            guard let end = matches(phrase, at: at + 1) else { continue }
            let last = tokens[end - 1].span.upperBound
            return FoundNumbers(
                mentions: [
                    NumberMention(
                        range: text.range(tokens[at].span.lowerBound..<last),
                        value: ExactDecimal(coefficient: 15, exponent: -1)
                    ).counting(unit.unit)
                ], end: last)
        }
        return nil
    }

    /// A Roman numeral of two or more capital letters, up to 39.
    private static func roman(_ token: NumberToken, _ text: FoldedText) -> Int? {
        let values: [Character: Int] = ["i": 1, "v": 5, "x": 10]
        guard token.kind == .word, (1...7).contains(token.text.count),
            token.text.allSatisfy({ values[$0] != nil || $0 == "e" })
        else { return nil }
        let digits = token.text.filter { $0 != "e" }.compactMap { values[$0] }
        guard digits.count > 1 || token.text == "v" || token.text == "x" else { return nil }
        var total = 0
        for (place, digit) in digits.enumerated() {
            total += place + 1 < digits.count && digits[place + 1] > digit ? -digit : digit
        }
        return total
    }
}
