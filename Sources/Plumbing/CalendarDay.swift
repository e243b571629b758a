/// A day of the Gregorian calendar, in UTC if a time decides it.
package struct CalendarDay: Sendable, Hashable, Comparable {
    /// Days since 1970-01-01.
    package var number: Int

    private static let milliseconds: Int64 = 86_400_000

    package init(number: Int) { self.number = number }

    /// The day of a time.
    ///
    /// - Parameter milliseconds: since 1970.
    package init(at milliseconds: Int64) {
        let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: Self.milliseconds)
        number = Int(days) - (rest < 0 ? 1 : 0)
    }

    /// Nil unless the text is a day of the years 1 to 9999, such as `2026-11-26`.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }) else {
            return nil
        }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 3, numbers[0] > 0, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else {
            return nil
        }
        number = Self.number(year: numbers[0], month: numbers[1], day: numbers[2])
        // A day that the month does not have is one of the next month.
        guard self.text == text else { return nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// `2026-11-26`.
    package var text: String {
        let (year, month, day) = date
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// Milliseconds since 1970 at the beginning of the day.
    package var beginning: Int64 { Int64(number) * Self.milliseconds }

    package static func < (one: CalendarDay, other: CalendarDay) -> Bool { one.number < other.number }

    // The calendar repeats after 400 years. Years are counted from March, so that a leap day is the last day of its year.

    private static let daysInEra = 146_097
    /// Days from 0000-03-01 to 1970-01-01.
    private static let epoch = 719_468

    private static func number(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = (shifted / 400, shifted % 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * daysInEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - epoch
    }

    private var date: (year: Int, month: Int, day: Int) {
        let days = number + Self.epoch
        let era = (days >= 0 ? days : days - Self.daysInEra + 1) / Self.daysInEra
        let dayOfEra = days - era * Self.daysInEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
        )
    }
}

/// Encoded as `2026-11-26`.
extension CalendarDay: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
