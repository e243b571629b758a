internal import Plumbing

/// Counts uses so that no period of a given length contains more than the limit.
package struct UseWindow: CoordinatedValue {
    package static let kind = "window"

    /// What is left after a use.
    package struct Status: Sendable, Hashable {
        package var isAdmitted: Bool
        package var limit: Int
        package var remaining: Int
        /// The time until another use is possible, or until one more is if some are left.
        package var reset: Duration
    }

    /// Times that are told apart. Of more, neighbours count as if they had come with the later one.
    private static let mostTimes = 1_000

    /// Microseconds.
    private var period: Int64
    /// Microseconds, the oldest first, and the uses at each.
    private var times: [Int64] = []
    private var counts: [Int] = []

    init(period: Duration) { self.period = Self.microseconds(period) }

    /// Counts a use, if it is within the limit.
    mutating func admit(at now: Duration, limit: Int) -> Status {
        let now = forget(at: now)
        var count = counts.reduce(0, +)
        let isAdmitted = count < limit
        if isAdmitted {
            add(now)
            count += 1
        }
        let reset = times.first.map { Duration.microseconds($0 + period - now) } ?? .zero
        return Status(isAdmitted: isAdmitted, limit: limit, remaining: max(0, limit - count), reset: reset)
    }

    /// Takes the last use back.
    mutating func withdraw() {
        guard let last = counts.indices.last else { return }
        counts[last] -= 1
        guard counts[last] == 0 else { return }
        counts.removeLast()
        times.removeLast()
    }

    package func life(at now: Duration) -> Duration {
        times.last.map { .microseconds($0 + period) - now } ?? .zero
    }

    private mutating func add(_ now: Int64) {
        if times.last == now {
            counts[counts.count - 1] += 1
            return
        }
        times.append(now)
        counts.append(1)
        guard times.count > Self.mostTimes else { return }
        let pairs = stride(from: 0, to: times.count - 1, by: 2)
        let odd = times.count % 2 == 1 ? (times.last, counts.last) : (nil, nil)
        (times, counts) = (pairs.map { times[$0 + 1] }, pairs.map { counts[$0] + counts[$0 + 1] })
        if case (let time?, let count?) = odd {
            times.append(time)
            counts.append(count)
        }
    }

    /// - Returns: the time, which does not go back.
    private mutating func forget(at now: Duration) -> Int64 {
        let now = max(Self.microseconds(now), times.last ?? .min)
        let gone = times.prefix { now - $0 >= period }.count
        times.removeFirst(gone)
        counts.removeFirst(gone)
        return now
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, rest) = duration.components
        return seconds * 1_000_000 + rest / 1_000_000_000_000
    }
}

extension Coordination {
    /// Counts a use, if any period up to now has less than the limit.
    ///
    /// - Parameter limit: 1 or more.
    package func count(_ name: String, limit: Int, per period: Duration) async throws -> UseWindow.Status {
        try await change([name]) { (windows: inout [String: UseWindow], now) in
            windows[name, default: UseWindow(period: period)].admit(at: now, limit: limit)
        }
    }

    /// Takes the last counted use back.
    package func withdraw(_ name: String) async throws {
        try await change([name]) { (windows: inout [String: UseWindow], _) in
            guard var window = windows[name] else { return }
            window.withdraw()
            windows[name] = window
        }
    }
}
