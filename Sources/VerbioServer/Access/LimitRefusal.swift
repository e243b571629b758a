internal import Access
internal import HTTPTypes
internal import Plumbing

extension Refusal {
    /// A limit of the key would be exceeded.
    static func limit(_ reached: LimitReached) -> Refusal {
        let amount = reached.amount.formatted
        let (code, what): (String, String) =
            switch reached.limit {
            case .requests: ("limit.requests", "the key allows \(amount) requests in a minute")
            case .translations: ("limit.translations", "the key allows \(amount) translations at once")
            case .sessions: ("limit.sessions", "the key allows \(amount) live sessions at once")
            case .minutes: ("limit.minutes", "the key allows \(amount) minutes of audio in a day")
            case .month: ("limit.month", "the tier allows \(amount) minutes of audio in a month")
            case .length: ("limit.length", "the tier allows recordings of \(amount) minutes")
            case .provider: ("limit.provider", "the tier does not allow the engines that this server would call")
            case .voice: ("limit.voice", "the tier does not allow this voice")
            case .money: ("limit.money", "the key allows $\(amount) in a day, and the rest does not suffice")
            }
        let (status, cure): (HTTPResponse.Status, String) =
            switch reached.limit {
            case .requests, .translations, .sessions: (.tooManyRequests, "try again later")
            case .minutes: (.tooManyRequests, "continue after midnight UTC, or ask for a higher limit")
            case .month: (.tooManyRequests, "continue in the next month, or ask for another tier")
            case .money:
                (
                    HTTPResponse.Status(code: 402, reasonPhrase: "Payment Required"),
                    "continue after midnight UTC, or ask for a higher limit"
                )
            case .length: (.contentTooLarge, "send it in parts, or ask for another tier")
            case .provider, .voice: (.forbidden, "ask for another tier")
            }
        return Refusal(status, Problem(.usage, code, what, cure: cure), headers: fields(of: reached))
    }

    /// When another attempt may succeed, and which amount is used up.
    private static func fields(of reached: LimitReached) -> HTTPFields {
        // Waiting does not help.
        guard ![.length, .provider, .voice].contains(reached.limit) else { return [:] }
        let wait = max(1, Int(reached.retryAfter.seconds.rounded(.up)))
        // The field is a whole number of no unit: for money, or for a part of a minute, it would lie.
        let amount = reached.limit == .money ? nil : Int(exactly: reached.amount)
        return RateLimit(limit: amount, remaining: 0, reset: wait).fields.adding(.retryAfter, String(wait))
    }
}

extension HTTPFields {
    fileprivate func adding(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
        var fields = self
        fields[name] = value
        return fields
    }
}

extension Double {
    /// `5` and `0.25`.
    fileprivate var formatted: String {
        self == rounded() && magnitude < 1e15 ? String(Int(self)) : String(self)
    }
}
