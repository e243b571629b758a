internal import Language

extension FormScan {
    /// `15:30 Uhr`, `15h30`, `at 3:30 pm`, `15:30` after a word that asks for a time.
    func clock(_ at: Int) -> Hit? {
        if language == .ar { return arabicClock(at) }
        let (first, firstEnd) = digits(at)
        guard first.count <= 2, let hour = Int(first), (0...24).contains(hour), firstEnd < count else { return nil }
        if language == .fr, let hit = frenchClock(hour, firstEnd) { return hit }
        guard text[firstEnd] == ":" || language == .de && text[firstEnd] == "." else {
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
            if next.0 == "uhr" { return german(hour, minute).map { Hit(words: $0, end: next.1) } }
            guard text[firstEnd] == ":", ["um", "gegen", "ab", "bis"].contains(before) else { return nil }
            return german(hour, minute).map { Hit(words: $0, end: end) }
        case .fr:
            return ["à", "vers", "dès"].contains(before) ? french(hour, minute).map { Hit(words: $0, end: end) } : nil
        case .en: return english(hour, minute, before, next, end)
        case .es:
            return ["las", "la"].contains(before)
                ? romance(hour, minute, joint: minute < 10 ? "y" : "").map { Hit(words: $0, end: end) } : nil
        case .it:
            return ["alle", "le", "dalle", "ore"].contains(before)
                ? romance(hour, minute, joint: "e").map { Hit(words: $0, end: end) } : nil
        case .pt:
            return ["às", "as", "das"].contains(before)
                ? romance(hour, minute, joint: "e").map { Hit(words: $0, end: end) } : nil
        case .ru: return before == "в" ? russian(hour, minute).map { Hit(words: $0, end: end) } : nil
        case .zh, .ja, .ko: return eastern(hour, minute).map { Hit(words: $0, end: end) }
        case .hi: return next.0 == "बजे" ? hindi(hour, minute, behind: next.1) : nil
        case .ar: return nil
        }
    }

    /// साढ़े तीन बजे, सवा तीन बजे, पौने चार बजे; other minutes as "three having struck, five minutes".
    private func hindi(_ hour: Int, _ minute: Int, behind end: Int) -> Hit? {
        guard (1...24).contains(hour), let hours = locution.cardinal(hour),
            let following = locution.cardinal(hour % 12 + 1)
        else { return nil }
        let isHalfDay = hour <= 12
        switch minute {
        case 0: return Hit(words: hours + " बजे", end: end)
        case 15 where isHalfDay: return Hit(words: "सवा \(hours) बजे", end: end)
        case 30 where isHalfDay:
            let half = [1: "डेढ़", 2: "ढाई"][hour] ?? "साढ़े " + hours
            return Hit(words: half + " बजे", end: end)
        case 45 where isHalfDay: return Hit(words: "पौने \(following) बजे", end: end)
        default:
            guard let minutes = locution.cardinal(minute) else { return nil }
            let particle = isSpace(end) ? word(end + 1).text : ""
            let isAt = !["से", "तक", "पर", "के", "का", "की", "को"].contains(particle)
            return Hit(words: "\(hours) बजकर \(minutes) मिनट" + (isAt ? " पर" : ""), end: end)
        }
    }

    private func german(_ hour: Int, _ minute: Int) -> String? {
        guard let hours = locution.counting(hour) else { return nil }
        guard minute > 0 else { return hours + " Uhr" }
        return locution.cardinal(minute).map { "\(hours) Uhr \($0)" }
    }

    /// `1 Uhr` is "ein Uhr".
    private func fullHour(_ hour: Int, _ at: Int) -> Hit? {
        guard isSpace(at) else { return nil }
        let uhr = word(at + 1)
        guard uhr.text == "uhr", endsWord(uhr.end),
            !(isSpace(uhr.end) && uhr.end + 1 < count && text[uhr.end + 1].isNumber)
        else { return nil }
        return german(hour, 0).map { Hit(words: $0, end: uhr.end) }
    }

    /// `15h30`, `15 h 30`, `15 h`
    private func frenchClock(_ hour: Int, _ at: Int) -> Hit? {
        let letter = afterSpace(at)
        guard has("h", at: letter) else { return nil }
        let (field, end) = digits(afterSpace(letter + 1))
        guard field.count == 2, let minute = Int(field), minute < 60, endsWord(end) else {
            guard endsWord(letter + 1), field.isEmpty else { return nil }
            return french(hour, 0).map { Hit(words: $0, end: letter + 1) }
        }
        return french(hour, minute).map { Hit(words: $0, end: end) }
    }

    private func french(_ hour: Int, _ minute: Int) -> String? {
        guard let hours = hour == 0 ? "zéro" : locution.counting(hour, .feminine) else { return nil }
        let start = hours + (hour < 2 ? " heure" : " heures")
        guard minute > 0 else { return start }
        return locution.counting(minute, .feminine).map { "\(start) \($0)" }
    }

    private func english(
        _ hour: Int, _ minute: Int, _ before: String, _ next: (text: String, end: Int), _ end: Int
    ) -> Hit? {
        let isHalfDay = ["am", "pm", "a", "p"].contains(next.text) && (1...12).contains(hour)
        guard isHalfDay || ["at", "by", "until", "till", "from", "around", "before", "after"].contains(before),
            let hours = locution.cardinal(hour)
        else { return nil }
        switch minute {
        case 0 where isHalfDay: return Hit(words: hours, end: end)
        case 0: return (1...12).contains(hour) ? Hit(words: hours + " o'clock", end: end) : nil
        case 1...9: return locution.cardinal(minute).map { Hit(words: "\(hours) oh \($0)", end: end) }
        default: return locution.cardinal(minute).map { Hit(words: "\(hours) \($0)", end: end) }
        }
    }

    /// Hours are feminine; what joins the minutes differs.
    private func romance(_ hour: Int, _ minute: Int, joint: String) -> String? {
        guard hour > 0, let hours = locution.counting(hour, .feminine) else { return nil }
        guard minute > 0 else { return language == .pt ? hours + (hour == 1 ? " hora" : " horas") : hours }
        guard let minutes = locution.cardinal(minute) else { return nil }
        return [hours, joint, minutes].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func russian(_ hour: Int, _ minute: Int) -> String? {
        guard let hours = locution.cardinal(hour) else { return nil }
        guard minute > 0 else { return "\(hours) \(locution.russianForm(hour, "час", "часа", "часов"))" }
        guard let minutes = locution.cardinal(minute) else { return nil }
        return minute < 10 ? "\(hours) ноль \(minutes)" : "\(hours) \(minutes)"
    }

    private func eastern(_ hour: Int, _ minute: Int) -> String? {
        switch language {
        case .zh:
            guard let hours = locution.counting(hour) else { return nil }
            guard minute > 0 else { return hours + "点" }
            return locution.cardinal(minute).map { hours + "点" + (minute < 10 ? "零" : "") + $0 + "分" }
        case .ja:
            guard let hours = Kana.hour(hour) else { return nil }
            return minute == 0 ? hours : Kana.minute(minute).map { hours + $0 }
        case .ko:
            // Hours up to twelve are counted in Korean numbers, minutes and later hours in Chinese ones.
            guard hour > 0,
                let hours = hour <= 12
                    ? locution.speller.spell(hour, .ko, "cardinal-native-attributive") : locution.cardinal(hour)
            else { return nil }
            return minute == 0 ? hours + " 시" : locution.cardinal(minute).map { "\(hours) 시 \($0) 분" }
        default: return nil
        }
    }
}
