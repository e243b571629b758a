internal import HTTPTypes

/// How long a provider asks clients to wait before a retry.
enum RetryAfter {
    private static let milliseconds = HTTPField.Name("retry-after-ms")
    private static let seconds = HTTPField.Name("retry-after")
    private static let shouldRetry = HTTPField.Name("x-should-retry")

    /// Whether the head forbids a retry (`x-should-retry: false`, which the clients of OpenAI and Anthropic honour).
    static func forbids(_ headers: HTTPFields) -> Bool {
        shouldRetry.map { headers[values: $0].first?.trimmingBlanks.lowercased() == "false" } ?? false
    }

    /// Reads `retry-after-ms` (OpenAI, Azure), otherwise `Retry-After` in seconds or as a date (RFC 9110 §10.2.3).
    ///
    /// If a header is repeated, the first one counts. Anything that is not a number above zero is ignored; a longer time than a
    /// day counts as a day.
    ///
    /// - Parameter now: milliseconds since 1970, for dates.
    static func read(_ headers: HTTPFields, now: Int64) -> Duration? {
        if let name = milliseconds, let text = headers[name], let wait = Double(text).flatMap({ checked($0 / 1_000) }) {
            return wait
        }
        guard let name = seconds, let text = headers[values: name].first?.trimmingBlanks else { return nil }
        if let number = Double(text) { return checked(number) }
        return HTTPDate.seconds(text, now: Int(now / 1_000)).flatMap { checked(Double($0) - Double(now) / 1_000) }
    }

    private static func checked(_ seconds: Double) -> Duration? {
        seconds > 0 && seconds.isFinite ? .seconds(min(seconds, 86_400)) : nil
    }
}

/// Dates as HTTP writes them, today and formerly.
///
/// Today: `Sun, 06 Nov 1994 08:49:37 GMT`. Formerly: `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. Readers
/// of dates must accept these, too (RFC 9110 §5.6.7).
private enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let fiftyYears = 50 * 31_556_952

    /// Seconds since 1970.
    ///
    /// - Parameter now: the same, for years of two digits: a year more than fifty years ahead is taken as a past one.
    static func seconds(_ text: String, now: Int) -> Int? {
        let parts = text.split(separator: " ")
        switch parts.count {
        case 6 where parts[5] == "GMT": return seconds(parts[1], parts[2], Int(parts[3]), parts[4])
        case 5: return seconds(parts[2], parts[1], Int(parts[4]), parts[3])
        case 4 where parts[3] == "GMT":
            let date = parts[1].split(separator: "-")
            guard date.count == 3, let digits = Int(date[2]), (0...99).contains(digits) else { return nil }
            // Past years come before future ones, so that the last year that is not too far ahead is taken.
            return stride(from: 2_000 + digits, through: 9_999, by: 100).lazy
                .compactMap { seconds(date[0], date[1], $0, parts[2]) }
                .prefix { $0 <= now + fiftyYears }.last ?? seconds(date[0], date[1], 1_900 + digits, parts[2])
        default: return nil
        }
    }

    private static func seconds(
        _ day: some StringProtocol, _ month: some StringProtocol, _ year: Int?, _ time: some StringProtocol
    ) -> Int? {
        guard let day = Int(day), (1...31).contains(day), let month = months.firstIndex(of: String(month)), let year,
            (1900...9999).contains(year)
        else { return nil }
        let clock = time.split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        return days(year, month + 1, day) * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
    }

    /// Days since 1970 in the Gregorian calendar.
    ///
    /// Years are counted from March here so that leap days come last (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let years = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = years.quotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
