internal import Language

/// Times of day: `15:30 Uhr`, `15h30`, "at 3:30 pm".
struct ClockForms: FormReader {
    let source: FormSource

    private var arabic: ArabicForms { ArabicForms(source: source) }
    private var easternClocks: EasternClockForms { EasternClockForms(source: source) }
    private var timeRanges: TimeRanges { TimeRanges(source: source) }

    /// `15:30 Uhr`, `15h30`, `at 3:30 pm`, or `15:30` after a word that requires a time.
    func clock(_ at: Int) -> SpokenHit? {
        if language == .ar { return arabic.clock(at) }
        if let hit = easternClocks.koreanHours(at) { return hit }
        let (first, firstEnd) = digits(at)
        guard first.count <= 2, let hour = Int(first), (0...24).contains(hour), firstEnd < count else { return nil }
        if language == .fr, let hit = frenchClock(hour, firstEnd) { return hit }
        if language == .pt || language == .es, let hit = hourSign(hour, firstEnd) { return hit }
        guard text[firstEnd] == ":" || (language == .de || language == .it) && text[firstEnd] == "." else {
            return language == .de ? fullHour(hour, firstEnd) : nil
        }
        let (second, end) = digits(firstEnd + 1)
        guard second.count == 2, let minute = Int(second), minute < 60, hour < 24 || minute == 0, endsWord(end) else {
            return nil
        }
        let before = wordBefore(at)
        let next = isSpace(end) ? word(end + 1) : ("", end)
        switch language {
        case .de:
            if next.0 == "uhr" { return german(hour, minute).map { SpokenHit(words: $0, end: next.1) } }
            guard text[firstEnd] == ":", ["um", "gegen", "ab", "bis"].contains(before) else { return nil }
            return german(hour, minute).map { SpokenHit(words: $0, end: end) }
        case .fr:
            return ["à", "vers", "dès"].contains(before)
                ? french(hour, minute).map { SpokenHit(words: $0, end: end) } : nil
        case .en: return english(hour, minute, before, next, end, isTwo: timeRanges.isOneOfTwoTimes(at, end))
        case .es:
            guard ["las", "la"].contains(before),
                let words = romance(hour, minute, joint: minute < 10 ? "y" : "")
            else { return nil }
            // `15:30 h`
            let hasSign = next.0 == "h" && endsWord(next.1)
            return SpokenHit(words: words + (hasSign ? " horas" : ""), end: hasSign ? next.1 : end)
        case .it: return italian(hour, minute, before, at, end)
        case .pt:
            return ["às", "as", "das"].contains(before)
                ? romance(hour, minute, joint: "e").map { SpokenHit(words: $0, end: end) } : nil
        case .ru:
            if before == "в" { return russian(hour, minute).map { SpokenHit(words: $0, end: end) } }
            guard ["с", "от", "до"].contains(before), timeRanges.isOneOfTwoTimes(at, end) else { return nil }
            return russianGenitive(hour, minute).map { SpokenHit(words: $0, end: end) }
        case .zh, .ja, .ko: return easternClocks.clock(hour, minute, from: at, to: end)
        case .hi:
            if next.0 == "बजे" { return hindi(hour, minute, behind: next.1) }
            // The word may be left out after a word for the time of day: रात 10:30.
            return ["सुबह", "दोपहर", "शाम", "रात", "आज", "कल"].contains(before) || timeRanges.isOneOfTwoTimes(at, end)
                ? hindi(hour, minute, behind: end) : nil
        default: return nil
        }
    }

    /// साढ़े तीन बजे, सवा तीन बजे, पौने चार बजे; other minutes are said as "three having struck, five minutes".
    private func hindi(_ hour: Int, _ minute: Int, behind end: Int) -> SpokenHit? {
        guard (1...24).contains(hour), let hours = grammar.cardinal(hour),
            let following = grammar.cardinal(hour % 12 + 1)
        else { return nil }
        let isHalfDay = hour <= 12
        switch minute {
        case 0: return SpokenHit(words: hours + " बजे", end: end)
        case 15 where isHalfDay: return SpokenHit(words: "सवा \(hours) बजे", end: end)
        case 30 where isHalfDay:
            let half = [1: "डेढ़", 2: "ढाई"][hour] ?? "साढ़े " + hours
            return SpokenHit(words: half + " बजे", end: end)
        case 45 where isHalfDay: return SpokenHit(words: "पौने \(following) बजे", end: end)
        default:
            guard let minutes = grammar.cardinal(minute) else { return nil }
            let particle = isSpace(end) ? word(end + 1).text : ""
            let isAt = !["से", "तक", "पर", "के", "का", "की", "को"].contains(particle)
            return SpokenHit(words: "\(hours) बजकर \(minutes) मिनट" + (isAt ? " पर" : ""), end: end)
        }
    }

    private func german(_ hour: Int, _ minute: Int) -> String? {
        guard let hours = grammar.counting(hour) else { return nil }
        guard minute > 0 else { return hours + " Uhr" }
        return grammar.cardinal(minute).map { "\(hours) Uhr \($0)" }
    }

