internal import FoundationEssentials
internal import HTTPTypes
internal import Providers

/// Reads what an answer's head says of how much more may be asked.
///
/// Two families are understood. Buckets that fill again all the time: `x-ratelimit-{limit,remaining,reset}-{requests,tokens}`
/// (OpenAI, Groq) and `anthropic-ratelimit-{requests,tokens,input-tokens,output-tokens}-{limit,remaining,reset}`, whose
/// reset is when the bucket is full again; 24 ms after one of 2,500 requests a minute. And windows:
/// `{x-,}ratelimit-{limit,remaining,reset}`, in which nothing comes back before the window's end.
enum AnnouncedLimits {
    private enum Kind { case requests, tokens, window }

    private struct Field {
        let kind: Kind
        let limit: HTTPField.Name?
        let remaining: HTTPField.Name?
        let reset: HTTPField.Name?

        /// - Parameter name: the name of one of the three, given what it is about.
        init(_ kind: Kind, _ name: (String) -> String) {
            self.kind = kind
            limit = HTTPField.Name(name("limit"))
            remaining = HTTPField.Name(name("remaining"))
            reset = HTTPField.Name(name("reset"))
        }
    }

    private static let fields: [Field] =
        [
            Field(.requests) { "x-ratelimit-\($0)-requests" }, Field(.tokens) { "x-ratelimit-\($0)-tokens" },
            Field(.requests) { "anthropic-ratelimit-requests-\($0)" },
            Field(.window) { "x-ratelimit-\($0)" }, Field(.window) { "ratelimit-\($0)" },
        ]
        + ["tokens", "input-tokens", "output-tokens"].map { what in
            Field(.tokens) { "anthropic-ratelimit-\(what)-\($0)" }
        }

    /// The tightest of the limits that are announced; nil where there are none, or none that can be understood.
    ///
    /// - Parameters:
    ///   - isRefusal: whether it comes with a 429: then none remain where it does not say how many.
    ///   - now: milliseconds since 1970, for dates.
    static func read(_ headers: HTTPFields, isRefusal: Bool, now: Int64) -> AnnouncedLimit? {
        func value(_ name: HTTPField.Name?) -> String? { name.flatMap { headers[$0]?.trimmingBlanks } }
        let limits = fields.compactMap { field -> AnnouncedLimit? in
            guard let reset = value(field.reset).flatMap({ Self.reset($0, now: now) }) else { return nil }
            guard let remaining = value(field.remaining).map(Self.count) ?? (isRefusal ? 0 : nil) else { return nil }
            return limit(field.kind, value(field.limit).flatMap(Self.count), remaining: remaining, reset: reset)
        }
        return limits.min { ($0.remaining, $1.interval) < ($1.remaining, $0.interval) }
    }

    private static func limit(
        _ kind: Kind, _ limit: Int?, remaining: Int, reset: Double
    ) -> AnnouncedLimit? {
        switch kind {
        case .window:
            return AnnouncedLimit(remaining: remaining, interval: .seconds(reset), reset: .seconds(reset))
        case .requests:
            // What is missing comes back one by one until the reset.
            let missing = limit.map { max(1, $0 - remaining) } ?? 1
            return AnnouncedLimit(
                remaining: remaining, interval: .seconds(reset / Double(missing)), reset: .seconds(reset))
        case .tokens:
            // How many a call takes is not known here, so it counts once there are none at all; a tenth of the bucket is
            // more than the text of an utterance.
            guard remaining == 0 else { return nil }
            return AnnouncedLimit(remaining: 0, interval: .seconds(reset / 10), reset: .seconds(reset))
        }
    }

    private static func count(_ text: String) -> Int? {
        guard let number = Double(text), (0...1e12).contains(number) else { return nil }
        return Int(exactly: number.rounded(.down))
    }

    /// Seconds from now, more than none and a day at most, from `6m0s`, `24ms`, `1.5`, seconds since 1970 or a date after
    /// RFC 3339.
    private static func reset(_ text: String, now: Int64) -> Double? {
        let seconds: Double?
        if let number = Double(text) {
            seconds = number > 1e9 ? number - Double(now) / 1_000 : number
        } else if text.contains("T"), let date = date(text) {
            seconds = date.timeIntervalSince1970 - Double(now) / 1_000
        } else {
            seconds = duration(text)
        }
        return seconds.flatMap { $0 > 0 && $0 <= 86_400 ? $0 : nil }
    }

    private static func date(_ text: String) -> Date? {
        (try? Date.ISO8601FormatStyle().parse(text))
            ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
    }

    /// A duration as Go writes it: numbers with units one after the other, `1h2m3.5s`, `120ms`.
    private static func duration(_ text: String) -> Double? {
        var rest = text[...]
        var seconds = 0.0
        while !rest.isEmpty {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            let unit = rest.dropFirst(number.count).prefix { $0.isLetter }
            guard let value = Double(number), let factor = units[String(unit)] else { return nil }
            seconds += value * factor
            rest = rest.dropFirst(number.count + unit.count)
        }
        return seconds
    }

    private static let units = [
        "d": 86_400, "h": 3_600, "m": 60, "s": 1, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9,
    ]
}
