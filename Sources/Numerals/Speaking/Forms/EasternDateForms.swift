internal import Language

/// Dates of Chinese, Japanese and Korean: `2024年5月3日`, `5월 3일`.
struct EasternDateForms: FormReader {
    let source: FormSource

    /// `2024年5月3日`, `5月3日`, `2024년 5월 3일`, `2024年`
    func date(_ at: Int) -> SpokenHit? {
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
            // 3日 may be three days. 5월 is a month only before a day or after a year.
            if place == 2, values[1] == nil { return nil }
            values[place] = value
            end = fieldEnd + 1
            next = language == .ko ? afterSpace(end) : end
        }
        guard values[0] != nil || values[1] != nil && values[2] != nil else { return nil }
        guard SpokenDay(year: values[0], month: values[1] ?? 1, day: values[2] ?? 1).isValid else { return nil }
        if let years = chineseYears(values, before: at, behind: end) { return years }
        // 2024年間 is a length of time.
        if end < count, "间間前后後来".contains(text[end]), values[1] == nil { return nil }
        let parts = [year(values[0]), month(values[1]), day(values[2])]
        guard parts.allSatisfy({ $0 != nil }) else { return nil }
        return SpokenHit(
            words: parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: language == .ko ? " " : ""),
            end: end)
    }

    /// `2000年历史`: a length of time in tens of years, if the text next to it says so.
    private func chineseYears(_ values: [Int?], before start: Int, behind end: Int) -> SpokenHit? {
        guard language == .zh, values[1] == nil, let years = values[0], years % 10 == 0 else { return nil }
        let before = String(text[max(0, start - 4)..<start])
        let isPassed = [
            "等了", "活了", "存在了", "持续了", "统治了", "延续了", "花了", "经过了", "历经", "长达", "历时", "整整", "足足", "将近", "超过", "至少",
        ]
        .contains(where: before.hasSuffix)
        let isHad = before.hasSuffix("有") || before.contains("有") && has("了", at: end)
        let isAge = ["历史", "的历史", "之久", "的古", "古城", "寿命", "的时间", "的岁月", "以上"].contains { has($0, at: end) }
        guard isPassed || isHad || isAge else { return nil }
        return grammar.cardinal(years).map { SpokenHit(words: $0 + "年", end: end) }
    }

    /// The year in words; empty if there is none, nil if it cannot be said.
    func year(_ number: Int?) -> String? {
        guard let number else { return "" }
        return language == .ja ? Kana.year(number) : grammar.year(number).map { $0 + (language == .zh ? "年" : "년") }
    }

    func month(_ number: Int?) -> String? {
        guard let number else { return "" }
        if language == .ja { return Kana.month(number) }
        if language == .ko, let own = [6: "유월", 10: "시월"][number] { return own }
        return grammar.cardinal(number).map { $0 + (language == .zh ? "月" : "월") }
    }

    func day(_ number: Int?) -> String? {
        guard let number else { return "" }
        return language == .ja ? Kana.day(number) : grammar.cardinal(number).map { $0 + (language == .zh ? "日" : "일") }
    }
}
