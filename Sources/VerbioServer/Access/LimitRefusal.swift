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
            case .money: ("limit.money", "the key allows $\(amount) in a day, and the rest does not suffice")
            }
        let isOfDay = [.minutes, .money].contains(reached.limit)
        return Refusal(
            reached.limit == .money
                ? HTTPResponse.Status(code: 402, reasonPhrase: "Payment Required") : .tooManyRequests,
            Problem(
                .usage, code, what,
                cure: isOfDay ? "continue after midnight UTC, or ask for a higher limit" : "try again later"),
            headers: [.retryAfter: String(max(1, Int(reached.retryAfter.seconds.rounded(.up))))])
    }
}

extension Double {
    /// `5` and `0.25`.
    fileprivate var formatted: String {
        self == rounded() && magnitude < 1e15 ? String(Int(self)) : String(self)
    }
}
