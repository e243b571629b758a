internal import Language

extension FormScan {
    private struct Day {
        var year: Int?
        var month: Int
        var day: Int

        var isValid: Bool {
            (1...12).contains(month) && (1...31).contains(day) && !(month == 2 && day > 29)
                && (year.map { (1_000...2_999).contains($0) } ?? true)
        }
    }

    /// A date that begins with a digit.
    func date(_ at: Int) -> Hit? {
        numericDate(at) ?? easternDate(at) ?? dayAndMonth(at)
    }

    // MARK: In digits

    /// `2024-05-03` in every language; `3.5.2024`, `3/5/2024` and `2024/5/3` if the language writes dates like that.
    private func numericDate(_ at: Int) -> Hit? {
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
        let day: Day
        switch signs[0] {
        case "-" where isYearFirst && fields[1].count == 2 && fields[2].count == 2:
            day = Day(year: numbers[0], month: numbers[1], day: numbers[2])
        case "." where isYearLast && (language == .de || language == .ru):
            day = Day(year: numbers[2], month: numbers[1], day: numbers[0])
        case "/" where isYearLast && [.es, .fr, .it, .pt, .hi, .ar].contains(language):
            day = Day(year: numbers[2], month: numbers[1], day: numbers[0])
        // 03/04/2024 may be in March or in April, but 12/25/2025 can only be in December.
        case "/" where isYearLast && language == .en && (numbers[0] > 12) != (numbers[1] > 12):
            day = Day(year: numbers[2], month: min(numbers[0], numbers[1]), day: max(numbers[0], numbers[1]))
        case "/" where isYearFirst && [.zh, .ja, .ko].contains(language):
            day = Day(year: numbers[0], month: numbers[1], day: numbers[2])
        default: return nil
        }
        guard day.isValid else { return nil }
        return words(day, before: neighbour(at), end: next, isNumeric: true)
            .map { withYearMark(Hit(words: $0, end: next), day) }
    }

