internal import Language

/// The length of time per which something happens or is paid: "a month", `täglich`, `в неделю`, 每天.
struct RateReader: NotationReader {
    let source: NumberSource

    private var units: UnitReader { UnitReader(source: source) }
    private var spelling: SpelledReader { SpelledReader(source: source) }
    private var times: TimesReader { TimesReader(source: source) }
    private var numerals: NumeralReader { NumeralReader(source: source) }

    /// A length of time that something is counted by, and its place in the text.
    struct Rate {
        /// `hour`, `day`, `week`, `month` or `year`.
        var unit: String
        /// In scalars.
        var range: Range<Int>
    }

    /// The rates that a text certainly says.
    func rates() -> [Rate] {
        var (found, at): ([Rate], Int) = ([], 0)
        while at < tokens.count {
            if let rate = rate(at) {
                found.append(rate)
                at = max(at + 1, token(from: rate.range.upperBound))
            } else {
                at += 1
            }
        }
        return found
    }

    private func rate(_ at: Int) -> Rate? {
        for phrase in RatePhrase.all[language] ?? [] {
            guard let end = end(of: phrase, at) else { continue }
            return Rate(unit: phrase.unit, range: tokens[at].span.lowerBound..<end)
        }
        return nil
    }

    /// The end of a phrase that begins at a token and is a rate there; nil if it is none.
    private func end(of phrase: RatePhrase, _ at: Int) -> Int? {
        let (start, end): (Int, Int)
        if phrase.isEastern {
            start = tokens[at].span.lowerBound
            guard text.hasPrefix(phrase.scalars, at: start) else { return nil }
            // In Korean the phrase must be at the beginning of a word.
            if language == .ko, let before = text[start - 1], LetterKind(before) == .hangul { return nil }
            end = start + phrase.scalars.count
        } else {
            guard let next = place(after: phrase.words, at) else { return nil }
            (start, end) = (tokens[at].span.lowerBound, tokens[next - 1].span.upperBound)
        }
        let next = token(from: end)
        switch phrase.condition {
        case .none: return isRate(phrase, end) ? end : nil
        case .money: return isMoney(before: at) ? end : nil
        case .numberBefore: return isCounted(before: at) && !isOther(next) ? end : nil
        case .numberBehind: return isCounting(from: end, after: start) ? end : nil
        }
    }

    /// The token after a phrase. An apostrophe matches in either form.
    private func place(after words: [String], _ at: Int) -> Int? {
        guard at + words.count <= tokens.count else { return nil }
        for (offset, word) in words.enumerated() {
            let said = tokens[at + offset].text
            guard said == word || word == "'" && said == "’" else { return nil }
        }
        return at + words.count
    }

    /// 每周五 and "كل يوم جمعة" are days of the week.
    private func isRate(_ phrase: RatePhrase, _ end: Int) -> Bool {
        if language == .zh, phrase.unit == "week", let day = text[end],
            "一二三四五六日天末".unicodeScalars.contains(day)
        {
            return text[end + 1].map { "次回遍".unicodeScalars.contains($0) } ?? false
        }
        let next = token(from: end)
        guard language == .ar, phrase.unit == "day" || phrase.unit == "year", next < tokens.count else { return true }
        return !units.isArabicDay(next)
            && tokens[next].text != FoldedText.fold("وأنتم")
    }

    private func isMoney(before at: Int) -> Bool {
        guard at > 0 else { return false }
        let before = tokens[at - 1]
        if before.kind == .word, [.zh, .ja].contains(language) {
            return "元块塊镑鎊円圆圓".unicodeScalars.contains(text[before.span.upperBound - 1] ?? " ")
        }
        guard let unit = UnitWords.shared.unit(in: text, at: before.span.lowerBound) else { return false }
        return unit.unit.dimension == .currency && unit.end >= before.span.upperBound
    }

    /// Whether a number or a number of times stands up to four words before, with no end of a clause between.
    private func isCounted(before at: Int) -> Bool {
        guard at > 0, !Self.noRateBehind.contains(tokens[at - 1].text) else { return false }
        for place in stride(from: at - 1, through: max(0, at - 4), by: -1) {
            let token = tokens[place]
            if token.kind == .digits || times.timesWord(place) != nil { return true }
            if token.kind == .mark { if ".;!?,:،؛".contains(token.text) { return false } else { continue } }
            if !spelling.roles(place).isEmpty || ["veces", "fois", "раз"].contains(token.text) { return true }
        }
        return false
    }

    /// "A week ago", "al día siguiente", "im Jahr 2020": words after which the phrase is no rate.
    private func isOther(_ next: Int) -> Bool {
        guard next < tokens.count else { return false }
        let word = tokens[next].text
        if tokens[next].kind == .digits { return true }
        if language == .ar { return word.hasPrefix("ال") || !spelling.roles(next).isEmpty }
        return Self.noRateBefore[language]?.contains(word) ?? false || words.months[word] != nil
    }

    /// 一日二回, 週に三回, 하루에 두 번: the number of times follows the phrase.
    private func isCounting(from end: Int, after start: Int) -> Bool {
        if let before = text[start - 1], [.zh, .ja].contains(language) {
            guard LetterKind(before) != .han, digitValue(before) == nil else { return false }
        } else if [.ko, .hi].contains(language) {
            let at = token(from: start)
            guard at == 0 || numerals.number(at - 1) == nil,
                at == 0 || !["इस", "पिछले", "अगले"].contains(tokens[at - 1].text)
            else { return false }
        }
        var next = token(from: end)
        if language == .zh, next < tokens.count, ["吃", "喝", "服", "用", "要", "约"].contains(tokens[next].text) {
            next += 1
        }
        guard next < tokens.count, let read = numerals.number(next) else { return false }
        guard [.zh, .ja].contains(language) else { return true }
        let mark = text.text(read.end..<min(text.count, read.end + 2))
        if "次回遍錠錠片粒颗個个杯本度顿".contains(mark.prefix(1)), !mark.isEmpty, !mark.hasPrefix("个月") { return true }
        if mark.hasPrefix("時間") { return true }
        return UnitWords.shared.unit(in: text, at: read.end)?.unit.dimension == .currency
    }

    private static let noRateBehind: Set<String> = Set(
        """
        and or for in within half such is was s of about after by on until only just quite than take takes took need spend \
        spent wait over under nearly almost with without as to have had has stay stayed at into
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let noRateBefore: [LanguageCode: Set<String>] = [
        .en: Set(FoldedText.words("ago later earlier early late from or off trip old and pass ticket long tour to")),
        .es: Set(FoldedText.words("siguiente anterior de que pasado próximo próxima")),
        .it: Set(FoldedText.words("di che successivo seguente")),
        .pt: Set(FoldedText.words("seguinte anterior de que")),
        .de: Set(
            FoldedText.words(
                "der des danach davor zuvor darauf als nachdem bevor seiner ihrer meiner unserer dieser")),
        .ru: Set(FoldedText.words("рождения дня ночи свадьбы победы когда")),
    ]
}
