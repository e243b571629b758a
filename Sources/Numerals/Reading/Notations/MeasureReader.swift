internal import Language

/// Measures that only one language or a few say in this way: heights in metres and centimetres, fevers in tenths, meat in
/// hundreds of grams.
struct MeasureReader: NotationReader {
    let source: NumberSource

    private var numerals: NumeralReader { NumeralReader(source: source) }
    private var han: HanReader { HanReader(source: source) }
    private var spelling: SpelledReader { SpelledReader(source: source) }

    /// Un metro sesenta, ein Meter sechzig, 一米七五, 1미터 60: the number after the metres is centimetres, or in Chinese tenths.
    func centimetres(_ found: inout FoundNumber) {
        guard found.mention.unit?.codes == ["m"] else { return }
        if let metres = found.mention.value.integer {
            guard (1...9).contains(metres), let rest = hundredths(behind: found.end),
                let sum = found.mention.value.adding(ExactDecimal(coefficient: Int128(rest.value), exponent: -2))
            else { return }
            found.mention.value = sum
            found.mention.isCertain = true
            found.mention.parts.append([ExactDecimal(metres), ExactDecimal(rest.value)])
            found.end = rest.end
        } else if let hundredths = found.mention.value.scaled(by: 2).integer, (101...999).contains(hundredths) {
            found.mention.parts.append([ExactDecimal(hundredths / 100), ExactDecimal(hundredths % 100)])
        }
    }

    /// Метр восемьдесят пять, متر واثنان وثمانون سنتيمترا: a metre without its number.
    func bareMetre(_ at: Int) -> FoundNumber? {
        guard tokens[at].text == Self.metreNames[language], at == 0 || numerals.number(at - 1) == nil,
            let rest = hundredths(behind: tokens[at].span.upperBound)
        else { return nil }
        let mention = NumberMention(
            range: text.range(tokens[at].span.lowerBound..<rest.end),
            value: ExactDecimal(coefficient: Int128(100 + rest.value), exponent: -2),
            parts: [[ExactDecimal(1), ExactDecimal(rest.value)]]
        )
        .counting(MeasureUnit(tag: "Mm"))
        return FoundNumber(mention: mention, end: rest.end)
    }

    private static let metreNames: [LanguageCode: String] = [.ru: "метр", .ar: "متر"]

    /// A number of two digits behind metres that counts centimetres or nothing, and its end.
    private func hundredths(behind end: Int) -> (value: Int, end: Int)? {
        var next = token(from: end)
        guard next < tokens.count else { return nil }
        let isChinese = language == .zh
        guard isChinese ? tokens[next].span.lowerBound == end : tokens[next].span.lowerBound - end <= 1 else {
            return nil
        }
        if tokens[next].text == Self.metreJoiners[language] { next += 1 }
        guard next < tokens.count, let read = numerals.number(next), let value = read.mention.value.integer,
            read.scale == 0,
            read.mention.kind == .number
        else { return nil }
        let digits = tokens[next].literal?.digits.count ?? 0
        if isChinese {
            guard !han.isCounting(read.end) else { return nil }
            if value < 10, digits <= 1, value > 0 { return (value * 10, read.end) }
        }
        let behind = token(from: read.end)
        let unit = UnitWords.shared.unit(
            in: text, at: behind < tokens.count ? tokens[behind].span.lowerBound : text.count)
        if let unit, unit.unit.codes == ["cm"], (1...99).contains(value) { return (value, unit.end) }
        guard (10...99).contains(value), digits == 0 || digits == 2, isChinese || unit == nil else { return nil }
        return (value, read.end)
    }

    private static let metreJoiners: [LanguageCode: String] = [.es: "y", .it: "e", .pt: "e", .en: "and", .ar: "و"]

    /// 38度5分, 三十八度五, 38도 5부: tenths of a degree, if no time follows. For an angle they are minutes, so both numbers are also
    /// kept as parts.
    func tenthsOfDegree(_ found: inout FoundNumber) {
        guard found.mention.unit?.codes.contains("°C") ?? false, let degrees = found.mention.value.integer,
            ["度", "도"].contains(text[found.end - 1])
        else { return }
        let next = token(from: found.end)
        guard next < tokens.count, tokens[next].span.lowerBound - found.end <= (language == .ko ? 1 : 0),
            let read = numerals.number(next), let tenth = read.mention.value.integer, (1...9).contains(tenth)
        else { return }
        let mark = text[read.end]
        switch language {
        case .ja: guard mark == "分", text[read.end + 1] != "間" else { return }
        case .ko: guard mark == "부" else { return }
        case .zh: guard mark != "分", !han.isCounting(read.end) else { return }
        default: return
        }
        addTenths(&found, degrees, tenth, end: language == .zh ? read.end : read.end + 1)
    }

