internal import Language

/// Times of day with a sign or a word for the hour: `3:30`, `15h30`, 三点半, 세 시 반, "à dix-sept heures".
struct ClockReader: NotationReader {
    let source: NumberSource

    private var numerals: NumeralReader { NumeralReader(source: source) }
    private var han: HanReader { HanReader(source: source) }
    private var spelling: SpelledReader { SpelledReader(source: source) }

    private static let hours: Set<String> = ["h", "uhr", "点", "點", "时", "時", "시", "बजे", "hs"]

    /// `3:30`, `15h30`, `15 Uhr 30`, 三点半, 3時30分, 세 시 반: a time of day.
    func clock(_ at: Int) -> FoundNumber? {
        if let found = colonTime(at) ?? frenchHour(at) { return found }
        guard let hour = numerals.number(at), hour.mention.unit == nil, let value = hour.mention.value.integer,
            hour.mention.parts.isEmpty || tokens[at].kind == .digits, (0...24).contains(value),
            let mark = hourMark(after: hour.end)
        else {
            return nil
        }
        let (minute, end) = minutes(after: mark)
        guard minute < 60 else { return nil }
        // 一点 alone is "a little".
        if language == .zh, mark.word == "点" || mark.word == "點", value == 1, text[mark.start - 1] == "一", minute == 0,
            text[end] != "钟", !isAfterMeridiem(at)
        {
            return nil
        }
        return found(at, value, minute, end)
    }

    /// `3:30` and `3:30:15`.
    private func colonTime(_ at: Int) -> FoundNumber? {
        guard let literal = tokens[at].literal, literal.digits.count <= 2, let hour = Int(literal.digits), hour <= 24,
            at + 2 < tokens.count, tokens[at + 1].text == ":" || tokens[at + 1].text == "：",
            tokens[at + 2].literal?.digits.count == 2,
            !tokens[at + 1].isSpaced, !tokens[at + 2].isSpaced, let minute = tokens[at + 2].literal?.values[0].integer,
            minute < 60
        else { return nil }
        var (parts, end) = ([ExactDecimal(hour), ExactDecimal(minute)], tokens[at + 2].span.upperBound)
        if at + 4 < tokens.count, tokens[at + 3].text == ":", let seconds = tokens[at + 4].literal?.values[0] {
            parts.append(seconds)
            end = tokens[at + 4].span.upperBound
        }
        var found = found(at, hour, minute, end)
        found.mention.parts = [parts]
        return found
    }

    /// The sign or word that makes the number before it an hour, and where it is.
    private struct HourMark {
        var word: String
        var start: Int
        var end: Int
    }

    /// - Returns: nil if there is none, or if it makes the number a length of time.
    private func hourMark(after hourEnd: Int) -> HourMark? {
        let next = token(from: hourEnd)
        guard next < tokens.count, tokens[next].span.lowerBound - hourEnd <= 1 else { return nil }
        let (word, start) = (tokens[next].text, tokens[next].span.lowerBound)
        let isKorean = language == .ko && text[start] == "시" && text[start + 1] != "간"
        guard Self.hours.contains(word) || isKorean else { return nil }
        let end = isKorean ? start + 1 : tokens[next].span.upperBound
        if word == "时" || word == "時", text[end] == "间" || text[end] == "間" || text[end] == "候" { return nil }
        if word == "h", language != .fr, language != .pt, language != .es, language != .it { return nil }
        if word == "h", isDuration(next) { return nil }
        return HourMark(word: word, start: start, end: end)
    }

    /// The minutes that follow an hour, and where the time of day ends; 0 if none follow.
    private func minutes(after mark: HourMark) -> (minute: Int, end: Int) {
        let after = token(from: mark.end)
        guard after < tokens.count, tokens[after].span.lowerBound - mark.end <= 1 else { return (0, mark.end) }
        if let half = ["半", "반"].first(where: { tokens[after].text.hasPrefix($0) }) {
            return (30, tokens[after].span.lowerBound + half.unicodeScalars.count)
        }
        guard let minutes = numerals.number(after), let value = minutes.mention.value.integer, (0...59).contains(value)
        else { return (0, mark.end) }
        if text[minutes.end] == "刻" { return (value * 15, minutes.end + 1) }
        if isBareMinute(minutes, after, mark.end) { return (value, minutes.end) }
        guard isMinute(minutes, mark.word) else { return (0, mark.end) }
        let unit = token(from: minutes.end)
        if unit < tokens.count, tokens[unit].span.lowerBound - minutes.end <= 1,
            let named = UnitWords.shared.unit(in: text, at: tokens[unit].span.lowerBound),
            named.unit.codes == ["minute"]
        {
            return (value, named.end)
        }
        return (value, minutes.end)
    }

    private func isMinute(_ found: FoundNumber, _ mark: String) -> Bool {
        let next = token(from: found.end)
        // "sieben Uhr vierzig": minutes in words only if they count nothing.
        if mark == "uhr", !found.mention.isDigits { return next >= tokens.count || tokens[next].kind == .mark }
        if ["h", "uhr", "hs"].contains(mark) { return found.mention.isDigits }
        guard next < tokens.count, tokens[next].span.lowerBound - found.end <= 1 else { return false }
        return ["分", "분", "मिनट"].contains { tokens[next].text.hasPrefix($0) } && !tokens[next].text.hasPrefix("분의")
    }

    /// 四点二十开, 8点30出发: minutes of ten and more after a Chinese hour need no word for minutes, unless they count something.
    private func isBareMinute(_ found: FoundNumber, _ at: Int, _ hourEnd: Int) -> Bool {
        let start = tokens[at].span.lowerBound
        guard language == .zh, ["点", "點"].contains(text.text(hourEnd - 1..<hourEnd)), start == hourEnd,
            found.end - start >= 2, found.mention.value > ExactDecimal(9)
        else { return false }
        if !found.mention.isDigits {
            guard text.scalars[start..<found.end].contains("十") else { return false }
        } else if tokens[at].literal?.digits.count != 2 {
            return false
        }
        return !han.isCounting(found.end)
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

    /// "À dix-sept heures": an hour after noon. A lower number may be a length of time.
    func frenchHour(_ at: Int) -> FoundNumber? {
        guard language == .fr, at > 0, tokens[at - 1].text == "a", let hour = numerals.number(at),
            let value = hour.mention.value.integer, (13...24).contains(value)
        else { return nil }
        let next = token(from: hour.end)
        guard next < tokens.count, tokens[next].text == "heures" else { return nil }
        if next + 1 < tokens.count, tokens[next + 1].kind != .mark {
            let word = tokens[next + 1].text
            if ["de", "d", "du", "par", "et", "sur", "moins"].contains(word) || !spelling.roles(next + 1).isEmpty {
                return nil
            }
        }
        return found(at, value, 0, tokens[next].span.upperBound)
    }

    func found(_ at: Int, _ hour: Int, _ minute: Int, _ end: Int) -> FoundNumber {
        let value = ExactDecimal(hour * 100 + minute)
        var mention = NumberMention(
            range: text.range(tokens[at].span.lowerBound..<end), kind: .clock,
            value: minute == 0 ? ExactDecimal(hour) : value,
            parts: [minute == 0 ? [ExactDecimal(hour)] : [ExactDecimal(hour), ExactDecimal(minute)]],
            clock: NumberMention.Clock(hour: hour, minute: minute, isExact: hour > 12 || hour == 0))
        mention.isDigits = tokens[at].kind == .digits
        return FoundNumber(mention: mention, end: end)
    }
}
