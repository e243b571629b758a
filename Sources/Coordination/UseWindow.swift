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

    /// Times that are told apart. If the limit is larger, uses count as if they had come a little later, up to a period by this number.
    private static let mostTimes = 300

    /// Microseconds.
    private var period: Int64
    /// Microseconds, the oldest first, and the uses at each.
    private var times: [Int64] = []
    private var counts: [Int] = []

    init(period: Duration) { self.period = Self.microseconds(period) }

    /// Counts a use, if it is within the limit.
    mutating func admit(at now: Duration, limit: Int) -> Status {
        let now = Self.microseconds(now)
        forget(at: now)
        var count = counts.reduce(0, +)
        let isAdmitted = count < limit
        if isAdmitted {
            let width = limit > Self.mostTimes ? period / Int64(Self.mostTimes) : 1
            add((now + width - 1) / width * width)
            count += 1
        }
        let reset = times.first.map { Duration.microseconds(min(period, $0 + period - now)) } ?? .zero
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

    private mutating func add(_ time: Int64) {
        if let last = times.last, last >= time {
            counts[counts.count - 1] += 1
        } else {
            times.append(time)
            counts.append(1)
        }
    }

    private mutating func forget(at now: Int64) {
        let gone = times.prefix { now - $0 >= period }.count
        times.removeFirst(gone)
        counts.removeFirst(gone)
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
        try await change([name]) { (windows: inout [String: UseWindow], moment) in
            windows[name, default: UseWindow(period: period)].admit(at: moment.now, limit: moment.part(of: limit))
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
