internal import Language

/// Arabic days and hours are ordinals, which do not depend on what follows, so they are written out. Years and counts
/// change with what they count. They stay digits, which voices read with the right endings.
struct ArabicForms: FormReader {
    let source: FormSource

    private var timeRanges: TimeRanges { TimeRanges(source: source) }

    /// `3 مايو 2024`, `3 من مايو`, `20 تشرين الأول`: the day as an ordinal. The text after it stays as it is.
    func dayAndMonth(_ day: Int, _ fieldEnd: Int) -> SpokenHit? {
        guard isSpace(fieldEnd) else { return nil }
        let joint = word(fieldEnd + 1)
        let isJoined = joint.text == "من" && isSpace(joint.end)
        let start = isJoined ? joint.end + 1 : fieldEnd + 1
        guard let end = monthEnd(start), endsWord(end), let words = ordinalDay(day) else { return nil }
        return SpokenHit(words: words + " من " + String(text[start..<end]), end: end)
    }

    /// `03/05/2024` and `2024-05-03` in words, except the year.
    func date(year: Int, month: Int, day: Int) -> String? {
        guard let month = MonthNames.name(month, .ar), let day = ordinalDay(day) else { return nil }
        return "\(day) من \(month) \(year)"
    }

    /// The oblique case of the day, which follows "on" and "until" and is the form that people say: العشرين.
    private func ordinalDay(_ day: Int) -> String? {
        guard (1...31).contains(day) else { return nil }
        return grammar.ordinal(day, "masculine").map { words in
            words.hasSuffix("ون") ? words.dropLast(2) + "ين" : words
        }
    }

    /// The end of the name of a month; those of the Levant have two words.
    private func monthEnd(_ start: Int) -> Int? {
        let first = word(start)
        if isSpace(first.end) {
            let second = word(first.end + 1)
            if MonthNames.month("\(first.text) \(second.text)", .ar) != nil { return second.end }
        }
        return MonthNames.month(first.text, .ar) == nil ? nil : first.end
    }

    /// The time after الساعة: `15:30` is "the fifteenth and a half", `3` "the third".
    func clock(_ at: Int) -> SpokenHit? {
        let (first, firstEnd) = digits(at)
        let isNamed = ["الساعة", "الساعه", "للساعة", "والساعة"].contains(wordBefore(at))
        guard isNamed || has(":", at: firstEnd) && timeRanges.isOneOfTwoTimes(at, digits(firstEnd + 1).end) else {
            return nil
        }
        guard first.count <= 2, let hour = Int(first), (1...24).contains(hour),
            let hours = hour == 1 ? "الواحدة" : grammar.ordinal(hour, "feminine")
        else { return nil }
        guard has(":", at: firstEnd) else {
            return endsWord(firstEnd) && isEndOfHour(firstEnd) ? SpokenHit(words: hours, end: firstEnd) : nil
        }
        let (second, end) = digits(firstEnd + 1)
        guard second.count == 2, let minute = Int(second), minute < 60, hour < 24 || minute == 0, endsWord(end) else {
            return nil
        }
        return SpokenHit(words: minute == 0 ? hours : "\(hours) و\(minutes(minute))", end: end)
    }

    /// Whether nothing follows that the number might count, as in 60 an hour, three times.
    private func isEndOfHour(_ at: Int) -> Bool {
        guard isSpace(at) else { return true }
        let next = word(at + 1).text
        let times = ["صباح", "مساء", "ظهر", "عصر", "ليل", "فجر", "بعد", "قبل", "من", "في", "يوم", "غد", "تمام", "و"]
        return times.contains(where: next.hasPrefix)
    }

    /// Minutes are feminine, so from three to ten their numbers are masculine.
    private func minutes(_ minute: Int) -> String {
        if let share = [15: "الربع", 20: "الثلث", 30: "النصف", 1: "دقيقة", 2: "دقيقتان"][minute] { return share }
        let ones = ["", "إحدى", "اثنتان", "ثلاث", "أربع", "خمس", "ست", "سبع", "ثماني", "تسع", "عشر"]
        if minute <= 10 { return ones[minute] + " دقائق" }
        if minute < 20 { return (minute == 12 ? "اثنتا" : ones[minute - 10]) + " عشرة دقيقة" }
        let ten = ["عشرون", "ثلاثون", "أربعون", "خمسون"][minute / 10 - 2]
        return (minute % 10 == 0 ? ten : "\(minute % 10 == 8 ? "ثمان" : ones[minute % 10]) و\(ten)") + " دقيقة"
    }
}
