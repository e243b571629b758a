internal import Language

/// The length of time per which something happens or is paid: "a month", `täglich`, `в неделю`, 每天.
extension NumberPass {
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

    /// The token behind a phrase. An apostrophe matches in either form.
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
        return !isArabicDay(next)
            && tokens[next].text != FoldedText.fold("وأنتم")
    }

    /// Whether the word at a token names a day of the week, with the article or without.
    func isArabicDay(_ at: Int) -> Bool { Self.arabicDays.contains { tokens[at].text.hasSuffix($0) } }

    private static let arabicDays = ["جمعة", "سبت", "أحد", "اثنين", "ثلاثاء", "أربعاء", "خميس"].map {
        FoldedText.fold($0)
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
            if token.kind == .digits || timesWord(place) != nil { return true }
            if token.kind == .mark { if ".;!?,:،؛".contains(token.text) { return false } else { continue } }
            if !roles(place).isEmpty || ["veces", "fois", "раз"].contains(token.text) { return true }
        }
        return false
    }

    /// "A week ago", "al día siguiente", "im Jahr 2020": words after which the phrase is no rate.
    private func isOther(_ next: Int) -> Bool {
        guard next < tokens.count else { return false }
        let word = tokens[next].text
        if tokens[next].kind == .digits { return true }
        if language == .ar { return word.hasPrefix("ال") || !roles(next).isEmpty }
        return Self.noRateBefore[language]?.contains(word) ?? false || words.months[word] != nil
    }

    /// 一日二回, 週に三回, 하루에 두 번: the number of times stands behind the phrase.
    private func isCounting(from end: Int, after start: Int) -> Bool {
        if let before = text[start - 1], [.zh, .ja].contains(language) {
            guard LetterKind(before) != .han, digitValue(before) == nil else { return false }
        } else if [.ko, .hi].contains(language) {
            let at = token(from: start)
            guard at == 0 || number(at - 1) == nil, at == 0 || !["इस", "पिछले", "अगले"].contains(tokens[at - 1].text)
            else { return false }
        }
        var next = token(from: end)
        if language == .zh, next < tokens.count, ["吃", "喝", "服", "用", "要", "约"].contains(tokens[next].text) {
            next += 1
        }
        guard next < tokens.count, let read = number(next) else { return false }
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

/// Words that say per what length of time something is counted.
private struct RatePhrase {
    enum Condition { case none, money, numberBefore, numberBehind }

    var unit: String
    var words: [String]
    var scalars: [Unicode.Scalar]
    var condition: Condition
    var isEastern: Bool

    /// `unit: phrase, phrase`. `#` before a phrase requires a number before it, `$` money, `~` a number behind it.
    private static func read(_ table: String, isEastern: Bool = false) -> [RatePhrase] {
        table.split(separator: "\n").flatMap { line -> [RatePhrase] in
            let halves = line.split(separator: ":")
            guard halves.count == 2 else { return [] }
            let unit = halves[0].trimmed
            return halves[1].split(separator: ",").map { phrase in
                let said = phrase.trimmed
                let marks: [Character: Condition] = ["#": .numberBefore, "$": .money, "~": .numberBehind]
                let condition = said.first.flatMap { marks[$0] } ?? .none
                let folded = FoldedText.fold(condition == .none ? said : String(said.dropFirst()))
                return RatePhrase(
                    unit: unit, words: folded.split(separator: " ").map(String.init),
                    scalars: Array(folded.unicodeScalars), condition: condition, isEastern: isEastern)
            }
        }
        .sorted { $0.scalars.count > $1.scalars.count }
    }

    static let all: [LanguageCode: [RatePhrase]] = [
        .en: read(
            """
            hour: per hour, #an hour, every hour, each hour, hourly
            day: per day, #a day, every day, each day, daily, per night, #a night
            week: per week, #a week, every week, each week, weekly
            month: per month, #a month, every month, each month, monthly
            year: per year, per annum, #a year, every year, each year, yearly, annually
            """),
        .es: read(
            """
            hour: por hora, $la hora, cada hora
            day: por día, #al día, cada día, todos los días, diariamente, #diarios, #diarias, por noche, $la noche
            week: por semana, #a la semana, cada semana, todas las semanas, semanal, semanales, semanalmente
            month: por mes, #al mes, cada mes, todos los meses, mensual, mensuales, mensualmente
            year: por año, #al año, cada año, todos los años, anuales, anualmente
            """),
        .fr: read(
            """
            hour: par heure, $de l ' heure, $l ' heure, chaque heure, toutes les heures
            day: par jour, chaque jour, tous les jours, quotidiennement, $la journée, par nuit, $la nuit
            week: par semaine, chaque semaine, toutes les semaines, hebdomadaire, $la semaine
            month: par mois, chaque mois, tous les mois, mensuel, mensuelle, mensuellement
            year: par an, par année, chaque année, tous les ans, annuellement
            """),
        .de: read(
            """
            hour: pro stunde, #in der stunde, $die stunde, jede stunde, stündlich
            day: pro tag, #am tag, jeden tag, täglich, tägliche, täglichen, #den tag, pro nacht, $die nacht
            week: pro woche, #in der woche, jede woche, wöchentlich, wöchentliche, wöchentlichen, #die woche
            month: pro monat, #im monat, jeden monat, monatlich, monatliche, monatlichen, $den monat
            year: pro jahr, #im jahr, jedes jahr, jährlich, jährliche, jährlichen, $das jahr
            """),
        .it: read(
            """
            hour: $all ' ora, $l ' ora, per ora, ogni ora
            day: #al giorno, ogni giorno, tutti i giorni, quotidianamente, per notte, $a notte
            week: #alla settimana, #a settimana, ogni settimana, tutte le settimane, settimanale, settimanali
            month: #al mese, ogni mese, tutti i mesi, mensile, mensili, mensilmente
            year: #all ' anno, ogni anno, tutti gli anni, annualmente
            """),
        .pt: read(
            """
            hour: por hora, $a hora, cada hora
            day: por dia, #ao dia, cada dia, todos os dias, diariamente, por noite, $a noite
            week: por semana, cada semana, toda semana, todas as semanas, semanal, semanais, semanalmente
            month: por mês, #ao mês, cada mês, todo mês, todos os meses, mensal, mensais, mensalmente
            year: por ano, #ao ano, cada ano, todos os anos, anualmente
            """),
        .ru: read(
            """
            hour: #в час, каждый час, ежечасно
            day: #в день, #в сутки, #за день, $за ночь, каждый день, ежедневно
            week: #в неделю, каждую неделю, еженедельно
            month: #в месяц, каждый месяц, ежемесячно
            year: #в год, каждый год, ежегодно
            """),
        .ar: read(
            """
            hour: #في الساعة, #بالساعة, كل ساعة, لكل ساعة
            day: #في اليوم, #باليوم, كل يوم, يوميا
            week: #في الأسبوع, كل أسبوع, أسبوعيا
            month: #في الشهر, كل شهر, شهريا
            year: #في السنة, #في العام, كل سنة, كل عام, سنويا
            """),
        .hi: read(
            """
            hour: प्रति घंटा, प्रति घंटे, हर घंटे
            day: प्रति दिन, प्रतिदिन, हर दिन, हर रोज़, रोज़ाना, ~दिन में
            week: प्रति सप्ताह, हर हफ़्ते, हर सप्ताह, ~हफ़्ते में, ~सप्ताह में
            month: प्रति माह, प्रति महीने, हर महीने, ~महीने में
            year: प्रति वर्ष, प्रति साल, हर साल, ~साल में, सालाना
            """),
        .zh: read(
            """
            hour: 每小时, 每小時, 每个小时, 每個小時, $一小时, $一个小时
            day: 每天, 每日, ~一天, $一天
            week: 每周, 每週, 每星期, 每个星期, 每礼拜, ~一周, ~一星期, ~一个星期, $一周, $一个星期
            month: 每月, 每个月, 每個月, ~一个月, $一个月
            year: 每年, ~一年, $一年
            """, isEastern: true),
        .ja: read(
            """
            hour: 毎時, 時給, ~一時間に, ~1時間に, 一時間あたり, 1時間あたり, 1時間につき
            day: 毎日, 日給, ~一日, ~1日, ~一日に, ~1日に, ~日に, 一日あたり, 1日あたり
            week: 毎週, ~週, ~週に, ~一週間に, ~1週間に
            month: 毎月, 月々, 月給, 月額, ~月, ~月に, ~一か月に, ~1か月に
            year: 毎年, ~年に, ~一年に, ~1年に
            """, isEastern: true),
        .ko: read(
            """
            hour: 시간당, ~한 시간에
            day: 매일, 날마다, ~하루에, ~하루
            week: 매주, ~일주일에, ~주
            month: 매달, 매월, ~한 달에, ~월
            year: 매년, 해마다, ~일 년에
            """, isEastern: true),
    ]
}

extension Substring {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
