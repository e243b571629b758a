internal import Language

/// Parts of a whole in words (a third, `zwei Drittel`), quarters of an hour, and the counted dozens of Chinese, Japanese and
/// Korean.
extension NumberPass {
    static func phrases(_ value: Int, _ list: String) -> [(words: [String], value: Int)] {
        list.split(separator: ",").map { phrase in
            (FoldedText.words(phrase), value)
        }
    }

    private static let quarterHours: [LanguageCode: [(words: [String], value: Int)]] = [
        .en: phrases(45, "three quarters of an hour,three - quarters of an hour")
            + phrases(15, "quarter of an hour,quarter hour,quarter - hour"),
        .de: phrases(45, "dreiviertelstunde,drei viertelstunden,dreiviertel stunde") + phrases(15, "viertelstunde"),
        .fr: phrases(45, "trois quarts d ' heure,trois quarts d ’ heure")
            + phrases(15, "quart d ' heure,quart d ’ heure"),
        .es: phrases(45, "tres cuartos de hora") + phrases(15, "cuarto de hora"),
        .it: phrases(45, "tre quarti d ' ora,tre quarti d ’ ora") + phrases(15, "quarto d ' ora,quarto d ’ ora"),
        .pt: phrases(45, "três quartos de hora") + phrases(15, "quarto de hora"),
        .ru: phrases(45, "три четверти часа") + phrases(15, "четверть часа,четверти часа"),
        .ar: phrases(45, "ثلاثة أرباع الساعة,ثلاثة أرباع ساعة") + phrases(15, "ربع ساعة"),
        .zh: phrases(45, "三 刻 钟,三 刻 鐘") + phrases(15, "一 刻 钟,一 刻 鐘"),
        .hi: phrases(45, "पौन घंटा,पौन घंटे,पौना घंटा,पौने घंटे"),
    ]

    /// "Trois quarts d'heure": 45 minutes. A quarter of an hour is uncertain, because it may be said as a while.
    func quarterHour(_ at: Int) -> Found? {
        guard var found = phrase(of: Self.quarterHours, at) else { return nil }
        found.mention.isCertain = found.mention.value == ExactDecimal(45)
        found.mention.unit = MeasureUnit(tag: "Dminute")
        return found
    }

    private static let halfDozens: [LanguageCode: [(words: [String], value: Int)]] = [
        .en: phrases(6, "half a dozen,half dozen,half - dozen"),
        .de: phrases(6, "halbes dutzend,halben dutzend,halbe dutzend"),
        .fr: phrases(6, "demi - douzaine,demi douzaine"), .es: phrases(6, "media docena"),
        .it: phrases(6, "mezza dozzina"), .pt: phrases(6, "meia dúzia"), .ru: phrases(6, "полдюжины,пол дюжины"),
        .zh: phrases(6, "半打"), .ja: phrases(6, "半ダース"), .ko: phrases(6, "반 다스"),
        .ar: phrases(6, "نصف دزينة"), .hi: phrases(6, "आधा दर्जन,आधे दर्जन"),
    ]

    /// "Half a dozen": six, but uncertain, because it may mean a few.
    func halfDozen(_ at: Int) -> Found? {
        phrase(of: Self.halfDozens, at)
    }

    /// The first phrase of the language that stands at a token, as an uncertain number.
    func phrase(of table: [LanguageCode: [(words: [String], value: Int)]], _ at: Int) -> Found? {
        for (phrase, value) in table[language] ?? [] {
            guard let next = matches(phrase, at: at) else { continue }
            let end = tokens[next - 1].span.upperBound
            return Found(
                mention: NumberMention(
                    range: text.range(tokens[at].span.lowerBound..<end), value: ExactDecimal(value), isCertain: false),
                end: end)
        }
        return nil
    }

    private static let thirds: [LanguageCode: Set<String>] = [
        .en: ["third", "thirds"], .de: ["drittel", "dritteln", "drittels"], .fr: ["tiers"], .es: ["tercio", "tercios"],
        .it: ["terzo", "terzi"], .pt: ["terco", "tercos"], .ru: ["треть", "трети"], .hi: ["तिहाई"],
    ]
    private static let arabicThirds: [String: Int] = [
        "ثلث": 1, "الثلث": 1, "ثلثا": 2, "ثلثي": 2, "ثلثان": 2, "ثلثين": 2, "الثلثين": 2, "الثلثان": 2,
    ]

