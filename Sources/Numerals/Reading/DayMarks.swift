internal import Language

/// Numbers that are uncertain, but name the first or second day of a month.
enum DayMarks {
    /// The mentions. Those that are no certain numbers but name the first or second day of a month are marked.
    static func marking(_ mentions: [NumberMention], in text: String, _ language: LanguageCode) -> [NumberMention] {
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
                marked[day].isDayOfMonth = (dayJoiners[language] ?? [" "]).contains(String(between))
            }
        }
        return marked
    }

    private static let dayJoiners: [LanguageCode: [String]] = [
        .en: [" of "], .es: [" de "], .pt: [" de "], .ar: [" ", " من "],
    ]
}
