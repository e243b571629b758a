internal import Language

/// Hours that are recognized by the words around them: `alle diciassette`, `às dezoito`, полвосьмого.
struct HourReader: NotationReader {
    let source: NumberSource

    private var numerals: NumeralReader { NumeralReader(source: source) }
    private var clocks: ClockReader { ClockReader(source: source) }
    private var han: HanReader { HanReader(source: source) }

    /// Alle diciotto, a las 17, das nove às dezoito: an hour after noon after the article of hours, if it counts nothing.
    func behindArticle(_ at: Int) -> FoundNumber? {
        guard at > 0, Self.hourArticles[language]?.contains(tokens[at - 1].text) ?? false,
            let hour = numerals.number(at),
            let value = hour.mention.value.integer, (13...24).contains(value), hour.mention.kind == .number
        else { return nil }
        let next = token(from: hour.end)
        if next < tokens.count {
            if words.suffixes.contains(where: { matches($0.words, at: next) != nil }) { return nil }
            let word = tokens[next].text
            guard Self.afterHour[language]?.contains(word) ?? false || ",.;!?)»”\"…".contains(word) else { return nil }
            if ["e", "y"].contains(word), next + 1 < tokens.count, numerals.number(next + 1) != nil { return nil }
        }
        return clocks.found(at, value, 0, hour.end)
    }

    private static let hourArticles: [LanguageCode: Set<String>] = [
        .it: ["alle", "dalle", "le"], .es: ["las"], .pt: ["as", "das"],
    ]

    /// Words that may follow an hour. Behind any other number stands what it counts.
    private static let afterHour: [LanguageCode: Set<String>] = [
        .it: Set(
            FoldedText.words(
                "e o di del della in da dal fino a al alla alle con per tranne ogni tutti tutte domani oggi stasera circa ma quando se presso nel nella dopo precise in"
            )),
        .es: Set(
            FoldedText.words(
                "y o de del en con para por a al hasta excepto salvo todos todas cada mañana hoy pero cuando si aproximadamente menos"
            )),
        .pt: Set(
            FoldedText.words(
                "e ou de do da em no na com para por a as até ao exceto menos todos todas cada amanhã hoje mas quando se"
            )),
    ]

    /// Zwischen 14 und 15 Uhr, entre 14 et 15 heures, с 14 до 15 часов: the first hour of a range, after noon.
    func inRange(_ at: Int) -> FoundNumber? {
        guard let joiners = Self.rangeJoiners[language], let hour = numerals.number(at), hour.mention.kind == .number,
            let value = hour.mention.value.integer, (13...24).contains(value), hour.mention.unit == nil
        else { return nil }
        let next = token(from: hour.end)
        guard next + 1 < tokens.count, joiners.contains(tokens[next].text), let last = clocks.clock(next + 1),
            let end = last.mention.clock, end.hour > value
        else { return nil }
        return clocks.found(at, value, 0, hour.end)
    }

    private static let rangeJoiners: [LanguageCode: Set<String>] = [
        .de: ["und", "bis", "-", "–"], .fr: ["et", "a", "-", "–"], .es: ["y", "a", "-", "–"], .it: ["e", "-", "–"],
        .pt: ["e", "a", "as", "-", "–"], .ru: ["до", "-", "–"],
    ]

    /// 下午两三点: two hours in the half of the day that is named before them.
    func several(_ at: Int) -> FoundNumbers? {
        guard language == .zh, tokens[at].kind == .word, let read = han.number(at),
            let hours = read.mention.parts.first?.compactMap(\.integer), hours.count == 2, hours[1] == hours[0] + 1,
            ["点", "點"].contains(text[read.end])
        else { return nil }
        let isAfternoon = words.afternoon.contains { phrase in
            (1...3).contains { matches(phrase, at: at - $0) == at }
        }
        let mentions = hours.map { hour in
            let told = isAfternoon && hour < 12 ? hour + 12 : hour
            return NumberMention(
                range: read.mention.range, kind: .clock, value: ExactDecimal(told), parts: [[ExactDecimal(hour)]],
                clock: NumberMention.Clock(hour: told, minute: 0, isExact: told > 12))
        }
        return FoundNumbers(mentions: mentions, end: read.end + 1)
    }

    /// Полвосьмого, пол восьмого: half an hour before the hour that is named.
    func russianHalf(_ at: Int) -> FoundNumber? {
        guard language == .ru, tokens[at].text.hasPrefix("пол") else { return nil }
        var (last, name) = (at, String(tokens[at].text.dropFirst(3)))
        if name.isEmpty {
            last = at + 1 < tokens.count && tokens[at + 1].text == "-" ? at + 2 : at + 1
            guard last < tokens.count else { return nil }
            name = tokens[last].text
        }
        guard name.hasSuffix("го"), case .ordinal(let hour)? = words.roles[name], (1...12).contains(hour) else {
            return nil
        }
        let end = tokens[last].span.upperBound
        let mention = NumberMention(
            range: text.range(tokens[at].span.lowerBound..<end),
            value: ExactDecimal(coefficient: Int128((hour > 1 ? hour : 13) * 10 - 5), exponent: -1),
            parts: [[ExactDecimal(hour > 1 ? hour - 1 : 12), ExactDecimal(30)]])
        return FoundNumber(mention: mention, end: end)
    }
}
