/// Measures that are said in a way of one language or a few: heights in metres and centimetres, fevers in tenths, meat in hundreds of grams.
extension NumberPass {
    /// Un metro sesenta, ein Meter sechzig, 一米七五, 1미터 60: what stands behind the metres is centimetres, or in Chinese tenths.
    func centimetres(_ found: inout Found) {
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

    /// Метр восемьдесят пять: a metre without its number.
    func russianMetre(_ at: Int) -> Found? {
        guard language == .ru, tokens[at].text == "метр", at == 0 || number(at - 1) == nil,
            let rest = hundredths(behind: tokens[at].span.upperBound)
        else { return nil }
        let mention = NumberMention(
            range: text.range(tokens[at].span.lowerBound..<rest.end),
            value: ExactDecimal(coefficient: Int128(100 + rest.value), exponent: -2),
            parts: [[ExactDecimal(1), ExactDecimal(rest.value)]], unit: MeasureUnit(tag: "Mm"))
        return Found(mention: mention, end: rest.end)
    }

    /// The nineteen forties: the century before its decade.
    func englishDecade(_ at: Int) -> Found? {
        guard language == .en, let century = ["eighteen": 18, "nineteen": 19][tokens[at].text] else { return nil }
        let next = at + 1 < tokens.count && tokens[at + 1].text == "-" ? at + 2 : at + 1
        guard next < tokens.count, let decade = words.loose[tokens[next].text], (2_000...9_000).contains(decade),
            decade % 1_000 == 0
        else { return nil }
        let end = tokens[next].span.upperBound
        let mention = NumberMention(
            range: text.range(tokens[at].span.lowerBound..<end), value: ExactDecimal(century * 100 + decade / 100))
        return Found(mention: mention, end: end)
    }

    /// A number of two digits behind metres that counts nothing, and where it ends.
    private func hundredths(behind end: Int) -> (value: Int, end: Int)? {
        var next = token(from: end)
        guard next < tokens.count else { return nil }
        let isChinese = language == .zh
        guard isChinese ? tokens[next].span.lowerBound == end : tokens[next].span.lowerBound - end <= 1 else {
            return nil
        }
        if tokens[next].text == Self.metreJoiners[language] { next += 1 }
        guard next < tokens.count, let read = number(next), let value = read.mention.value.integer, read.scale == 0,
            read.mention.kind == .number
        else { return nil }
        let digits = tokens[next].literal?.digits.count ?? 0
        if isChinese {
            guard !isCounting(read.end) else { return nil }
            if value < 10, digits <= 1, value > 0 { return (value * 10, read.end) }
        }
        guard (10...99).contains(value), digits == 0 || digits == 2 else { return nil }
        if !isChinese,
            UnitWords.shared.unit(
                in: text,
                at: token(from: read.end) < tokens.count ? tokens[token(from: read.end)].span.lowerBound : text.count)
                != nil
        {
            return nil
        }
        return (value, read.end)
    }

    private static let metreJoiners: [LanguageCode: String] = [.es: "y", .it: "e", .pt: "e", .en: "and"]

    /// 38度5分: tenths of a degree, where no time follows. Of an angle they are minutes, as which the parts stand.
    func tenthsOfDegree(_ found: inout Found) {
        guard language == .ja, found.mention.unit?.codes.contains("°C") ?? false, text[found.end - 1] == "度",
            let degrees = found.mention.value.integer, found.end < text.count
        else { return }
        let next = token(from: found.end)
        guard next < tokens.count, tokens[next].span.lowerBound == found.end, let read = number(next),
            let tenth = read.mention.value.integer, (1...9).contains(tenth), text[read.end] == "分",
            text[read.end + 1] != "間",
            let sum = found.mention.value.adding(ExactDecimal(coefficient: Int128(tenth), exponent: -1))
        else { return }
        found.mention.value = sum
        found.mention.isCertain = true
        found.mention.parts.append([ExactDecimal(degrees), ExactDecimal(tenth)])
        found.end = read.end + 1
    }

    /// Due etti e mezzo: hundreds of grams. False where none are meant.
    func italianHundreds(_ found: inout Found) -> Bool {
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

    /// 9,90 livres, vingt livres sterling: pounds, while a whole number of livres may be one of books.
    func frenchPounds(_ found: inout Found) {
        let next = token(from: found.end)
        guard language == .fr, found.mention.unit == nil, next < tokens.count,
            ["livre", "livres"].contains(tokens[next].text)
        else { return }
        let isSterling = next + 1 < tokens.count && tokens[next + 1].text == "sterling"
        guard isSterling || found.mention.value.integer == nil else { return }
        found.mention.unit = MeasureUnit(tag: isSterling ? "CGBP/pound" : "CGBP/lb/pound")
        found.end = tokens[isSterling ? next + 1 : next].span.upperBound
    }

    /// 百分之五到十: the second number is of a hundred, too.
    func secondPercent(_ found: inout Found, first: Int) {
        guard language == .zh, found.mention.unit == nil, first > 0, ["到", "至"].contains(tokens[first - 1].text),
            let last = mentions.last, last.unit?.dimension == .share,
            last.range.upperBound == text.range(tokens[first - 1].span).lowerBound,
            !isCounting(found.end)
        else { return }
        found.mention.unit = MeasureUnit(tag: "P%")
        found.mention.isCertain = true
    }
}
