internal import Language

/// Halves and quarters before or after a number: "half past three", `halb vier`, "two and a half million", 三个半小时.
struct HalvesReader: NotationReader {
    let source: NumberSource

    private var numerals: NumeralReader { NumeralReader(source: source) }

    /// "half past three", "halb vier", "साढ़े तीन": a word before the number changes it.
    func prefixed(_ at: Int) -> FoundNumber? {
        for (phrase, hundredths) in words.prefixes {
            guard let next = matches(phrase, at: at), next < tokens.count, let found = numerals.number(next),
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
    private func changed(_ found: FoundNumber, _ whole: Int, _ hundredths: Int) -> ExactDecimal? {
        // सवा सौ is 125, साढ़े तीन सौ 350, but two and a half million is two and a half times a million.
        let isHundreds = language == .hi && found.scale == 0 && whole % 100 == 0 && (100..<10_000).contains(whole)
        let base = isHundreds ? 2 : found.scale >= 3 ? found.scale : 0
        return found.mention.value.adding(ExactDecimal(coefficient: Int128(hundredths), exponent: base - 2))
    }

    func suffix(_ found: inout FoundNumber) {
        let next = token(from: found.end)
        for (phrase, hundredths) in words.suffixes {
            guard let end = matches(phrase, at: next), let whole = found.mention.value.integer,
                let sum = changed(found, whole, hundredths)
            else { continue }
            // "two and a half million"
            if end < tokens.count, let power = numerals.multiplier(end, afterDigits: false), found.scale == 0 {
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

    /// Endings that may be one word with the half of 한 시간 반; 반복 and 반대 are separate words.
    private static let afterHalf: Set<String> = [
        "", "을", "이", "은", "에", "의", "만", "쯤", "씩", "동안", "정도", "가량", "짜리", "까지", "마다", "후", "후에", "뒤", "뒤에", "전", "전에",
        "으로", "입니다", "이에요", "이다", "이야", "이나", "이고", "이면", "이요", "이며", "이라", "이라고", "이었어요", "이었습니다", "걸려요", "걸립니다",
        "걸린다", "째", "인데", "인데요", "이고요", "이라서",
    ]

    /// Units of time that are counted with 个 and may follow 个半, one and a half.
    private static let halved: [(word: String, tag: String)] = [
        ("小时", "Dhour"), ("小時", "Dhour"), ("钟头", "Dhour"), ("鐘頭", "Dhour"), ("月", "Dmonth"),
        ("星期", "Dweek"), ("礼拜", "Dweek"),
    ]
}
