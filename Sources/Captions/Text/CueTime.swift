/// Times of captions, in whole milliseconds.
package enum CueTime {
    /// A year: keeps sums far from overflow, and is longer than any film.
    package static let latest = 366 * 86_400_000

    /// A time such as `01:02:03,450`, `2:03.4`, `-00:00:01,000` or `100:00:00.000`: hours may be missing, and any digits of the
    /// fraction, too.
    ///
    /// - Returns: nil if it is none, or later than a year.
    package static func parse(_ text: some StringProtocol) -> Int? {
        var rest = text.drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        let isNegative = rest.first == "-" || rest.first == "−"
        if isNegative { rest.removeFirst() }
        let (clock, fraction): (Substring, Substring)
        if let point = rest.lastIndex(where: { $0 == "," || $0 == "." }) {
            (clock, fraction) = (Substring(rest[..<point]), Substring(rest[rest.index(after: point)...]))
        } else {
            (clock, fraction) = (Substring(rest), "")
        }
        let fields = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count), let last = fields.last, (1...2).contains(last.utf8.count) else {
            return nil
        }
        var seconds = 0
        for field in fields {
            guard let number = number(field), seconds < latest else { return nil }
            seconds = seconds * 60 + number
        }
        guard seconds <= latest / 1_000, let part = milliseconds(fraction: fraction) else { return nil }
        return (seconds * 1_000 + part) * (isNegative ? -1 : 1)
    }

    /// The milliseconds that the digits after a decimal point stand for.
    package static func milliseconds(fraction: some StringProtocol) -> Int? {
        guard fraction.utf8.count <= 9, fraction.isEmpty || number(fraction) != nil else { return nil }
        let digits = fraction.prefix(3)
        return number(String(digits) + String(repeating: "0", count: 3 - digits.count))
    }

    /// Digits of ASCII alone, at most nine of them.
    package static func number(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }

    /// `00:01:02` and what follows it, with hours of at least two digits.
    package static func clock(_ milliseconds: Int, separator: String) -> String {
        let whole = max(0, milliseconds)
        return "\(clock(wholeSeconds: whole / 1_000))\(separator)\(padded(whole % 1_000, to: 3))"
    }

    /// `00:01:02`.
    package static func clock(wholeSeconds seconds: Int) -> String {
        "\(padded(seconds / 3_600, to: 2)):\(padded(seconds / 60 % 60, to: 2)):\(padded(seconds % 60, to: 2))"
    }

    package static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
