internal import Language

extension NumberPass {
    private static let hours: Set<String> = ["h", "uhr", "点", "點", "时", "時", "시", "बजे", "hs"]

    /// `3:30`, `15h30`, `15 Uhr 30`, 三点半, 3時30分, 세 시 반: a time of day.
    func clock(_ at: Int) -> Found? {
        if let literal = tokens[at].literal, literal.digits.count <= 2, let hour = Int(literal.digits), hour <= 24,
            at + 2 < tokens.count, tokens[at + 1].text == ":" || tokens[at + 1].text == "：",
            tokens[at + 2].literal?.digits.count == 2,
            !tokens[at + 1].isSpaced, !tokens[at + 2].isSpaced, let minute = tokens[at + 2].literal?.values[0].integer,
            minute < 60
        {
            var (parts, end) = ([ExactDecimal(hour), ExactDecimal(minute)], tokens[at + 2].span.upperBound)
            if at + 4 < tokens.count, tokens[at + 3].text == ":", let seconds = tokens[at + 4].literal?.values[0] {
                parts.append(seconds)
                end = tokens[at + 4].span.upperBound
            }
            var found = makeClock(at, hour, minute, end)
            found.mention.parts = [parts]
            return found
        }
        if let found = frenchHour(at) { return found }
        guard let hour = number(at), hour.mention.unit == nil, let value = hour.mention.value.integer,
            hour.mention.parts.isEmpty || tokens[at].kind == .digits, (0...24).contains(value)
        else {
            return nil
        }
        let next = token(from: hour.end)
        guard next < tokens.count, tokens[next].span.lowerBound - hour.end <= 1 else { return nil }
        let word = tokens[next].text
        let start = tokens[next].span.lowerBound
        let isKorean = language == .ko && text[start] == "시" && text[start + 1] != "간"
        guard Self.hours.contains(word) || isKorean else { return nil }
        var end = isKorean ? start + 1 : tokens[next].span.upperBound
        if word == "时" || word == "時", text[end] == "间" || text[end] == "間" || text[end] == "候" { return nil }
        if word == "h", language != .fr, language != .pt, language != .es, language != .it { return nil }
        if word == "h", isDuration(next) { return nil }
        var minute = 0
        let after = token(from: end)
        let gap = after < tokens.count ? tokens[after].span.lowerBound - end : 9
        if gap <= 1, let half = ["半", "반"].first(where: { tokens[after].text.hasPrefix($0) }) {
            minute = 30
            end = tokens[after].span.lowerBound + half.unicodeScalars.count
        } else if gap <= 1, let minutes = number(after), let value = minutes.mention.value.integer,
            (0...59).contains(value)
        {
            if text[minutes.end] == "刻" {
                minute = value * 15
                end = minutes.end + 1
            } else if isBareMinute(minutes, after, end) {
                minute = value
                end = minutes.end
            } else if isMinute(minutes, word) {
                minute = value
                end = minutes.end
                let unit = token(from: end)
                if unit < tokens.count, tokens[unit].span.lowerBound - end <= 1,
                    let named = UnitWords.shared.unit(in: text, at: tokens[unit].span.lowerBound),
                    named.unit.codes == ["minute"]
                {
                    end = named.end
                }
            }
        }
        guard minute < 60 else { return nil }
        // 一点 alone is "a little".
        if language == .zh, word == "点" || word == "點", value == 1, text[start - 1] == "一", minute == 0,
            text[end] != "钟", !isAfterMeridiem(at)
        {
            return nil
        }
        return makeClock(at, value, minute, end)
    }

    private func isMinute(_ found: Found, _ mark: String) -> Bool {
        let next = token(from: found.end)
        // "sieben Uhr vierzig": minutes in words only if they count nothing.
        if mark == "uhr", !found.mention.isDigits { return next >= tokens.count || tokens[next].kind == .mark }
        if ["h", "uhr", "hs"].contains(mark) { return found.mention.isDigits }
        guard next < tokens.count, tokens[next].span.lowerBound - found.end <= 1 else { return false }
        return ["分", "분", "मिनट"].contains { tokens[next].text.hasPrefix($0) } && !tokens[next].text.hasPrefix("분의")
    }