    /// `1 Uhr` is "ein Uhr".
    private func fullHour(_ hour: Int, _ at: Int) -> SpokenHit? {
        guard isSpace(at) else { return nil }
        let uhr = word(at + 1)
        guard uhr.text == "uhr", endsWord(uhr.end),
            !(isSpace(uhr.end) && uhr.end + 1 < count && text[uhr.end + 1].isNumber)
        else { return nil }
        return german(hour, 0).map { SpokenHit(words: $0, end: uhr.end) }
    }

    /// `15h30`, `15 h 30`, `15 h`
    private func frenchClock(_ hour: Int, _ at: Int) -> SpokenHit? {
        let letter = afterSpace(at)
        guard has("h", at: letter) else { return nil }
        let (field, end) = digits(afterSpace(letter + 1))
        guard field.count == 2, let minute = Int(field), minute < 60, endsWord(end) else {
            guard endsWord(letter + 1), field.isEmpty else { return nil }
            return french(hour, 0).map { SpokenHit(words: $0, end: letter + 1) }
        }
        return french(hour, minute).map { SpokenHit(words: $0, end: end) }
    }

    private func french(_ hour: Int, _ minute: Int) -> String? {
        guard let hours = hour == 0 ? "zéro" : grammar.counting(hour, .feminine) else { return nil }
        let start = hours + (hour < 2 ? " heure" : " heures")
        guard minute > 0 else { return start }
        return grammar.counting(minute, .feminine).map { "\(start) \($0)" }
    }

    private func english(
        _ hour: Int, _ minute: Int, _ before: String, _ next: (text: String, end: Int), _ end: Int, isTwo: Bool
    ) -> SpokenHit? {
        let isHalfDay = ["am", "pm", "a", "p"].contains(next.text) && (1...12).contains(hour)
        guard
            isHalfDay || isTwo || ["at", "by", "until", "till", "from", "around", "before", "after"].contains(before),
            let hours = grammar.cardinal(hour)
        else { return nil }
        switch minute {
        case 0 where isHalfDay: return SpokenHit(words: hours, end: end)
        case 0: return (1...12).contains(hour) ? SpokenHit(words: hours + " o'clock", end: end) : nil
        case 1...9: return grammar.cardinal(minute).map { SpokenHit(words: "\(hours) oh \($0)", end: end) }
        default: return grammar.cardinal(minute).map { SpokenHit(words: "\(hours) \($0)", end: end) }
        }
    }

    /// Hours are feminine; the word before the minutes differs by language.
    private func romance(_ hour: Int, _ minute: Int, joint: String) -> String? {
        guard hour > 0, let hours = grammar.counting(hour, .feminine) else { return nil }
        guard minute > 0 else { return language == .pt ? hours + (hour == 1 ? " hora" : " horas") : hours }
        guard let minutes = grammar.cardinal(minute) else { return nil }
        return [hours, joint, minutes].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// `15h30`, `13h`, `8 h`: the same words for a time of day and for a length of time.
    private func hourSign(_ hour: Int, _ at: Int) -> SpokenHit? {
        let letter = afterSpace(at)
        guard has("h", at: letter), let hours = hour == 0 ? nil : grammar.counting(hour, .feminine) else { return nil }
        let start = hours + (hour == 1 ? " hora" : " horas")
        let (field, end) = digits(letter + 1)
        guard field.count == 2, letter == at else {
            return field.isEmpty && endsWord(letter + 1) ? SpokenHit(words: start, end: letter + 1) : nil
        }
        guard let minute = Int(field), minute < 60 else { return nil }
        let (sign, signEnd) = word(end)
        guard endsWord(end) || sign == "min" && endsWord(signEnd) else { return nil }
        let words =
            minute == 0 ? start : grammar.cardinal(minute).map { start + (language == .pt ? " e " : " y ") + $0 }
        return words.map { SpokenHit(words: $0, end: sign == "min" ? signEnd : end) }
    }

    private func italian(_ hour: Int, _ minute: Int, _ before: String, _ at: Int, _ end: Int) -> SpokenHit? {
        let isElided = isBehindApostrophe(at) && hour == 1
        guard isElided || ["alle", "le", "dalle", "ore", "delle"].contains(before),
            // `le 3.50` may be another number.
            at + 2 < count, !(before == "le" && text[end - 3] == ".")
        else { return nil }
        if hour == 0 {
            guard minute > 0, let minutes = grammar.cardinal(minute) else { return nil }
            return SpokenHit(words: "zero e " + minutes, end: end)
        }
        return romance(hour, minute, joint: "e").map { SpokenHit(words: $0, end: end) }
    }

    /// с девяти часов, до семнадцати тридцати
    private func russianGenitive(_ hour: Int, _ minute: Int) -> String? {
        guard hour > 0, let hours = grammar.speller.spell(hour, .ru, "cardinal-masculine-genitive") else { return nil }
        guard minute > 0 else { return hours + (hour % 10 == 1 && hour != 11 ? " часа" : " часов") }
        return grammar.speller.spell(minute, .ru, "cardinal-feminine-genitive").map { "\(hours) \($0)" }
    }

    private func russian(_ hour: Int, _ minute: Int) -> String? {
        guard let hours = grammar.cardinal(hour) else { return nil }
        guard minute > 0 else { return "\(hours) \(grammar.russianForm(hour, "час", "часа", "часов"))" }
        guard let minutes = grammar.cardinal(minute) else { return nil }
        return minute < 10 ? "\(hours) ноль \(minutes)" : "\(hours) \(minutes)"
    }
}
