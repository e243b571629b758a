internal import Language

/// Numbers that a fixed phrase says: quarters of an hour, dozens, decades, midnight in two words.
struct SetPhraseReader: NotationReader {
    let source: NumberSource

    private var numerals: NumeralReader { NumeralReader(source: source) }

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
    func quarterHour(_ at: Int) -> FoundNumber? {
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
    func halfDozen(_ at: Int) -> FoundNumber? {
        phrase(of: Self.halfDozens, at)
    }

    /// Midnight and noon in two words. They are uncertain, because a part of the day may be meant.
    func middayPhrase(_ at: Int) -> FoundNumber? { phrase(of: Self.middays, at) }

    private static let middays: [LanguageCode: [(words: [String], value: Int)]] = [
        .hi: phrases(12, "आधी रात"), .ar: phrases(12, "منتصف الليل,منتصف النهار"),
    ]

    /// The nineteen forties: the century before its decade.
    func englishDecade(_ at: Int) -> FoundNumber? {
        guard language == .en, let century = ["eighteen": 18, "nineteen": 19][tokens[at].text] else { return nil }
        let next = at + 1 < tokens.count && tokens[at + 1].text == "-" ? at + 2 : at + 1
        guard next < tokens.count, let decade = words.loose[tokens[next].text], (2_000...9_000).contains(decade),
            decade % 1_000 == 0
        else { return nil }
        let end = tokens[next].span.upperBound
        let mention = NumberMention(
            range: text.range(tokens[at].span.lowerBound..<end), value: ExactDecimal(century * 100 + decade / 100))
        return FoundNumber(mention: mention, end: end)
    }

    /// 一打, 2ダース, 한 다스. In Chinese the word is also a verb, so the dozen is uncertain.
    func easternDozens(_ found: inout FoundNumber) {
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

    /// De vinte em vinte minutos, de dos en dos: the number is said twice but counts once.
    func isSaidAgain(_ found: FoundNumber, _ at: Int) -> Bool {
        let next = token(from: found.end)
        guard let words = Self.againWords[language], at > 0, tokens[at - 1].text == words.before,
            next + 1 < tokens.count, tokens[next].text == words.between
        else { return false }
        return numerals.number(next + 1)?.mention.value == found.mention.value
    }

    private static let againWords: [LanguageCode: (before: String, between: String)] = [
        .pt: ("de", "em"), .es: ("de", "en"), .fr: ("de", "en"), .it: ("di", "in"),
    ]

    /// The first phrase of the language that stands at a token, as an uncertain number.
    private func phrase(of table: [LanguageCode: [(words: [String], value: Int)]], _ at: Int) -> FoundNumber? {
        for (phrase, value) in table[language] ?? [] {
            guard let next = matches(phrase, at: at) else { continue }
            let end = tokens[next - 1].span.upperBound
            return FoundNumber(
                mention: NumberMention(
                    range: text.range(tokens[at].span.lowerBound..<end), value: ExactDecimal(value), isCertain: false),
                end: end)
        }
        return nil
    }

    private static func phrases(_ value: Int, _ list: String) -> [(words: [String], value: Int)] {
        list.split(separator: ",").map { phrase in
            (FoldedText.words(phrase), value)
        }
    }
}
