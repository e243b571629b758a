internal import Language

/// The unit, the currency or the share that a number counts.
struct UnitReader: NotationReader {
    let source: NumberSource

    /// 八折, 20 % off or 80 % of the price; 2割, 20 %. False if it is neither.
    func share(_ found: inout FoundNumber) -> Bool {
        let (sign, after) = (text[found.end], text[found.end + 1])
        guard let tenths = found.mention.value.scaled(by: 1).integer, (1...990).contains(tenths) else { return false }
        // 八折 is eight tenths, 八五折 and 85折 are 85 hundredths.
        let percent = tenths < 100 ? tenths : tenths / 10
        if language == .zh, sign == "折", after != "叠" {
            found.mention.value = ExactDecimal(100 - percent)
            found.mention.isDiscount = true
            found.mention.alternatives = [
                ExactDecimal(percent), ExactDecimal(coefficient: Int128(percent), exponent: -2),
            ]
        } else if language == .ja, sign == "割", after != "り", after != "る", after != "合", tenths <= 100 {
            found.mention.value = ExactDecimal(tenths)
        } else {
            return false
        }
        found.mention.unit = MeasureUnit(tag: "P%")
        found.end += 1
        return true
    }

    private static let shares: [[String]] = [
        ["per", "cent"], ["por", "ciento"], ["por", "cento"], ["per", "cento"], ["pour", "cent"], ["pour", "cents"],
        ["في", "المئة"],
        ["في", "المائة"], ["في", "المية"], ["بالمئة"], ["بالمائة"], ["بالمية"],
    ]

    /// Whether a text says "per cent" anywhere in several words, which the table of units does not hold.
    static func saysShare(_ tokens: [NumberToken]) -> Bool {
        tokens.indices.contains { at in
            shares.contains { $0.count > 1 && tokens[at...].prefix($0.count).map(\.text) == $0 }
        }
    }

    func unitAfter(_ found: inout FoundNumber) {
        // A counter may be one word with the number: 오만원.
        if let scalar = text[found.end], LetterKind(scalar) == .hangul,
            let unit = UnitWords.shared.unit(in: text, at: found.end)
        {
            if scalar == "월" { return monthMark(&found, unit.end) }
            if found.mention.unit == nil { found.mention.unit = unit.unit }
            found.end = unit.end
            return
        }
        let next = token(from: found.end)
        guard next < tokens.count, tokens[next].span.lowerBound - found.end <= 1 else { return }
        for phrase in Self.shares {
            guard let end = matches(phrase, at: next) else { continue }
            found.mention.unit = MeasureUnit(tag: "P%")
            found.end = tokens[end - 1].span.upperBound
            return
        }
        if isForeignUnit(tokens[next].text) || isWeekdayName(next) { return }
        guard let unit = UnitWords.shared.unit(in: text, at: tokens[next].span.lowerBound) else { return }
        if ["月"].contains(tokens[next].text), language == .zh || language == .ja { return monthMark(&found, unit.end) }
        if language == .ko, tokens[next].text.hasPrefix("월") { return monthMark(&found, unit.end) }
        // A currency before the number counts for more than "per hour" after it.
        if let before = found.mention.unit {
            if before.agrees(with: unit.unit) { found.end = unit.end }
            return
        }
        found.mention.unit = unit.unit
        found.end = unit.end
        tenths(&found)
    }

    /// 十一块五: the numeral after the money is its tenths, if it counts nothing.
    func tenths(_ found: inout FoundNumber) {
        guard language == .zh, let mark = text[found.end - 1], mark == "块" || mark == "塊",
            found.mention.value.integer != nil, let numeral = text[found.end]
        else { return }
        let place = "一二三四五六七八九".unicodeScalars.enumerated().first { $0.element == numeral }
        guard let tenth = digitValue(numeral) ?? place.map({ $0.offset + 1 }), tenth > 0 else { return }
        if let after = text[found.end + 1] {
            let isEach =
                after == "一" && text[found.end + 2].map { "斤个個条張张只瓶份公盒本杯".unicodeScalars.contains($0) } ?? false
            let isEnd = "吗吧呢啊了的呀".unicodeScalars.contains(after)
            guard isEach || isEnd || LetterKind(after) == .mark && digitValue(after) == nil && after != "." else {
                return
            }
        }
        guard let sum = found.mention.value.adding(ExactDecimal(coefficient: Int128(tenth), exponent: -1)) else {
            return
        }
        found.mention.value = sum
        found.mention.isCertain = true
        found.end += 1
    }

    /// التسعين يوم الأحد is ninety on Sunday, and not ninety days.
    private func isWeekdayName(_ at: Int) -> Bool {
        language == .ar && tokens[at].text == "يوم" && at + 1 < tokens.count
            && isArabicDay(at + 1)
    }

    /// Whether the word at a token names a day of the week, with the article or without.
    func isArabicDay(_ at: Int) -> Bool { Self.arabicDays.contains { tokens[at].text.hasSuffix($0) } }

    private static let arabicDays = ["جمعة", "سبت", "أحد", "اثنين", "ثلاثاء", "أربعاء", "خميس"].map {
        FoldedText.fold($0)
    }

    /// "$5 an hour": "an" is a year only in French.
    func isForeignUnit(_ word: String) -> Bool { word == "an" && language != .fr }

    private func monthMark(_ found: inout FoundNumber, _ end: Int) {
        guard let month = found.mention.value.integer, (1...12).contains(month) else { return }
        found.mention.kind = .month
        found.mention.isCertain = true
        found.end = end
    }

    func unitBefore(_ first: Int) -> MeasureUnit? {
        let sign = tokens[first - 1]
        if sign.kind == .word {
            guard let unit = UnitWords.shared.unit(in: text, at: sign.span.lowerBound),
                unit.end == sign.span.upperBound,
                unit.unit.dimension == .currency,
                [
                    "us", "usd", "eur", "gbp", "jpy", "cny", "inr", "rs", "chf", "rmb", "rub", "₹", "रु", "cad", "brl",
                    "mxn", "krw",
                ].contains(sign.text)
            else { return nil }
            return unit.unit
        }
        guard sign.kind == .mark, let unit = UnitWords.shared.unit(in: text, at: sign.span.lowerBound)?.unit else {
            return nil
        }
        return unit.dimension == .currency || unit.dimension == .share ? unit : nil
    }
}
