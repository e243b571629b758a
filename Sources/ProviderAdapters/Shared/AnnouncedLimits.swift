internal import FoundationEssentials
internal import HTTPTypes
internal import Providers

/// Reads from an answer's head how many more calls and tokens the provider allows.
///
/// Two families are understood. The first is buckets that refill continuously:
/// `x-ratelimit-{limit,remaining,reset}-{requests,tokens}` (OpenAI, Groq) and
/// `anthropic-ratelimit-{requests,tokens,input-tokens,output-tokens}-{limit,remaining,reset}`. Their reset is the time when the
/// bucket is full again: 24 ms after one of 2,500 requests a minute. Other providers that use these names mean windows, which
/// ``ProviderPace`` detects.
///
/// The second is windows by name: `{x-,}ratelimit-{limit,remaining,reset}`, in which no call becomes available before the
/// window's end.
enum AnnouncedLimits {
    private enum Kind {
        case requests, window
        case tokens(AnnouncedTokens.Kind)
    }

    private struct Field {
        let kind: Kind
        let limit: HTTPField.Name?
        let remaining: HTTPField.Name?
        let reset: HTTPField.Name?

        /// - Parameter name: returns the name of one of the three headers for `limit`, `remaining` or `reset`.
        init(_ kind: Kind, _ name: (String) -> String) {
            self.kind = kind
            limit = HTTPField.Name(name("limit"))
            remaining = HTTPField.Name(name("remaining"))
            reset = HTTPField.Name(name("reset"))
        }
    }

    private static let fields: [Field] =
        [
            Field(.requests) { "x-ratelimit-\($0)-requests" }, Field(.tokens(.all)) { "x-ratelimit-\($0)-tokens" },
            Field(.requests) { "anthropic-ratelimit-requests-\($0)" },
            Field(.window) { "x-ratelimit-\($0)" }, Field(.window) { "ratelimit-\($0)" },
        ]
        + [("tokens", .all), ("input-tokens", .input), ("output-tokens", .output)].map { what, kind in
            Field(.tokens(kind)) { "anthropic-ratelimit-\(what)-\($0)" }
        }

    /// The limits that an answer's head announces.
    struct Announcement: Sendable, Hashable {
        /// The tightest of the limits on calls; nil if there are none, or none that can be understood.
        var calls: AnnouncedLimit?
        /// The limits on tokens, the tightest of each kind.
        var tokens: [AnnouncedTokens] = []
    }

    /// - Parameters:
    ///   - isRefusal: whether the head belongs to a 429. Then no calls remain if the head does not say how many.
    ///   - now: milliseconds since 1970, for dates.
    static func read(_ headers: HTTPFields, isRefusal: Bool, now: Int64) -> Announcement {
        func value(_ name: HTTPField.Name?) -> String? { name.flatMap { headers[$0]?.trimmingBlanks } }
        var calls: [AnnouncedLimit] = []
        var tokens: [AnnouncedTokens.Kind: AnnouncedTokens] = [:]
        for field in fields {
            guard let reset = value(field.reset).flatMap({ Self.reset($0, now: now) }) else { continue }
            let limit = value(field.limit).flatMap(count)
            // A field that cannot be read says nothing. If the field is missing, a refusal means that nothing remains.
            let told = value(field.remaining)
            let remaining = told.map(count) ?? (isRefusal ? 0 : nil)
            guard let remaining else { continue }
            switch field.kind {
            case .window:
                calls.append(
                    AnnouncedLimit(remaining: remaining, interval: .seconds(reset), reset: .seconds(reset)))
            case .requests:
                // The missing calls become available one by one until the reset.
                let missing = limit.map { max(1, $0 - remaining) } ?? 1
                calls.append(
                    AnnouncedLimit(
                        remaining: remaining, interval: .seconds(reset / Double(missing)), reset: .seconds(reset)))
            case .tokens(let kind):
                guard tokens[kind].map({ remaining < $0.remaining }) ?? true else { continue }
                tokens[kind] = AnnouncedTokens(kind, remaining: remaining, limit: limit, reset: .seconds(reset))
            }
        }
        return Announcement(
            calls: calls.min { ($0.remaining, $1.interval) < ($1.remaining, $0.interval) },
            tokens: AnnouncedTokens.Kind.allCases.compactMap { tokens[$0] })
    }

    private static func count(_ text: String) -> Int? {
        guard let number = Double(text), (0...1e12).contains(number) else { return nil }
        return Int(exactly: number.rounded(.down))
    }

    /// Seconds from now, more than zero and a day at most.
    ///
    /// They are read from `6m0s`, `24ms`, `1.5`, seconds since 1970 or a date as in RFC 3339.
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

    /// A duration in Go's notation: numbers with units one after the other, `1h2m3.5s`, `120ms`.
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