    /// `2024年5月3日`, `5月3日`, `2024년 5월 3일`, `2024年`
    private func easternDate(_ at: Int) -> Hit? {
        let marks: [String]
        switch language {
        case .zh, .ja: marks = ["年", "月", "日"]
        case .ko: marks = ["년", "월", "일"]
        default: return nil
        }
        var (values, next): ([Int?], Int) = ([nil, nil, nil], at)
        var end = at
        for (place, mark) in marks.enumerated() {
            let (field, fieldEnd) = digits(next)
            guard let value = Int(field), has(mark, at: fieldEnd) else { continue }
            guard field.count == 4 || place > 0 else { return nil }
            // 3日 may be three days. 5월 is a month only before a day or behind a year.
            if place == 2, values[1] == nil { return nil }
            values[place] = value
            end = fieldEnd + 1
            next = language == .ko ? afterSpace(end) : end
        }
        guard values[0] != nil || values[1] != nil && values[2] != nil else { return nil }
        guard Day(year: values[0], month: values[1] ?? 1, day: values[2] ?? 1).isValid else { return nil }
        if let years = chineseYears(values, before: at, behind: end) { return years }
        // 2024年間 is a length of time.
        if end < count, "间間前后後来".contains(text[end]), values[1] == nil { return nil }
        let parts = [year(values[0]), month(values[1]), day(values[2])]
        guard parts.allSatisfy({ $0 != nil }) else { return nil }
        return Hit(
            words: parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: language == .ko ? " " : ""),
            end: end)
    }

    /// `2000年历史`: a length of time in tens of years, if the text beside it says so.
    private func chineseYears(_ values: [Int?], before start: Int, behind end: Int) -> Hit? {
        guard language == .zh, values[1] == nil, let years = values[0], years % 10 == 0 else { return nil }
        let before = String(text[max(0, start - 4)..<start])
        let isPassed = [
            "等了", "活了", "存在了", "持续了", "统治了", "延续了", "花了", "经过了", "历经", "长达", "历时", "整整", "足足", "将近", "超过", "至少",
        ]
        .contains(where: before.hasSuffix)
        let isHad = before.hasSuffix("有") || before.contains("有") && has("了", at: end)
        let isAge = ["历史", "的历史", "之久", "的古", "古城", "寿命", "的时间", "的岁月", "以上"].contains { has($0, at: end) }
        guard isPassed || isHad || isAge else { return nil }
        return locution.cardinal(years).map { Hit(words: $0 + "年", end: end) }
    }

    /// The year in words; empty if there is none, nil if it cannot be said.
    private func year(_ number: Int?) -> String? {
        guard let number else { return "" }
        return language == .ja ? Kana.year(number) : locution.year(number).map { $0 + (language == .zh ? "年" : "년") }
    }

    private func month(_ number: Int?) -> String? {
        guard let number else { return "" }
        if language == .ja { return Kana.month(number) }
        if language == .ko, let own = [6: "유월", 10: "시월"][number] { return own }
        return locution.cardinal(number).map { $0 + (language == .zh ? "月" : "월") }
    }

    private func day(_ number: Int?) -> String? {
        guard let number else { return "" }
        return language == .ja ? Kana.day(number) : locution.cardinal(number).map { $0 + (language == .zh ? "日" : "일") }
    }

    // MARK: With the month's name

    /// `3. Mai 1990`, `3 de mayo de 1990`, `1er mai`, `3 мая 1990 года`, `3rd of May`
    private func dayAndMonth(_ at: Int) -> Hit? {
        let (field, fieldEnd) = digits(at)
        guard field.count <= 2, let number = Int(field) else { return nil }
        if language == .ar { return arabicDayAndMonth(number, fieldEnd) }
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
        let day = Day(year: year, month: month, day: number)
        guard day.isValid else { return nil }
        // Other prepositions require other cases.
        if language == .ru, ["под", "перед", "между", "за"].contains(wordBefore(at)) { return nil }
        return words(day, before: neighbour(at), end: end, isNumeric: false, hasJoint: hasJoint)
            .map { withYearMark(Hit(words: $0, end: end), day) }
    }

    /// `5 мая 2024 г.`: the mark of the year as a word, said only once if the date has it already.
    private func withYearMark(_ hit: Hit, _ day: Day) -> Hit {
        guard language == .ru, day.year != nil, isSpace(hit.end) else { return hit }
        let mark = word(hit.end + 1)
        let isShort = mark.text == "г" && has(".", at: mark.end)
        guard isShort || mark.text == "года" && hit.words.hasSuffix(" года") else { return hit }
        let words = hit.words.hasSuffix(" года") ? hit.words : hit.words + " года"
        return Hit(words: words, end: isShort ? behindAbbreviation(mark.end) : mark.end)
    }

    /// The place behind the point of an abbreviation, or before the point if it ends the sentence, too.
    func behindAbbreviation(_ point: Int) -> Int {
        guard has(".", at: point) else { return point }
        let next = afterSpace(point + 1)
        return next >= count || text[next].isNewline || text[next].isUppercase ? point : point + 1
    }

    /// The word before, or an apostrophe that joins it.
    private func neighbour(_ at: Int) -> String { isBehindApostrophe(at) ? "'" : wordBefore(at) }

    /// `vom 3. bis 5. Mai`: the first day, which has its month from the second one.
    private func firstOfTwoDays(_ day: Int, _ start: Int, _ end: Int) -> Hit? {
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
        return dayWords(day, wordBefore(start)).map { Hit(words: $0, end: end) }
    }

    /// English with the month first: `May 3, 2024`.
    func dateOfWords(_ at: Int) -> Hit? {
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
        guard endsWord(end), Day(year: year, month: month, day: number).isValid, !isClockAhead(end),
            let ordinal = locution.ordinal(number, "")
        else { return nil }
        let spokenMonth = String(text[at..<name.end])
        guard let year else { return Hit(words: "\(spokenMonth) \(ordinal)", end: end) }
        return locution.year(year).map { Hit(words: "\(spokenMonth) \(ordinal), \($0)", end: end) }
    }

    private func isClockAhead(_ at: Int) -> Bool { at < count && text[at] == ":" }

    /// The year behind a month, and its end; "de" may stand before it.
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

    // MARK: In words

    private func isEndOfClause(_ at: Int) -> Bool {
        let next = afterSpace(at)
        return next >= count || ".,!?;…—–".contains(text[next]) || word(next).text == "а"
    }

    private func words(_ date: Day, before: String, end: Int, isNumeric: Bool, hasJoint: Bool = false) -> String? {
        if [.zh, .ja, .ko].contains(language) {
            let parts = [year(date.year), month(date.month), day(date.day)].compactMap(\.self)
            return parts.count == 3 ? parts.filter { !$0.isEmpty }.joined(separator: language == .ko ? " " : "") : nil
        }
        if language == .ar {
            return date.year.flatMap { arabicDate(year: $0, month: date.month, day: date.day) }
        }
        // "Today is the third" names the day itself. If more is said of the day, it is the time.
        let isSubject = ["сегодня", "завтра", "вчера", "послезавтра"].contains(before) && isEndOfClause(end)
        guard let month = MonthNames.name(date.month, language),
            let day = isSubject ? locution.ordinal(date.day, "neuter") : dayWords(date.day, before)
        else {
            return nil
        }
        switch language {
        case .en:
            let start =
                isNumeric ? "\(month) \(day)" : before == "the" ? "\(day) of \(month)" : "the \(day) of \(month)"
            guard let year = date.year else { return start }
            return locution.year(year).map { start + (isNumeric ? ", " : " ") + $0 }
        case .es, .pt:
            let start = "\(day) de \(month)"
            guard let year = date.year else { return start }
            return locution.year(year).map { start + (isNumeric || hasJoint ? " de " : " ") + $0 }
        case .ru:
            let start = "\(day) \(month)"
            guard let year = date.year else { return start }
            return locution.russianYear(year, "genitive").map { start + " " + $0 + (isNumeric ? " года" : "") }
        default:
            let start = "\(day) \(month)"
            guard let year = date.year else { return start }
            return locution.year(year).map { start + " " + $0 }
        }
    }

    private func dayWords(_ day: Int, _ before: String) -> String? {
        switch language {
        case .en: locution.ordinal(day, "")
        case .de:
            if ["der", "die", "das", "dieser", "jeder"].contains(before) {
                locution.ordinal(day, "")
            } else {
                locution.ordinal(day, Self.weakens.contains(before) ? "n" : "r")
            }
        case .fr: day == 1 ? "premier" : locution.cardinal(day)
        // "l'uno maggio", because "il primo" is never elided.
        case .it: day == 1 && before != "'" ? "primo" : locution.cardinal(day)
        case .pt: day == 1 ? "primeiro" : locution.cardinal(day)
        case .ru:
            switch before {
            case "на", "по": locution.ordinal(day, "neuter")
            case "к", "ко": locution.ordinal(day, "neuter-dative")
            default: locution.ordinal(day, "masculine-genitive")
            }
        default: locution.cardinal(day)
        }
    }

    /// Words after which a German ordinal ends in -en.
    private static let weakens: Set<String> = [
        "am", "vom", "zum", "beim", "im", "dem", "den", "des", "diesem", "diesen", "jedem", "jeden", "bis", "ab",
        "seit", "nach",
        "vor", "zwischen", "und", "oder", "von",
    ]

    // MARK: Years

    /// A year beside a word that marks it as one: "since 1990", "im Jahr 1990", "1990 года".
    func year(_ at: Int) -> Hit? {
        let (field, end) = digits(at)
        guard field.count == 4, let number = Int(field), (1_100...2_099).contains(number), endsWord(end) else {
            return nil
        }
        let before = wordBefore(at)
        switch language {
        case .en:
            guard ["in", "since", "until", "till", "year", "circa", "by", "during"].contains(before) else { return nil }
            let next = isSpace(end) ? word(end + 1).text : ""
            guard next.isEmpty || Self.mayFollowYear.contains(next), !isBeforeQuantity(end) else { return nil }
        case .de:
            guard
                [
                    "jahr", "jahre", "jahres", "seit", "anno", "januar", "februar", "märz", "april", "mai", "juni",
                    "juli",
                    "august", "september", "oktober", "november", "dezember",
                ].contains(before), !isBeforeQuantity(end)
            else { return nil }
        case .hi:
            guard before == "सन" || before == "सन्" || before == "वर्ष" else { return nil }
        case .ru:
            guard isSpace(end) else { return nil }
            let form = ["года": "genitive", "году": "locative", "год": ""][word(end + 1).text]
            guard let form, form != "locative" || before == "в" else { return nil }
            let words = form.isEmpty ? nil : locution.russianYear(number, form)
            return words.map { Hit(words: $0, end: end) }
        default: return nil
        }
        return locution.year(number).map { Hit(words: $0, end: end) }
    }

    private func isBeforeQuantity(_ at: Int) -> Bool {
        let next = afterSpace(at)
        return next < count && "%€$£°".contains(text[next])
    }

    private static let mayFollowYear: Set<String> = [
        "i", "we", "he", "she", "it", "they", "you", "the", "and", "or", "but", "when", "was", "were", "is", "to",
        "after", "before",
        "there", "my", "his", "her", "our", "their", "with", "by", "as", "at", "on", "until", "this", "that", "which",
        "who",
    ]
}
