internal import Language

/// Times of day that are given by the minutes before or after an hour: "twenty to five", `cinco menos veinte`,
/// `без двадцати пять`, 差二十分五点.
struct RelativeTimeReader: NotationReader {
    let source: NumberSource

    private var spelling: SpelledReader { SpelledReader(source: source) }
    private var numerals: NumeralReader { NumeralReader(source: source) }

    /// One way to say a time, as words with placeholders: `M` minutes, `H` hour, `h` an ordinal for the hour that it leads to.
    private struct TimePhrase {
        var words: [String]
        /// 1 after the hour, -1 before it.
        var sign: Int
        /// Minutes from the hour to the point from which the minutes are counted: -30 for `fünf vor halb neun`.
        var base = 0

        init(_ words: String, _ sign: Int, from base: Int = 0) {
            self.words = words.split(separator: " ").map {
                $0 == "M" || $0 == "H" ? String($0) : FoldedText.fold(String($0))
            }
            (self.sign, self.base) = (sign, base)
        }
    }

    private static let phrases: [LanguageCode: [TimePhrase]] = [
        .en: ["", "minutes "].flatMap { unit in
            ["to", "till", "before"].map { TimePhrase("M \(unit)\($0) H", -1) }
                + ["past", "after"].map { TimePhrase("M \(unit)\($0) H", 1) }
        },
        .es: ["las", "la"].flatMap { article in
            [
                TimePhrase("\(article) H menos M", -1), TimePhrase("\(article) H y M", 1),
                TimePhrase("M minutos para \(article) H", -1), TimePhrase("M para \(article) H", -1),
            ]
        },
        .fr: ["heures", "heure"].flatMap { [TimePhrase("H \($0) moins M", -1), TimePhrase("H \($0) M", 1)] },
        .de: ["", "minuten "].flatMap { unit in
            [
                TimePhrase("M \(unit)vor halb H", -1, from: -30), TimePhrase("M \(unit)nach halb H", 1, from: -30),
                TimePhrase("M \(unit)vor H", -1), TimePhrase("M \(unit)nach H", 1),
            ]
        },
        .it: ["le", "alle", "l"].flatMap { [TimePhrase("\($0) H meno M", -1), TimePhrase("\($0) H e M", 1)] },
        .pt: ["as", "a"].flatMap {
            [
                TimePhrase("M minutos para \($0) H", -1), TimePhrase("M para \($0) H", -1),
                TimePhrase("\($0) H menos M", -1),
                TimePhrase("\($0) H e M", 1),
            ]
        } + [TimePhrase("são H menos M", -1)],
        .zh: [
            TimePhrase("差 M 分 H 点", -1), TimePhrase("差 M 分 钟 H 点", -1), TimePhrase("H 点 差 M 分", -1),
            TimePhrase("H 点 过 M 分", 1),
        ],
        .ja: [
            TimePhrase("H 時 M 分 前", -1), TimePhrase("H 時 の M 分 前", -1), TimePhrase("H 時 M 分 過", 1),
            TimePhrase("H 時 M 分 すぎ", 1),
        ],
        .ko: [TimePhrase("H 시 M 분 전", -1)],
        .hi: [TimePhrase("H बजने में M मिनट", -1), TimePhrase("H बजकर M मिनट", 1)],
        .ar: ["دقيقة", "دقائق"].map { TimePhrase("H إلا M \($0)", -1) },
        .ru: ["минут", "минуты", "минуту"].flatMap {
            [TimePhrase("M \($0) h", 1, from: -60), TimePhrase("без M \($0) H", -1)]
        }
            + [TimePhrase("без M H", -1)],
    ]