    /// 四点二十开, 8点30出发: minutes of ten and more behind a Chinese hour need no word for minutes, unless they count something.
    private func isBareMinute(_ found: Found, _ at: Int, _ hourEnd: Int) -> Bool {
        let start = tokens[at].span.lowerBound
        guard language == .zh, ["点", "點"].contains(text.text(hourEnd - 1..<hourEnd)), start == hourEnd,
            found.end - start >= 2, found.mention.value > ExactDecimal(9)
        else { return false }
        if !found.mention.isDigits {
            guard text.scalars[start..<found.end].contains("十") else { return false }
        } else if tokens[at].literal?.digits.count != 2 {
            return false
        }
        return !isCounting(found.end)
    }

    /// "2 h de route": counted hours are no time of day, unless they are written the French way (15 h 30).
    private func isDuration(_ at: Int) -> Bool {
        at + 1 < tokens.count && ["de", "di"].contains(tokens[at + 1].text)
    }

    private func isAfterMeridiem(_ at: Int) -> Bool {
        (words.morning + words.afternoon).contains { phrase in
            (1...2).contains { matches(phrase, at: at - $0) == at }
        }
    }

    /// "half past three", "halb vier", "साढ़े तीन": a word before the number changes it.
    func prefixed(_ at: Int) -> Found? {
        for (phrase, hundredths) in words.prefixes {
            guard let next = matches(phrase, at: at), next < tokens.count, let found = number(next),
                let whole = found.mention.value.integer, let sum = changed(found, whole, hundredths)
            else { continue }
            if language != .hi, !(1...24).contains(whole) { continue }
            var copy = found
            copy.mention.value = sum
            copy.mention.isCertain = true
            copy.mention.range = text.range(tokens[at].span.lowerBound..<found.end)
            // Halb eins and a quarter to one are after twelve.
            if language != .hi, whole == 1, hundredths < 0, let after = sum.adding(ExactDecimal(12)) {
                copy.mention.alternatives.append(after)
            }
            // "quarter to five" may be said as 4 and 45.
            if language != .hi, let minutes = minutes(sum) { copy.mention.parts = [minutes] }
            return copy
        }
        return nil
    }

    private func minutes(_ value: ExactDecimal) -> [ExactDecimal]? {
        guard let hundredths = value.scaled(by: 2).integer, hundredths > 0 else { return nil }
        return [ExactDecimal(hundredths / 100), ExactDecimal(hundredths % 100 * 60 / 100)]
    }

    /// The number with a part added: a part of one, or of the last unit that multiplies.
    private func changed(_ found: Found, _ whole: Int, _ hundredths: Int) -> ExactDecimal? {
        // सवा सौ is 125, साढ़े तीन सौ 350, but two and a half million is two and a half times a million.
        let isHundreds = language == .hi && found.scale == 0 && whole % 100 == 0 && (100..<10_000).contains(whole)
        let base = isHundreds ? 2 : found.scale >= 3 ? found.scale : 0
        return found.mention.value.adding(ExactDecimal(coefficient: Int128(hundredths), exponent: base - 2))
    }

    /// Reads the parts around a number just found: its sign and currency before it, its unit after it, "and a half".
    func attach(_ found: inout Found, start: Int, first: Int) {
        if found.mention.kind == .clock { return }
        if found.mention.unit == nil, first > 0, let unit = unitBefore(first) {
            found.mention.unit = unit
            found.start = tokens[first - 1].span.lowerBound
        }
        easternDozens(&found)
        suffix(&found)
        if share(&found) || italianHundreds(&found) { return }
        unitAfter(&found)
        suffix(&found)
        frenchPounds(&found)
        secondPercent(&found, first: first)
        centsBehindMoney(&found, first: first)
        tenthsOfDegree(&found)
        tenthsOfFever(&found)
        centimetres(&found)
        // $3.50 is said as three dollars and fifty cents.
        if found.mention.unit?.dimension == .currency, let cents = found.mention.value.scaled(by: 2).integer,
            cents > 100, cents % 100 > 0
        {
            found.mention.parts.append([ExactDecimal(cents / 100), ExactDecimal(cents % 100)])
        }
        // Три may be another word, but with euros it is three.
        if found.mention.unit?.dimension == .currency, let count = found.mention.value.integer,
            (2...99).contains(count),
            case .value? = roles(first).last?.role
        {
            found.mention.isCertain = true
        }
        sign(&found, first: first)
    }

