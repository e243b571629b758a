internal import Language

/// Dates in digits or with the name of the month: `3.5.2024`, `3 de mayo de 1990`.
struct DateForms: FormReader {
    let source: FormSource

    private var easternDates: EasternDateForms { EasternDateForms(source: source) }
    private var arabic: ArabicForms { ArabicForms(source: source) }

    /// A date that begins with a digit.
    func date(_ at: Int) -> SpokenHit? {
        numericDate(at) ?? easternDates.date(at) ?? dayAndMonth(at)
    }

    /// `2024-05-03` in every language; `3.5.2024`, `3/5/2024` and `2024/5/3` if the language writes dates like that.
    private func numericDate(_ at: Int) -> SpokenHit? {
        var (fields, signs, next): ([String], [Character], Int) = ([], [], at)
        while fields.count < 3 {
            let (field, end) = digits(next)
            guard !field.isEmpty, field.count <= 4 else { return nil }
            fields.append(field)
            next = end
            if fields.count < 3 {
                guard next < count, "-./".contains(text[next]) else { return nil }
                signs.append(text[next])
                next += 1
            }
        }
        guard signs[0] == signs[1], endsWord(next) else { return nil }
        let numbers = fields.compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        let isYearFirst = fields[0].count == 4 && fields[1].count <= 2 && fields[2].count <= 2
        let isYearLast = fields[2].count == 4 && fields[0].count <= 2 && fields[1].count <= 2
        let day: SpokenDay
        switch signs[0] {
        case "-" where isYearFirst && fields[1].count == 2 && fields[2].count == 2:
            day = SpokenDay(year: numbers[0], month: numbers[1], day: numbers[2])
        case "." where isYearLast && (language == .de || language == .ru):
            day = SpokenDay(year: numbers[2], month: numbers[1], day: numbers[0])
        case "/" where isYearLast && [.es, .fr, .it, .pt, .hi, .ar].contains(language):
            day = SpokenDay(year: numbers[2], month: numbers[1], day: numbers[0])
        // 03/04/2024 may be in March or in April, but 12/25/2025 can only be in December.
        case "/" where isYearLast && language == .en && (numbers[0] > 12) != (numbers[1] > 12):
            day = SpokenDay(year: numbers[2], month: min(numbers[0], numbers[1]), day: max(numbers[0], numbers[1]))
        case "/" where isYearFirst && [.zh, .ja, .ko].contains(language):
            day = SpokenDay(year: numbers[0], month: numbers[1], day: numbers[2])
        default: return nil
        }
        guard day.isValid else { return nil }
        return words(day, before: neighbour(at), end: next, isNumeric: true)
            .map { withYearMark(SpokenHit(words: $0, end: next), day) }
    }

    /// `3. Mai 1990`, `3 de mayo de 1990`, `1er mai`, `3 мая 1990 года`, `3rd of May`
    private func dayAndMonth(_ at: Int) -> SpokenHit? {
        let (field, fieldEnd) = digits(at)
        guard field.count <= 2, let number = Int(field) else { return nil }
        if language == .ar { return arabic.dayAndMonth(number, fieldEnd) }
        var (next, isMarked) = (fieldEnd, false)
        switch language {
        case .de:
            guard has(".", at: next) else { return nil }
            next += 1
            if let hit = firstOfTwoDays(number, at, next) { return hit }
        case .fr where number == 1 && has("er", at: next): next += 2
        case .it where number == 1 && (has("º", at: next) || has("°", at: next)): next += 1
        case .pt where number == 1 && has("º", at: next): next += 1
        case .en:
            let ending = word(next)
            if ["st", "nd", "rd", "th"].contains(ending.text) { (next, isMarked) = (ending.end, true) }
        default: break
        }
        guard isSpace(next) else { return nil }
        next += 1
        let joint = word(next)
        if language == .es || language == .pt || language == .en {
            if joint.text == (language == .en ? "of" : "de"), isSpace(joint.end) {
                (next, isMarked) = (joint.end + 1, true)
            } else if language != .en {
                return nil
            }
        }
        let name = word(next)
        guard let month = MonthNames.month(name.text, language), endsWord(name.end) else { return nil }
        if language == .en || language == .de { guard text[next].isUppercase else { return nil } }
        let (year, end, hasJoint) = yearBehind(name.end)
        // May and March are also verbs.
        if language == .en, ["may", "march"].contains(name.text), !isMarked, year == nil { return nil }
        let day = SpokenDay(year: year, month: month, day: number)
        guard day.isValid else { return nil }
        // Other prepositions require other cases.
        if language == .ru, ["под", "перед", "между", "за"].contains(wordBefore(at)) { return nil }
        return words(day, before: neighbour(at), end: end, isNumeric: false, hasJoint: hasJoint)
            .map { withYearMark(SpokenHit(words: $0, end: end), day) }
    }

