public import Language

/// Finds the numbers of a text: in digits of any system and in words, with dates, times of day, units and currencies.
///
///     NumberReader(.de).mentions(in: "um halb vier, für 1.200,50 €")   // a clock of 3:30, and 1200.5 EUR
///
/// Words that may also be no number (articles, "second", 一 in a compound) are returned as uncertain mentions.
public struct NumberReader: Sendable {
    let language: LanguageCode
    let words: NumberWords

    public init(_ language: LanguageCode) {
        self.language = language
        words = NumberWords.of(language)
    }

    /// The numbers in the order of the text.
    public func mentions(in text: String) -> [NumberMention] {
        let folded = FoldedText(text)
        var pass = NumberPass(language: language, words: words, text: folded, tokens: folded.tokens(language))
        return markingDays(pass.run(), in: text)
    }

    /// The units and currencies that the text names anywhere, with or without a number.
    public func units(in text: String) -> [MeasureUnit] {
        let folded = FoldedText(text)
        var units = UnitWords.shared.all(in: folded)
        // Livres are pounds or books. They can match the unit of the other side, but require none.
        if language == .fr, folded.tokens(.fr).contains(where: { ["livre", "livres"].contains($0.text) }) {
            units += [MeasureUnit(tag: "CGBP/lb/pound")].compactMap(\.self)
        }
        if language == .zh && text.contains("百分之") || NumberPass.saysShare(folded.tokens(language)) {
            units += [MeasureUnit(tag: "P%")].compactMap(\.self)
        }
        return units
    }

    /// The weeks that a number of days means if the language counts one day too many for them.
    func weeks(saidBy mention: NumberMention) -> Int? {
        guard mention.unit?.codes == ["day"] else { return nil }
        switch mention.value.integer {
        case 8 where [.fr, .es, .it, .pt, .de].contains(language): return 1
        case 15 where [.fr, .es, .it, .pt].contains(language): return 2
        default: return nil
        }
    }

    /// Whether the text says that something is below zero: a sign, or a word for it.
    func saysMinus(_ text: String) -> Bool {
        let folded = FoldedText(text)
        let tokens = folded.tokens(language)
        let pass = NumberPass(language: language, words: words, text: folded, tokens: tokens)
        return tokens.indices.contains { pass.saysMinus($0) }
    }
}

/// One reading of one text.
struct NumberPass {
    let language: LanguageCode
    let words: NumberWords
    let text: FoldedText
    let tokens: [NumberToken]
    private(set) var mentions: [NumberMention] = []

    /// What a reader found: the text up to its end makes this number.
    struct Found {
        var mention: NumberMention
        /// In scalars.
        var end: Int
        /// The beginning of its currency or half of the day, if that stands before it.
        var start: Int?
        /// Whether its last word multiplies, so that "and a half" is half of that.
        var scale = 0
    }

    init(language: LanguageCode, words: NumberWords, text: FoldedText, tokens: [NumberToken]) {
        self.language = language
        self.words = words
        self.text = text
        self.tokens = tokens
    }

    mutating func run() -> [NumberMention] {
        var (at, idiomEnd) = (0, 0)
        while at < tokens.count {
            idiomEnd = words.idioms.reduce(idiomEnd) { max($0, matches($1, at: at) ?? 0) }
            if let skipped = skipped(at) {
                at = skipped
                continue
            }
            if let several = date(at) ?? severalHours(at) {
                mentions += several.mentions
                at = token(from: several.end)
                continue
            }
            if !isMonthOfDate(at),
                var found = worded(at) ?? timeOfDay(at) ?? fractionSign(at) ?? prefixed(at) ?? number(at)
            {
                attach(&found, start: tokens[at].span.lowerBound, first: at)
                meridiem(&found, first: at)
                if at < idiomEnd || isSaidAgain(found, at) { found.mention.isCertain = false }
                let start = found.start ?? tokens[at].span.lowerBound
                found.mention.said = text.range(start..<max(found.end, tokens[at].span.upperBound))
                mentions.append(found.mention)
                at = max(at + 1, token(from: found.end))
                continue
            }
            if let loose = unsure(at) {
                mentions += loose.mentions
                at = max(at + 1, token(from: loose.end))
                continue
            }
            at += 1
        }
        return mentions
    }

    /// Numbers that are said by a whole phrase: measures, decades, quarters of an hour, half dozens and thirds.
    private func worded(_ at: Int) -> Found? {
        bareMetre(at) ?? englishDecade(at) ?? quarterHour(at) ?? halfDozen(at) ?? middayPhrase(at) ?? spokenFraction(at)
    }

    private func timeOfDay(_ at: Int) -> Found? {
        told(at) ?? clock(at) ?? articleHour(at) ?? rangeHour(at) ?? russianHalf(at)
    }

    /// A number in digits or words that begins at a token.
    func number(_ at: Int) -> Found? {
        switch language {
        case .zh, .ja: hanNumber(at) ?? digits(at)
        case .ko: hangulNumber(at) ?? digits(at) ?? hanNumber(at)
        default: digits(at) ?? spelled(at) ?? (tokens[at].kind == .word ? hanNumber(at) : nil)
        }
    }

    /// Digits, and the words that multiply them: 2.5 million, 3万5千.
    func digits(_ at: Int) -> Found? {
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
            let rest = digits(next) ?? hangulTail(next),
            tokens[next].span.lowerBound - end <= (language == .ko ? 1 : 0),
            rest.mention.value < ExactDecimal(1).scaled(by: scale), let sum = value.adding(rest.mention.value)
        {
            (value, end) = (sum, rest.end)
        }
        if !isScaled { end = ordinalEnd(at, end) }
        var mention = NumberMention(
            range: text.range(tokens[at].span.lowerBound..<end), value: value, alternatives: alternatives, parts: parts,
            isDigits: true)
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
        return Found(mention: mention, end: end, scale: scale)
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

    /// The first token that begins at or after a scalar.
    func token(from offset: Int) -> Int {
        var (low, high) = (0, tokens.count)
        while low < high {
            let middle = (low + high) / 2
            if tokens[middle].span.lowerBound < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The end, in tokens, of a phrase that begins at a token; nil if it does not stand there.
    func matches(_ phrase: [String], at: Int) -> Int? {
        guard !phrase.isEmpty, at >= 0, at + phrase.count <= tokens.count else {
            return han(phrase, at: at)
        }
        for (offset, word) in phrase.enumerated() where tokens[at + offset].text != word { return han(phrase, at: at) }
        return at + phrase.count
    }

    /// The same for a phrase of characters that are one token each, such as 午後.
    private func han(_ phrase: [String], at: Int) -> Int? {
        guard phrase.count == 1, at >= 0, at < tokens.count else { return nil }
        let scalars = Array(phrase[0].unicodeScalars)
        let start = tokens[at].span.lowerBound
        guard scalars.count > 1, LetterKind(scalars[0]) != .letter, text.hasPrefix(scalars, at: start) else {
            return nil
        }
        return token(from: start + scalars.count)
    }
}