    /// Ways to say a time with a word for the minutes: a quarter, a third of an hour.
    private static let shares: [LanguageCode: [(TimePhrase, Int)]] = [
        .de: [(TimePhrase("drei viertel H", -1), 15), (TimePhrase("viertel H", 1, from: -60), 15)],
        .zh: [(TimePhrase("差 一 刻 H 点", -1), 15), (TimePhrase("H 点 差 一 刻", -1), 15)],
        .ar: [
            (TimePhrase("H إلا ثلثا", -1), 20), (TimePhrase("H إلا الثلث", -1), 20), (TimePhrase("H إلا ثلث", -1), 20),
            (TimePhrase("H والثلث", 1), 20), (TimePhrase("H وثلث", 1), 20), (TimePhrase("H و الثلث", 1), 20),
        ],
    ]

    /// В час дня, в час ночи: one o'clock without a number, unless it means any hour of the day.
    private func russianOne(_ at: Int) -> FoundNumber? {
        // До часу, к часу: one o'clock of either half of the day.
        if language == .ru, tokens[at].text == "часу", at > 0, ["до", "к", "около"].contains(tokens[at - 1].text),
            at + 1 >= tokens.count || !["дня", "ночи"].contains(tokens[at + 1].text)
        {
            let mention = NumberMention(
                range: text.range(tokens[at].span), kind: .clock, value: ExactDecimal(1), parts: [[ExactDecimal(1)]],
                clock: NumberMention.Clock(hour: 1, minute: 0, isExact: false), isCertain: false)
            return FoundNumber(mention: mention, end: tokens[at].span.upperBound)
        }
        guard language == .ru, at + 1 < tokens.count, ["час", "часа", "часу"].contains(tokens[at].text),
            let hour = ["дня": 13, "ночи": 1][tokens[at + 1].text],
            at == 0 || tokens[at - 1].kind == .mark || Self.beforeHour.contains(tokens[at - 1].text)
        else { return nil }
        let end = tokens[at + 1].span.upperBound
        let mention = NumberMention(
            range: text.range(tokens[at].span.lowerBound..<end), kind: .clock, value: ExactDecimal(hour),
            parts: [[ExactDecimal(hour)], [ExactDecimal(1)]],
            clock: NumberMention.Clock(hour: hour, minute: 0, isExact: true))
        return FoundNumber(mention: mention, end: end)
    }

    private static let beforeHour: Set<String> = ["в", "к", "с", "до", "после", "около", "на", "сейчас", "уже"]

    /// A time that is said relative to an hour and begins at a token.
    func told(_ at: Int) -> FoundNumber? {
        if let found = russianOne(at) { return found }
        for (phrase, minutes) in Self.shares[language] ?? [] {
            if let found = told(phrase, at, minutes) { return found }
        }
        for phrase in Self.phrases[language] ?? [] {
            if let found = told(phrase, at, nil) { return found }
        }
        return nil
    }

    private func told(_ phrase: TimePhrase, _ at: Int, _ given: Int?) -> FoundNumber? {
        // Most tokens do not begin such a time, so numbers are read only if the first word fits.
        var (next, minutes, hour, start) = (at, given, nil as Int?, at)
        for (place, word) in phrase.words.enumerated() {
            guard next < tokens.count else { return nil }
            switch word {
            case "M":
                let isBeforeHour = place + 1 < phrase.words.count && phrase.words[place + 1] == "H"
                guard let read = small(next, beforeHour: isBeforeHour), (1...59).contains(read.value),
                    !isPart(read.value, read.next)
                else { return nil }
                (minutes, next) = (read.value, read.next)
            case "H":
                guard let read = small(next, beforeHour: false), (1...24).contains(read.value) else { return nil }
                (hour, next) = (read.value, read.next)
            case "h":
                guard tokens[next].text.hasSuffix("го"), case .ordinal(let value) = spelling.roles(next).first?.role,
                    (1...12).contains(value)
                else { return nil }
                (hour, next) = (value, next + 1)
            default:
                guard word == tokens[next].text || isWritten(word, next) else { return nil }
                // An article is not part of the time.
                if place == 0, Self.articles.contains(word) { start = next + 1 }
                next += 1
            }
        }
        guard let minutes, let hour, !isCount(next), !isRange(phrase, minutes, at) else { return nil }
        let time = (hour * 60 + phrase.base + phrase.sign * minutes + 1_440) % 1_440
        let (told, minute) = (time / 60 == 0 && hour <= 13 ? 12 : time / 60, time % 60)
        let said = [ExactDecimal(minutes), ExactDecimal(hour)]
        var mention = NumberMention(
            range: text.range(tokens[start].span.lowerBound..<tokens[next - 1].span.upperBound), kind: .clock,
            value: ExactDecimal(told * 100 + minute),
            parts: [[ExactDecimal(told), ExactDecimal(minute)]],
            clock: NumberMention.Clock(hour: told, minute: minute, isExact: told > 12))
        // The same numbers are said for minutes before an hour and for those after it.
        if phrase.sign > 0 { mention.parts.append(said) } else { mention.orderedParts = [said] }
        return FoundNumber(mention: mention, end: tokens[next - 1].span.upperBound)
    }