    /// `5 мая 2024 г.`: the mark of the year as a word, said only once if the date has it already.
    private func withYearMark(_ hit: SpokenHit, _ day: SpokenDay) -> SpokenHit {
        guard language == .ru, day.year != nil, isSpace(hit.end) else { return hit }
        let mark = word(hit.end + 1)
        let isShort = mark.text == "г" && has(".", at: mark.end)
        guard isShort || mark.text == "года" && hit.words.hasSuffix(" года") else { return hit }
        let words = hit.words.hasSuffix(" года") ? hit.words : hit.words + " года"
        return SpokenHit(words: words, end: isShort ? behindAbbreviation(mark.end) : mark.end)
    }

    /// The word before, or an apostrophe that joins it.
    private func neighbour(_ at: Int) -> String { isBehindApostrophe(at) ? "'" : wordBefore(at) }

    /// `vom 3. bis 5. Mai`: the first day, which has its month from the second one.
    private func firstOfTwoDays(_ day: Int, _ start: Int, _ end: Int) -> SpokenHit? {
        guard (1...31).contains(day), isSpace(end) else { return nil }
        var joint = word(end + 1)
        guard ["bis", "und", "oder"].contains(joint.text), isSpace(joint.end) else { return nil }
        let article = word(joint.end + 1)
        if ["zum", "am", "den", "dem", "der"].contains(article.text), isSpace(article.end) { joint = article }
        let (field, fieldEnd) = digits(joint.end + 1)
        guard (1...2).contains(field.count), has(".", at: fieldEnd), isSpace(fieldEnd + 1) else { return nil }
        let name = word(fieldEnd + 2)
        guard MonthNames.month(name.text, .de) != nil, text[fieldEnd + 2].isUppercase, endsWord(name.end) else {
            return nil
        }
        return dayWords(day, wordBefore(start)).map { SpokenHit(words: $0, end: end) }
    }

    /// English with the month first: `May 3, 2024`.
    func dateOfWords(_ at: Int) -> SpokenHit? {
        guard language == .en, text[at].isUppercase else { return nil }
        let name = word(at)
        guard let month = MonthNames.month(name.text, language), isSpace(name.end) else { return nil }
        let (field, fieldEnd) = digits(name.end + 1)
        guard (1...2).contains(field.count), let number = Int(field) else { return nil }
        let ending = word(fieldEnd)
        let dayEnd = ["st", "nd", "rd", "th"].contains(ending.text) ? ending.end : fieldEnd
        var (year, end) = (Int?.none, dayEnd)
        let comma = has(",", at: dayEnd) ? dayEnd + 1 : dayEnd
        if comma > dayEnd || isSpace(dayEnd) { (year, end, _) = yearBehind(comma) }
        if year == nil {
            end = dayEnd
            let before: Set = [
                "on", "of", "by", "since", "until", "till", "from", "before", "after", "the", "this", "next", "last",
            ]
            if ["may", "march"].contains(name.text), dayEnd == fieldEnd, !before.contains(wordBefore(at)) {
                return nil
            }
        }
        guard endsWord(end), SpokenDay(year: year, month: month, day: number).isValid, !isClockAhead(end),
            let ordinal = grammar.ordinal(number, "")
        else { return nil }
        let spokenMonth = String(text[at..<name.end])
        guard let year else { return SpokenHit(words: "\(spokenMonth) \(ordinal)", end: end) }
        return grammar.year(year).map { SpokenHit(words: "\(spokenMonth) \(ordinal), \($0)", end: end) }
    }

