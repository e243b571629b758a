internal import Language

/// A day of the year that a text names without doubt about which number is the month: June 5th, 6月5日, 5.6. in German.
package struct NamedDay: Sendable, Hashable {
    /// 1…12.
    package var month: Int
    /// 1…31.
    package var day: Int
    /// Its place in the text.
    package var range: Range<String.Index>

    /// Whether the two days have month and day swapped.
    package func isReverse(of other: NamedDay) -> Bool {
        month == other.day && day == other.month && month != day
    }

    /// Whether both name the same day of the year.
    package func isSame(as other: NamedDay) -> Bool { month == other.month && day == other.day }
}

extension NumberReader {
    /// The days of the year that a text names. A day in digits alone is included only if its order is certain in the language:
    /// 5/6 in English is not.
    ///
    /// - Parameter mentions: the numbers of the text, as ``mentions(in:)`` gives them.
    package func calendarDays(in text: String, among mentions: [NumberMention]) -> [NamedDay] {
        mentions.indices.flatMap { place in
            let named = named(mentions, place, text)
            return named.isEmpty ? [inDigits(mentions, place, text)].compactMap(\.self) : named
        }
    }

    /// The days that a month forms with the number before it and the one after it, if near enough to be its day.
    private func named(_ mentions: [NumberMention], _ place: Int, _ text: String) -> [NamedDay] {
        [place - 1, place + 1].compactMap { other in
            guard mentions.indices.contains(other), isEastern ? other > place : mentions[place].kind == .month
            else { return nil }
            let (first, last) = (mentions[min(place, other)].range, mentions[max(place, other)].range)
            let day = mentions[other]
            guard day.kind == .number, day.unit == nil || day.unit?.codes == ["day"],
                first.upperBound <= last.lowerBound
            else { return nil }
            let between = text[first.upperBound..<last.lowerBound]
            let isNear =
                isEastern
                ? ["月", "월", "월 "].contains(between)
                : between.count <= Self.longestGap && !between.contains { "?!;\n".contains($0) }
            guard isNear else { return nil }
            return Self.day(month: mentions[place].value, day: day.value, first.lowerBound..<last.upperBound)
        }
    }

    /// The longest gap between a day and its month: "the fifth of June", "5 de junio".
    private static let longestGap = 6

    /// `2024-06-05`, `05.06.2024`, `5.6.`, or `6/5` if the language has only one order for it.
    private func inDigits(_ mentions: [NumberMention], _ place: Int, _ text: String) -> NamedDay? {
        let first = mentions[place]
        guard first.isDigits else { return nil }
        if let parts = first.parts.first, parts.count == 2 {
            let written = text[first.range]
            let isDayFirst =
                [.de, .ru].contains(language) && written.contains(".") || isDayFirst && written.contains("/")
            guard isDayFirst || isEastern && written.contains("/") else { return nil }
            return Self.day(month: parts[isDayFirst ? 1 : 0], day: parts[isDayFirst ? 0 : 1], first.range)
        }
        guard place + 2 < mentions.count, mentions[place + 1].isDigits, mentions[place + 2].isDigits else { return nil }
        let (second, third) = (mentions[place + 1], mentions[place + 2])
        guard first.range.upperBound < second.range.lowerBound, second.range.upperBound < third.range.lowerBound
        else { return nil }
        let sign = text[first.range.upperBound..<second.range.lowerBound]
        guard ["/", "-", "."].contains(sign), sign == text[second.range.upperBound..<third.range.lowerBound]
        else { return nil }
        let range = first.range.lowerBound..<third.range.upperBound
        if text[first.range].count == 4 { return Self.day(month: second.value, day: third.value, range) }
        guard isDayFirst || sign == "." && !isEastern else { return nil }
        return Self.day(month: second.value, day: first.value, range)
    }

    private var isEastern: Bool { [.zh, .ja, .ko].contains(language) }

    /// Whether the language is written with the day before the month everywhere.
    private var isDayFirst: Bool { [.fr, .de, .it, .pt, .ru].contains(language) }

    private static func day(month: ExactDecimal, day: ExactDecimal, _ range: Range<String.Index>) -> NamedDay? {
        guard let month = month.integer, let day = day.integer, (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        return NamedDay(month: month, day: day, range: range)
    }
}
