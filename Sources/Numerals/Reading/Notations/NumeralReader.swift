internal import Language

/// Numbers in digits of any system or in words, with the words that multiply them: `2.5 million`, 3万5千, `veinte mil`.
struct NumeralReader: NotationReader {
    let source: NumberSource

    private var spelling: SpelledReader { SpelledReader(source: source) }
    private var han: HanReader { HanReader(source: source) }
    private var hangul: HangulReader { HangulReader(source: source) }

    /// A number in digits or words that begins at a token.
    func number(_ at: Int) -> FoundNumber? {
        switch language {
        case .zh, .ja: han.number(at) ?? digits(at)
        case .ko: hangul.number(at) ?? digits(at) ?? han.number(at)
        default: digits(at) ?? spelling.spelled(at) ?? (tokens[at].kind == .word ? han.number(at) : nil)
        }
    }

    /// Digits, and the words that multiply them: 2.5 million, 3万5千.
    func digits(_ at: Int) -> FoundNumber? {
        guard at < tokens.count, let literal = tokens[at].literal else { return nil }
        var value = literal.values[0]
        var alternatives = Array(literal.values.dropFirst())
        var parts = literal.parts
        var (end, next, scale, isScaled) = (literal.end, at + 1, 0, false)
        while next < tokens.count, tokens[next].kind == .word, tokens[next].span.lowerBound - end <= 1 {
            let factor: (power: Int, end: Int)
            if let power = multiplier(next, afterDigits: true) {
                factor = (power, tokens[next].span.upperBound)
            } else if let syllables = hangulMultiplier(next) {
                factor = syllables
            } else {
                break
            }
            value = value.scaled(by: factor.power)
            alternatives = alternatives.map { $0.scaled(by: factor.power) }
            (end, scale, isScaled) = (factor.end, factor.power, true)
            next += 1
            if end < tokens[next - 1].span.upperBound { break }
        }
        if isScaled { parts = [] }
        // 3万5千: a smaller number after an Eastern scale belongs to the same number.
        if isScaled, [.zh, .ja, .ko].contains(language), next < tokens.count,
            let rest = digits(next) ?? hangul.tail(next),
            tokens[next].span.lowerBound - end <= (language == .ko ? 1 : 0),
            rest.mention.value < ExactDecimal(1).scaled(by: scale), let sum = value.adding(rest.mention.value)
        {
            (value, end) = (sum, rest.end)
        }
        if !isScaled { end = ordinalEnd(at, end) }
        var mention = NumberMention(
            range: text.range(tokens[at].span.lowerBound..<end), value: value, alternatives: alternatives, parts: parts)
        mention.isDigits = true
        if !isScaled {
            mention.clock = literal.clock
            (mention.grouped, mention.isEither) = (literal.grouped, literal.isEither)
        }
        // 1日2回, 1回2錠: like 一, the digit 1 before these counters is a certain number only in a date.
        if !isScaled, value == ExactDecimal(1), [.ja, .zh, .ko].contains(language), let counter = text[end],
            "日回週周天次时時月年인일주달月晚泊박".unicodeScalars.contains(counter), tokens[at].span.count == 1
        {
            mention.isCertain = isInDate(at, end)
        }
        if let dozen = dozens(next, of: value), !isScaled {
            (mention.value, end) = (dozen, tokens[next].span.upperBound)
        }
        return FoundNumber(mention: mention, end: end, scale: scale)
    }

    /// Whether a one before a month or day is part of a date: 1月1日, 2026年1月.
    private func isInDate(_ at: Int, _ end: Int) -> Bool {
        guard let counter = text[end], "月日月年".unicodeScalars.contains(counter) else { return false }
        if at > 0, "年月년월".contains(tokens[at - 1].text.last ?? " ") { return true }
        return counter != "日" && text[end + 1].map { ("0"..."9").contains($0) || ("０"..."９").contains($0) } ?? false
    }

    private func dozens(_ at: Int, of value: ExactDecimal) -> ExactDecimal? {
        guard at < tokens.count, words.roles[tokens[at].text] == .dozen else { return nil }
        return value.times(12)
    }

    /// The power of ten that a word multiplies digits by; nil if it does not multiply.
    func multiplier(_ at: Int, afterDigits: Bool) -> Int? {
        let word = tokens[at].text
        switch word {
        case "万", "萬": return 4
        case "亿", "億": return 8
        case "千" where afterDigits: return 3
        case "百" where afterDigits: return 2
        case "兆": return 12
        case "k" where !tokens[at].isSpaced: return 3
        default: break
        }
        if case .scale(let power) = words.roles[word] { return power }
        return nil
    }

    /// The power of ten of 만 or 천만 at the beginning of a word after digits, and its end.
    private func hangulMultiplier(_ at: Int) -> (power: Int, end: Int)? {
        guard language == .ko else { return nil }
        let powers: [Unicode.Scalar: Int] = ["십": 1, "백": 2, "천": 3, "만": 4, "억": 8, "조": 12]
        var (power, offset) = (0, tokens[at].span.lowerBound)
        while offset < tokens[at].span.upperBound, let scalar = text[offset], let factor = powers[scalar] {
            power += factor
            offset += 1
        }
        return power > 0 ? (power, offset) : nil
    }

    /// The end of the letters that make digits an ordinal: 3rd, 21-го, 5º, 21वीं.
    private func ordinalEnd(_ at: Int, _ end: Int) -> Int {
        var next = at + 1
        guard next < tokens.count, !tokens[next].isSpaced else { return end }
        if tokens[next].text == "-", language == .ru, next + 1 < tokens.count, !tokens[next + 1].isSpaced,
            tokens[next + 1].kind == .word, tokens[next + 1].text.unicodeScalars.count <= 3
        {
            next += 1
        }
        let endings: Set<String> = [
            "st", "nd", "rd", "th", "er", "ere", "re", "e", "eme", "º", "ª", "o", "a", "й", "я", "е", "го", "му", "м",
            "ю", "х",
            "वीं", "वां", "वा", "वे", "ला", "रा", "था", "री",
        ]
        return endings.contains(tokens[next].text) ? tokens[next].span.upperBound : end
    }
}