    /// "From nine to six", "nine to five": minutes before an hour are said in fives, and after "from" even these are hours.
    private func isRange(_ phrase: TimePhrase, _ minutes: Int, _ at: Int) -> Bool {
        guard language == .en, ["to", "till"].contains(phrase.words[phrase.words.count - 2]),
            !phrase.words.contains("minutes")
        else { return false }
        return ![5, 10, 20, 25].contains(minutes) && !Self.shareWords.contains(phrase.words[0])
            || at > 0 && ["from", "between"].contains(tokens[at - 1].text)
    }

    private static let shareWords: Set<String> = ["quarter", "a", "half"]

    /// Whether minutes behind an hour are an article or a number of quarters: "e un quarto", "e tre quarti".
    private func isPart(_ value: Int, _ next: Int) -> Bool {
        guard [.it, .es, .pt, .fr].contains(language) else { return false }
        guard next < tokens.count else { return value == 1 }
        let word = tokens[next].text
        return value == 1 && !word.hasPrefix("minut") || Self.quarters.contains(word)
    }

    private static let quarters: Set<String> = ["quarto", "quarti", "cuarto", "cuartos", "quartos", "quart", "quarts"]
    private static let articles: Set<String> = ["las", "la", "le", "alle", "l", "as", "a"]

    /// Whether an Eastern word stands within a run of letters: すぎ at the beginning of すぎです, 전 of 전이에요.
    private func isWritten(_ word: String, _ at: Int) -> Bool {
        (language == .ja && word == "すぎ" || language == .ko && word == "전") && tokens[at].text.hasPrefix(word)
    }

    /// Whether something is counted after it, so that it is no time: "five to ten minutes", "ten to twelve people" in digits.
    private func isCount(_ next: Int) -> Bool {
        guard next < tokens.count, tokens[next].kind == .word,
            let unit = UnitWords.shared.unit(in: text, at: tokens[next].span.lowerBound)
        else { return false }
        return language != .ja && unit.end >= tokens[next].span.upperBound && !["h", "uhr"].contains(tokens[next].text)
            && tokens[next].text.count > 1
    }

    /// A small number and the token after it. Russian puts the minutes and the hour side by side: in двадцати восемь the tens
    /// are the minutes.
    private func small(_ at: Int, beforeHour: Bool) -> (value: Int, next: Int)? {
        if language != .ar, case .ordinal = spelling.roles(at).first?.role { return nil }
        guard let found = numerals.number(at), let value = found.mention.value.integer, found.mention.unit == nil else {
            return nil
        }
        let next = token(from: found.end)
        guard beforeHour, next >= tokens.count || numerals.number(next) == nil else { return (value, next) }
        guard next == at + 2, value > 20, value % 10 > 0 else { return nil }
        return (value / 10 * 10, at + 1)
    }
}
