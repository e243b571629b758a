/// Counts requests so that no sixty seconds contain more than the limit.
struct RequestWindow {
    /// What is left after a request.
    struct Status: Sendable, Hashable {
        var limit: Int
        var remaining: Int
        /// The time until another request is possible, or until one more is if some are left.
        var reset: Duration
    }

    private static let length = Duration.seconds(60)

    /// The times of the requests of the last minute; the oldest is at `first`, and they wrap around.
    private var times: [Duration] = []
    private var first = 0
    private var count = 0

    /// Counts a request at a time, which does not go back.
    ///
    /// - Returns: whether it is within the limit. If not, it is not counted.
    mutating func admit(at now: Duration, limit: Int) -> (isAdmitted: Bool, status: Status) {
        resize(to: limit)
        forget(at: now)
        let isAdmitted = count < limit
        if isAdmitted {
            times[(first + count) % limit] = now
            count += 1
        }
        let reset = count > 0 ? Self.length - (now - times[first]) : .zero
        return (isAdmitted, Status(limit: limit, remaining: limit - count, reset: reset))
    }

    /// Whether no request of the last minute is counted.
    mutating func isEmpty(at now: Duration) -> Bool {
        forget(at: now)
        return count == 0
    }

    private mutating func forget(at now: Duration) {
        while count > 0, now - times[first] >= Self.length {
            first = (first + 1) % times.count
            count -= 1
        }
    }

    /// Keeps the newest times if the limit has changed.
    private mutating func resize(to limit: Int) {
        guard times.count != limit else { return }
        let kept = (0..<count).suffix(limit).map { times[(first + $0) % times.count] }
        times = kept + [Duration](repeating: .zero, count: limit - kept.count)
        (first, count) = (0, kept.count)
    }
}
