internal import Language

extension NumberPass {
    struct Several {
        var mentions: [NumberMention]
        /// In scalars.
        var end: Int
    }

    /// `5/3/2024`, `2024-05-03`, `12.05.2024`: each part is a number of its own. A year of two digits may mean one of four
    /// digits.
    func date(_ at: Int) -> Several? {
        guard tokens[at].kind == .digits, at + 4 < tokens.count else { return nil }
        let sign = tokens[at + 1].text
        guard ["/", "-", "."].contains(sign), tokens[at + 3].text == sign, tokens[at + 2].kind == .digits,
            tokens[at + 4].kind == .digits,
            !(at + 1...at + 4).contains(where: { tokens[$0].isSpaced })
        else { return nil }
        let fields = [tokens[at], tokens[at + 2], tokens[at + 4]]
        guard let last = fields.last, fields[0].text.count <= 4, fields[1].text.count <= 2, last.text.count <= 4,
            !fields.contains(where: { $0.text.count == 3 }), fields[0].text.count <= 2 || last.text.count <= 2
        else { return nil }
        let mentions = fields.compactMap { field -> NumberMention? in
            guard let value = Int(field.text) else { return nil }
            let isYear = field.span == last.span && field.text.count == 2
            return NumberMention(
                range: text.range(field.span), value: ExactDecimal(value),
                alternatives: isYear ? [ExactDecimal(2_000 + value), ExactDecimal(1_900 + value)] : [], isDigits: true)
        }
        return mentions.count == 3 ? Several(mentions: mentions, end: last.span.upperBound) : nil
    }