    /// One third and two thirds in words.
    func spokenFraction(_ at: Int) -> Found? {
        guard tokens[at].kind == .word else { return nil }
        if language == .ar, let count = Self.arabicThirds[tokens[at].text] { return third(count, at, at + 1, false) }
        guard let thirds = Self.thirds[language] else { return nil }
        if tokens[at].text == "треть" { return third(1, at, at + 1, false) }
        let next = at + 1 < tokens.count && tokens[at + 1].text == "-" ? at + 2 : at + 1
        guard next < tokens.count, thirds.contains(tokens[next].text) else { return nil }
        let count: Int
        if language == .en, tokens[at].text == "a" {
            guard matches(["of"], at: next + 1) != nil else { return nil }
            count = 1
        } else if case .value(let value) = words.roles[tokens[at].text], (1...2).contains(value) {
            count = value
        } else {
            return nil
        }
        // "Two third places" and "les deux tiers personnes" are no fractions.
        if language == .en, (count == 1) != (tokens[next].text == "third") { return nil }
        return third(count, at, next + 1, count > 1 || [.en, .de, .it].contains(language))
    }

    private func third(_ count: Int, _ at: Int, _ next: Int, _ isCertain: Bool) -> Found {
        let end = tokens[next - 1].span.upperBound
        return Found(
            mention: NumberMention(
                range: text.range(tokens[at].span.lowerBound..<end), kind: .fraction,
                value: Self.share(count, of: 3), parts: [[ExactDecimal(count), ExactDecimal(3)]],
                isCertain: isCertain), end: end)
    }

    /// A value for a part of a whole: the part itself if it has few decimals, else one that no other part and no number has.
    static func share(_ count: Int, of whole: Int) -> ExactDecimal {
        [2, 4, 5].contains(whole) && count < whole
            ? ExactDecimal(coefficient: Int128(count * 100 / whole), exponent: -2)
            : ExactDecimal(count * 1_000_000 + whole)
    }

    /// De vinte em vinte minutos, de dos en dos: the number is said twice but counts once.
    func isSaidAgain(_ found: Found, _ at: Int) -> Bool {
        let next = token(from: found.end)
        guard let words = Self.againWords[language], at > 0, tokens[at - 1].text == words.before,
            next + 1 < tokens.count, tokens[next].text == words.between
        else { return false }
        return number(next + 1)?.mention.value == found.mention.value
    }

    private static let againWords: [LanguageCode: (before: String, between: String)] = [
        .pt: ("de", "em"), .es: ("de", "en"), .fr: ("de", "en"), .it: ("di", "in"),
    ]

    /// 一打, 2ダース, 한 다스. In Chinese the word is also a verb, so the dozen is uncertain.
    func easternDozens(_ found: inout Found) {
        guard let count = found.mention.value.integer, (1...99).contains(count) else { return }
        switch language {
        case .zh where text[found.end] == "打":
            found.mention.alternatives.append(found.mention.value)
            found.mention.isCertain = false
            found.end += 1
        case .ja where text.hasPrefix(Array("ダース".unicodeScalars), at: found.end):
            found.mention.isCertain = true
            found.end += 3
        case .ko:
            let next = token(from: found.end)
            guard next < tokens.count, tokens[next].text.hasPrefix("다스"),
                tokens[next].span.lowerBound - found.end <= 1
            else { return }
            found.mention.isCertain = true
            found.end = tokens[next].span.lowerBound + 2
        default: return
        }
        found.mention.value = ExactDecimal(count * 12)
    }

    /// 十一块五: the numeral behind the money is its tenths, if it counts nothing.
    func tenths(_ found: inout Found) {
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
}

extension NumberReader {
    /// The mentions. Those that are no certain numbers but name the first or second day of a month are marked.
    func markingDays(_ mentions: [NumberMention], in text: String) -> [NumberMention] {
        var marked = mentions
        let isEastern = [.zh, .ja, .ko].contains(language)
        for place in mentions.indices where isEastern || mentions[place].kind == .month {
            let day = isEastern ? place + 1 : place - 1
            guard mentions.indices.contains(day), mentions[day].kind == .number, !mentions[day].isCertain,
                let value = mentions[day].value.integer, (1...2).contains(value)
            else { continue }
            let (month, number) = (mentions[place].range, mentions[day].range)
            let (start, end) = isEastern ? (month.upperBound, number.lowerBound) : (number.upperBound, month.lowerBound)
            guard start <= end else { continue }
            let between = text[start..<end]
            if isEastern {
                let isDay = text[number.upperBound...].first.map { "日号號일".contains($0) } ?? false
                marked[day].isDayOfMonth = isDay && ["月", "월", "월 "].contains(between)
            } else if language == .de {
                marked[day].isDayOfMonth =
                    between == " "
                    && ["erste", "ersten", "zweite", "zweiten"].contains(text[number].lowercased())
            } else {
                marked[day].isDayOfMonth = (Self.dayJoiners[language] ?? [" "]).contains(String(between))
            }
        }
        return marked
    }

    private static let dayJoiners: [LanguageCode: [String]] = [
        .en: [" of "], .es: [" de "], .pt: [" de "], .ar: [" ", " من "],
    ]
}