    /// Тридцать восемь и пять, trente-neuf deux: the tenths of a fever are said in words behind the degrees.
    func tenthsOfFever(_ found: inout FoundNumber) {
        guard let fever = Self.fevers[language], found.mention.unit == nil, !found.mention.isDigits,
            let degrees = found.mention.value.integer, (35...42).contains(degrees)
        else { return }
        var next = token(from: found.end)
        if next < tokens.count, fever.joiners.contains(tokens[next].text) { next += 1 }
        guard next < tokens.count, tokens[next].kind == .word, case .value? = spelling.roles(next).first?.role,
            let read = numerals.number(next), let tenth = read.mention.value.integer, (1...9).contains(tenth),
            tokens.contains(where: { token in fever.stems.contains { token.text.hasPrefix($0) } })
        else { return }
        var end = read.end
        let behind = token(from: end)
        if behind < tokens.count, tokens[behind].text == "десятых" {
            end = tokens[behind].span.upperBound
        } else if behind < tokens.count,
            UnitWords.shared.unit(in: text, at: tokens[behind].span.lowerBound).map({ !$0.unit.codes.contains("°C") })
                ?? false
        {
            return
        }
        addTenths(&found, degrees, tenth, end: end)
    }

    private func addTenths(_ found: inout FoundNumber, _ degrees: Int, _ tenth: Int, end: Int) {
        found.mention.value = ExactDecimal(coefficient: Int128(degrees * 10 + tenth), exponent: -1)
        found.mention.isCertain = true
        found.mention.parts.append([ExactDecimal(degrees), ExactDecimal(tenth)])
        found.end = end
    }

    /// Beginnings of words, one of which stands in a text about a fever, and the words that may come before the tenths.
    private static let fevers: [LanguageCode: (stems: [String], joiners: Set<String>)] = {
        func fever(_ stems: String, _ joiners: Set<String> = []) -> (stems: [String], joiners: Set<String>) {
            (FoldedText.words(stems), joiners)
        }
        return [
            .en: fever("fever temperature"), .de: fever("fieber temperatur"), .fr: fever("fièvre température"),
            .es: fever("fiebre temperatura", ["y", "con"]), .it: fever("febbre temperatura", ["e"]),
            .pt: fever("febre temperatura", ["e"]), .ru: fever("температур жар градус", ["и"]),
        ]
    }()

    /// Due etti e mezzo: hundreds of grams. False if the number counts none.
    func italianHundreds(_ found: inout FoundNumber) -> Bool {
        let next = token(from: found.end)
        guard language == .it, next < tokens.count, ["etto", "etti"].contains(tokens[next].text) else { return false }
        found.end = tokens[next].span.upperBound
        if let end = matches(["e", "mezzo"], at: next + 1),
            let sum = found.mention.value.adding(ExactDecimal(coefficient: 5, exponent: -1))
        {
            found.mention.value = sum
            found.end = tokens[end - 1].span.upperBound
        }
        found.mention.value = found.mention.value.scaled(by: 2)
        found.mention.unit = MeasureUnit(tag: "Mg")
        found.mention.isCertain = true
        return true
    }

    /// 9,90 livres, vingt livres sterling: pounds. A whole number of livres may be books.
    func frenchPounds(_ found: inout FoundNumber) {
        let next = token(from: found.end)
        guard language == .fr, found.mention.unit == nil, next < tokens.count,
            ["livre", "livres"].contains(tokens[next].text)
        else { return }
        let isSterling = next + 1 < tokens.count && tokens[next + 1].text == "sterling"
        guard isSterling || found.mention.value.integer == nil else { return }
        found.mention.unit = MeasureUnit(tag: isSterling ? "CGBP/pound" : "CGBP/lb/pound")
        found.end = tokens[isSterling ? next + 1 : next].span.upperBound
    }

    /// 十二欧元五十分: hundredths of the money before them, and not minutes.
    func centsBehindMoney(_ found: inout FoundNumber, first: Int, after last: NumberMention?) {
        guard language == .zh, found.mention.unit?.codes == ["minute"], text[found.end - 1] == "分", first > 0,
            let money = last, money.unit?.dimension == .currency,
            money.said.upperBound == text.range(tokens[first].span).lowerBound
        else { return }
        found.mention.unit = MeasureUnit(tag: "Ccent")
    }

    /// 百分之五到十: the second number is a percentage, too.
    func secondPercent(_ found: inout FoundNumber, first: Int, after last: NumberMention?) {
        guard language == .zh, found.mention.unit == nil, first > 0, ["到", "至"].contains(tokens[first - 1].text),
            let last, last.unit?.dimension == .share,
            last.range.upperBound == text.range(tokens[first - 1].span).lowerBound,
            !han.isCounting(found.end)
        else { return }
        found.mention.unit = MeasureUnit(tag: "P%")
        found.mention.isCertain = true
    }
}
