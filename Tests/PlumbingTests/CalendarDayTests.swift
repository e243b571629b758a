import Plumbing
import Testing

struct CalendarDayTests {
    @Test("Given every day of nine centuries, when it is written, then it follows the day before and is read again")
    func calendar() throws {
        var (year, month, day) = (1_583, 1, 1)
        let first = try #require(CalendarDay("1583-01-01"))
        for number in 0..<329_000 {
            let found = CalendarDay(number: first.number + number)
            let text = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
            guard found.text == text, CalendarDay(text) == found else {
                Issue.record("\(found.text) is not \(text)")
                return
            }
            let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
            let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
            day = day == length ? 1 : day + 1
            if day == 1 { month = month == 12 ? 1 : month + 1 }
            if day == 1, month == 1 { year += 1 }
        }
        #expect(year == 2_483)
    }

    @Test("Given a time, when its day is requested, then it is the day in UTC")
    func times() {
        for (milliseconds, text) in [
            (0, "1970-01-01"), (86_399_999, "1970-01-01"), (86_400_000, "1970-01-02"), (-1, "1969-12-31"),
            (-86_400_000, "1969-12-31"), (1_700_000_000_000, "2023-11-14"),
        ] as [(Int64, String)] {
            #expect(CalendarDay(at: milliseconds).text == text)
        }
        #expect(CalendarDay("2023-11-14")?.beginning == 1_699_920_000_000)
    }

    @Test(
        "Given a text that is no day, when it is read, then it is refused",
        arguments: [
            "", "2026", "2026-2-1", "2026-02-30", "2026-13-01", "2026-00-01", "2026-01-00", "0000-01-01", "+026-01-01",
            "2026-01-01T", "２０２６-01-01",
        ])
    func refused(text: String) { #expect(CalendarDay(text) == nil) }
}