    private func isClockAhead(_ at: Int) -> Bool { at < count && text[at] == ":" }

    /// The year after a month, and its end; "de" may come before it.
    private func yearBehind(_ at: Int) -> (year: Int?, end: Int, hasJoint: Bool) {
        guard isSpace(at) else { return (nil, at, false) }
        var (start, hasJoint) = (at + 1, false)
        if language == .es || language == .pt {
            let joint = word(start)
            if joint.text == "de" || joint.text == "del", isSpace(joint.end) {
                (start, hasJoint) = (joint.end + 1, true)
            }
        }
        let (field, end) = digits(start)
        guard field.count == 4, let year = Int(field), (1_000...2_999).contains(year), endsWord(end) else {
            return (nil, at, false)
        }
        return (year, end, hasJoint)
    }

    private func isEndOfClause(_ at: Int) -> Bool {
        let next = afterSpace(at)
        return next >= count || ".,!?;…—–".contains(text[next]) || word(next).text == "а"
    }

    private func words(_ date: SpokenDay, before: String, end: Int, isNumeric: Bool, hasJoint: Bool = false) -> String?
    {
        if [.zh, .ja, .ko].contains(language) {
            let parts = [easternDates.year(date.year), easternDates.month(date.month), easternDates.day(date.day)]
                .compactMap(\.self)
            return parts.count == 3 ? parts.filter { !$0.isEmpty }.joined(separator: language == .ko ? " " : "") : nil
        }
        if language == .ar {
            return date.year.flatMap { arabic.date(year: $0, month: date.month, day: date.day) }
        }
        // "Today is the third" names the day itself. If more is said of the day, it is the time.
        let isSubject = ["сегодня", "завтра", "вчера", "послезавтра"].contains(before) && isEndOfClause(end)
        guard let month = MonthNames.name(date.month, language),
            let day = isSubject ? grammar.ordinal(date.day, "neuter") : dayWords(date.day, before)
        else {
            return nil
        }
        switch language {
        case .en:
            let start =
                isNumeric ? "\(month) \(day)" : before == "the" ? "\(day) of \(month)" : "the \(day) of \(month)"
            guard let year = date.year else { return start }
            return grammar.year(year).map { start + (isNumeric ? ", " : " ") + $0 }
        case .es, .pt:
            let start = "\(day) de \(month)"
            guard let year = date.year else { return start }
            return grammar.year(year).map { start + (isNumeric || hasJoint ? " de " : " ") + $0 }
        case .ru:
            let start = "\(day) \(month)"
            guard let year = date.year else { return start }
            return grammar.russianYear(year, "genitive").map { start + " " + $0 + (isNumeric ? " года" : "") }
        default:
            let start = "\(day) \(month)"
            guard let year = date.year else { return start }
            return grammar.year(year).map { start + " " + $0 }
        }
    }

    private func dayWords(_ day: Int, _ before: String) -> String? {
        switch language {
        case .en: grammar.ordinal(day, "")
        case .de:
            if ["der", "die", "das", "dieser", "jeder"].contains(before) {
                grammar.ordinal(day, "")
            } else {
                grammar.ordinal(day, Self.weakens.contains(before) ? "n" : "r")
            }
        case .fr: day == 1 ? "premier" : grammar.cardinal(day)
        // "l'uno maggio", because "il primo" is never elided.
        case .it: day == 1 && before != "'" ? "primo" : grammar.cardinal(day)
        case .pt: day == 1 ? "primeiro" : grammar.cardinal(day)
        case .ru:
            switch before {
            case "на", "по": grammar.ordinal(day, "neuter")
            case "к", "ко": grammar.ordinal(day, "neuter-dative")
            default: grammar.ordinal(day, "masculine-genitive")
            }
        default: grammar.cardinal(day)
        }
    }

    /// Words after which a German ordinal ends in -en.
    private static let weakens: Set<String> = [
        "am", "vom", "zum", "beim", "im", "dem", "den", "des", "diesem", "diesen", "jedem", "jeden", "bis", "ab",
        "seit", "nach",
        "vor", "zwischen", "und", "oder", "von",
    ]
}