    /// 八折, 20 % off or 80 % of the price; 2割, 20 %. False if it is neither.
    private func share(_ found: inout Found) -> Bool {
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

    func isMinusSign(_ at: Int) -> Bool {
        guard at >= 0, at + 1 < tokens.count, ["-", "−", "–"].contains(tokens[at].text), tokens[at + 1].kind == .digits,
            !tokens[at + 1].isSpaced
        else { return false }
        return at == 0 || tokens[at].isSpaced || "([（:".contains(tokens[at - 1].text)
    }

    private func suffix(_ found: inout Found) {
        let next = token(from: found.end)
        for (phrase, hundredths) in words.suffixes {
            guard let end = matches(phrase, at: next), let whole = found.mention.value.integer,
                let sum = changed(found, whole, hundredths)
            else { continue }
            // "two and a half million"
            if end < tokens.count, let power = multiplier(end, afterDigits: false), found.scale == 0 {
                found.mention.value = sum.scaled(by: power)
                found.end = tokens[end].span.upperBound
            } else {
                found.mention.value = sum
                found.end = tokens[end - 1].span.upperBound
            }
            found.mention.isCertain = true
            if hundredths != 50 || whole <= 24 { found.mention.parts += minutes(sum).map { [$0] } ?? [] }
            return
        }
        if language == .zh, next + 2 < tokens.count, ["个", "個"].contains(tokens[next].text),
            tokens[next + 1].text == "半", !"岛島场場圆圓球天决決成导導".contains(tokens[next + 2].text),
            let whole = found.mention.value.integer, let sum = changed(found, whole, 50)
        {
            found.end = tokens[next + 1].span.upperBound
            let rest = text.text(found.end..<min(text.count, found.end + 2))
            if let span = Self.halved.first(where: { rest.hasPrefix($0.word) }) {
                found.mention.isCertain = true
                found.mention.unit = MeasureUnit(tag: span.tag)
                found.end += span.word.unicodeScalars.count
            }
            found.mention.value = sum
            return
        }
        guard next < tokens.count, [.zh, .ja, .ko].contains(language), tokens[next].span.lowerBound - found.end <= 1,
            let whole = found.mention.value.integer,
            found.mention.unit?.dimension == .duration || tokens[next].text.hasPrefix("半")
        else { return }
        let mark = tokens[next].text
        let after = text[tokens[next].span.lowerBound + 1]
        guard
            mark == "半" && after != "分" && after != "年" && after != "天" && after != "月"
                || mark.hasPrefix("반") && Self.afterHalf.contains(String(mark.dropFirst())),
            let sum = changed(found, whole, 50)
        else { return }
        found.mention.value = sum
        found.mention.isCertain = true
        found.end = tokens[next].span.lowerBound + 1
    }

    /// Endings that may be one word with the half of 한 시간 반; 반복 and 반대 are words of their own.
    private static let afterHalf: Set<String> = [
        "", "을", "이", "은", "에", "의", "만", "쯤", "씩", "동안", "정도", "가량", "짜리", "까지", "마다", "후", "후에", "뒤", "뒤에", "전", "전에",
        "으로", "입니다", "이에요", "이다", "이야", "이나", "이고", "이면", "이요", "이며", "이라", "이라고", "이었어요", "이었습니다", "걸려요", "걸립니다",
        "걸린다", "째", "인데", "인데요", "이고요", "이라서",
    ]

    /// Units of time that are counted with 个 and may stand behind 个半, one and a half.
    private static let halved: [(word: String, tag: String)] = [
        ("小时", "Dhour"), ("小時", "Dhour"), ("钟头", "Dhour"), ("鐘頭", "Dhour"), ("月", "Dmonth"),
        ("星期", "Dweek"), ("礼拜", "Dweek"),
    ]

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

    private func unitAfter(_ found: inout Found) {
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

    /// التسعين يوم الأحد is ninety on Sunday, and not ninety days.
    private func isWeekdayName(_ at: Int) -> Bool {
        language == .ar && tokens[at].text == "يوم" && at + 1 < tokens.count
            && isArabicDay(at + 1)
    }

    /// "$5 an hour": "an" is a year only in French.
    func isForeignUnit(_ word: String) -> Bool { word == "an" && language != .fr }

    private func monthMark(_ found: inout Found, _ end: Int) {
        guard let month = found.mention.value.integer, (1...12).contains(month) else { return }
        found.mention.kind = .month
        found.mention.isCertain = true
        found.end = end
    }

    private func unitBefore(_ first: Int) -> MeasureUnit? {
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