    /// `3/4`, ½ and 三分之二.
    func fractionSign(_ at: Int) -> Found? {
        if let found = hanFraction(at) { return found }
        let start = tokens[at].span.lowerBound
        if let scalar = text[start], scalar.properties.numericType == .numeric,
            scalar.properties.generalCategory == .otherNumber,
            let value = scalar.properties.numericValue, let parts = Self.vulgar[scalar], value < 1
        {
            let hundredths = Int((value * 1_000).rounded())
            return Found(
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
        return Found(
            mention: NumberMention(
                range: text.range(tokens[at].span.lowerBound..<tokens[at + 2].span.upperBound), kind: .fraction,
                value: alternatives.first ?? ExactDecimal(first * 1_000_000 + second),
                parts: [[ExactDecimal(first), ExactDecimal(second)]],
                isDigits: true), end: tokens[at + 2].span.upperBound)
    }

    private static let vulgar: [Unicode.Scalar: (Int, Int)] = [
        "½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅓": (1, 3), "⅔": (2, 3), "⅕": (1, 5), "⅛": (1, 8),
    ]

    /// Words that may be a number: half, both, May, XIV; and two numerals side by side (两三个).
    func unsure(_ at: Int) -> Several? {
        let token = tokens[at]
        if token.kind == .word,
            let month = words.months[token.text] ?? withoutPrefix(token.text).flatMap({ words.months[$0] })
        {
            let isCertain = !words.unsureMonths.contains(token.text) || isInDate(at)
            return Several(
                mentions: [
                    NumberMention(
                        range: text.range(token.span), kind: .month, value: ExactDecimal(month), isCertain: isCertain)
                ], end: token.span.upperBound)
        }
        if language == .ko, let several = koreanMonth(at) ?? approximate(at) { return several }
        if let hundredths = looseValue(at) {
            var found = Found(
                mention: NumberMention(
                    range: text.range(token.span.lowerBound..<hundredths.end),
                    value: ExactDecimal(coefficient: Int128(hundredths.value), exponent: -2), isCertain: false),
                end: hundredths.end)
            // A dual is two of what it names, and does not count what stands behind it: سنتان ونصف.
            let dual = dualUnit(at)
            found.mention.unit = dual
            attach(&found, start: token.span.lowerBound, first: at)
            if dual != nil { found.mention.isCertain = true }
            found.mention.isDecade = isDecade(hundredths.value)
            if token.text == "fortnight" { found.mention.unit = MeasureUnit(tag: "Dweek") }
            if found.mention.unit == nil { found.mention.unit = unitNear(at, found.end) }
            if hundredths.value == 150 || hundredths.value % 100 == 50, hundredths.value > 100 {
                found.mention.isCertain = true
                let next = self.token(from: found.end)
                if next < tokens.count,
                    let power = multiplier(next, afterDigits: false)
                        ?? (words.roles[tokens[next].text] == .hundred ? 2 : nil)
                {
                    found.mention.value = found.mention.value.scaled(by: power)
                    found.end = tokens[next].span.upperBound
                }
            }
            return Several(mentions: [found.mention], end: found.end)
        }
        if let timed = unitAndHalf(at) { return timed }
        if let value = Self.roman(token, text) {
            return Several(
                mentions: [NumberMention(range: text.range(token.span), value: ExactDecimal(value), isCertain: false)],
                end: token.span.upperBound)
        }
        return nil
    }

    /// "May" and "March" are months beside a number of a day or year.
    private func isInDate(_ at: Int) -> Bool {
        let before = at > 1 && ["de", "of", "."].contains(tokens[at - 1].text) ? at - 2 : at - 1
        return before >= 0 && tokens[before].kind == .digits || at + 1 < tokens.count && tokens[at + 1].kind == .digits
    }

    /// Whether a word that can also be a number is the month of a date: 18 de dez. de 1990, 27 sept. 2016.
    func isMonthOfDate(_ at: Int) -> Bool {
        guard words.roles[tokens[at].text] != nil, words.months[tokens[at].text] != nil else { return false }
        let before = at > 1 && tokens[at - 1].text == "de" ? at - 2 : at - 1
        guard before >= 0, tokens[before].kind == .digits, at + 1 < tokens.count else { return false }
        return tokens[at + 1].text == "." || tokens[at + 1].literal?.digits.count == 4
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
    private func approximate(_ at: Int) -> Several? {
        let pairs: [(String, Int)] = [("두세", 2), ("서너", 3), ("네다섯", 4), ("대여섯", 5), ("예닐곱", 6)]
        guard let pair = pairs.first(where: { tokens[at].text.hasPrefix($0.0) }) else { return nil }
        let range = text.range(tokens[at].span)
        return Several(
            mentions: [pair.1, pair.1 + 1].map {
                NumberMention(range: range, value: ExactDecimal($0), isCertain: false)
            },
            end: tokens[at].span.upperBound)
    }

    /// "half an hour", "un quart d'heure": the unit is up to three words away.
    private func unitNear(_ at: Int, _ end: Int) -> MeasureUnit? {
        let first = token(from: end)
        for next in first..<min(first + 3, tokens.count) {
            guard tokens[next].kind == .word, tokens[next].text.count > 1, !isForeignUnit(tokens[next].text)
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
    private func unitAndHalf(_ at: Int) -> Several? {
        guard tokens[at].kind == .word, let unit = UnitWords.shared.unit(in: text, at: tokens[at].span.lowerBound),
            unit.unit.dimension == .duration, unit.end == tokens[at].span.upperBound
        else { return nil }
        for (phrase, hundredths) in words.suffixes where hundredths == 50 {
            guard let end = matches(phrase, at: at + 1) else { continue }
            let last = tokens[end - 1].span.upperBound
            return Several(
                mentions: [
                    NumberMention(
                        range: text.range(tokens[at].span.lowerBound..<last),
                        value: ExactDecimal(coefficient: 15, exponent: -1), unit: unit.unit)
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

    /// The token after text that must not be read as numbers: the days of the week in Chinese and Portuguese, thanks and "per
    /// cent".
    func skipped(_ at: Int) -> Int? {
        if language == .zh, ["星", "礼", "周", "週"].contains(tokens[at].text) {
            let start = tokens[at].span.lowerBound
            let width = tokens[at].text == "周" || tokens[at].text == "週" ? 1 : 2
            guard let day = text[start + width], "一二三四五六日天末".unicodeScalars.contains(day),
                width == 2 || isDayOfWeek(start + 1)
            else { return nil }
            return at + width + 1
        }
        if language == .pt, at + 2 < tokens.count, tokens[at + 1].text == "-", tokens[at + 2].text == "feira" {
            return at + 3
        }
        // "A thousand thanks" counts nothing.
        if ["mille", "mil", "тысяча"].contains(tokens[at].text) {
            let thanks: Set<String> = [
                "grazie", "merci", "mercis", "gracias", "perdones", "obrigado", "obrigados", "scuse", "excuses",
                "благодарностей",
            ]
            let around = [at - 1, at + 1].filter { tokens.indices.contains($0) }
            if around.contains(where: { thanks.contains(tokens[$0].text) }) { return at + 1 }
        }
        if language == .es || language == .it || language == .fr || language == .pt,
            at + 1 < tokens.count, ["por", "per", "pour"].contains(tokens[at].text),
            ["ciento", "cento", "cent"].contains(tokens[at + 1].text)
        {
            return at + 2
        }
        return nil
    }

    /// Turns an hour that is said to be before or after noon into a time of day: 3 pm, 오후 3시, शाम 5 बजे.
    func meridiem(_ found: inout Found, first: Int) {
        let next = token(from: found.end)
        let isHourUnit =
            found.mention.unit == nil || found.mention.unit?.codes == ["hour"] || found.mention.unit?.codes == ["day"]
        guard isHourUnit, found.mention.kind != .month else { return }
        // In Chinese, Japanese and Korean the words stand before the hour, and a number that counts something is no hour: 早上一次.
        let isEastern = [.zh, .ja, .ko].contains(language)
        if isEastern, found.mention.kind != .clock, found.mention.unit?.codes == ["day"] || isCounting(found.end) {
            return
        }
        func says(_ phrases: [[String]]) -> Int? {
            if isEastern { return nil }
            for phrase in phrases.sorted(by: { $0.count > $1.count }) {
                for start in next..<min(next + 3, tokens.count + 1) {
                    if start > next,
                        ![
                            "heures", "heure", "horas", "ore", "uhr", "बजे", "часов", "часа", "hour", "o", "clock", "h",
                            "en", "punto", "बजकर", "мин",
                        ].contains(tokens[start - 1].text)
                    {
                        break
                    }
                    if let end = matches(phrase, at: start) { return tokens[end - 1].span.upperBound }
                }
            }
            return nil
        }
        func preceding(_ phrases: [[String]]) -> Int? {
            guard [.zh, .ja, .ko, .hi].contains(language) else { return nil }
            for (phrase, distance) in phrases.flatMap({ phrase in (1...4).map { (phrase, $0) } }) {
                let end = matches(phrase, at: first - distance)
                if end == first || end == first - 1 && ["के", "の"].contains(tokens[first - 1].text) {
                    return tokens[first - distance].span.lowerBound
                }
            }
            return nil
        }
        var clock = found.mention.clock
        let night = says(Self.nights[language] ?? [])
        if clock == nil {
            guard let hundredths = found.mention.value.scaled(by: 2).integer, (0...2_400).contains(hundredths),
                hundredths % 25 == 0
            else { return }
            clock = NumberMention.Clock(
                hour: hundredths / 100, minute: hundredths % 100 * 60 / 100, isExact: hundredths > 1_299)
        }
        guard var clock, clock.hour <= 12, !clock.isExact || clock.hour == 0 else { return }
        let (isMorning, isAfternoon) = (says(words.morning), says(words.afternoon))
        let (morning, afternoon) = (preceding(words.morning), preceding(words.afternoon))
        if isMorning != nil || morning != nil {
            if clock.hour == 12 { clock.hour = 0 }
            found.end = max(found.end, isMorning ?? 0)
            found.start = morning
        } else if isAfternoon != nil || afternoon != nil {
            // Twelve at night is midnight, even if the word says that the hour is not in the morning.
            if clock.hour < 12 {
                clock.hour += 12
            } else if saysNight(first, next, isAfternoon) {
                clock.hour = 0
            }
            found.end = max(found.end, isAfternoon ?? 0)
            found.start = afternoon
        } else if let night {
            // Eleven at night is before midnight, two at night after it.
            clock.hour = (6...11).contains(clock.hour) ? clock.hour + 12 : clock.hour % 12
            found.end = max(found.end, night)
        } else {
            return
        }
        clock.isExact = true
        found.mention.clock = clock
        found.mention.kind = .clock
        found.mention.isCertain = true
        found.mention.parts.append(
            clock.minute == 0 ? [ExactDecimal(clock.hour)] : [ExactDecimal(clock.hour), ExactDecimal(clock.minute)])
    }

    /// Whether the words beside an hour that put it in the second half of the day are words for the night.
    private func saysNight(_ first: Int, _ next: Int, _ end: Int?) -> Bool {
        if let end, let night = Self.nightWords[language] {
            let last = token(from: end)
            return tokens[next..<max(next, last)].contains { $0.text == night }
        }
        guard let night = Self.nightsBefore[language] else { return false }
        return (1...3).contains { distance in
            night.contains { matches([$0], at: first - distance) == first }
        } || (language == .ja && first > 1 && tokens[first - 1].text == "の" && tokens[first - 2].text == "夜")
    }

    private static let nightWords: [LanguageCode: String] = [.es: "noche", .pt: "noite", .hi: "रात"]
    private static let nightsBefore: [LanguageCode: [String]] = [.zh: ["晚上", "夜里"], .ja: ["夜"], .ko: ["밤"]]

    /// Words that put an hour in the night, on either side of midnight.
    private static let nights: [LanguageCode: [[String]]] = [
        .en: [["at", "night"]], .fr: [["de", "la", "nuit"]], .de: [["uhr", "nachts"], ["nachts"]],
        .ar: [["ليلا"]], .it: [["di", "notte"], ["della", "notte"]],
        .ru: [["ночи"], ["часов", "ночи"], ["часа", "ночи"]],
    ]
}
