/// A token bucket: a number of uses in a period, which come back evenly.
package struct RateBucket: Sendable {
    private let size: Double
    /// Uses that come back in a second.
    private let rate: Double
    private var left: Double
    /// When a use was last taken or tried.
    package private(set) var usedAt: Duration

    /// A full bucket.
    ///
    /// - Parameters:
    ///   - uses: how many uses there are in a period; at least 1.
    ///   - now: the time, as in ``filled(at:)`` and ``take(at:)``.
    package init(_ uses: Int, per period: Duration, at now: Duration) {
        size = Double(uses)
        rate = size / period.seconds
        left = size
        usedAt = now
    }

    package func isFull(at now: Duration) -> Bool { filled(at: now) >= size }

    /// Takes one use.
    ///
    /// - Returns: nil if there was one; otherwise how long to wait for it.
    package mutating func take(at now: Duration) -> Duration? {
        left = filled(at: now)
        usedAt = now
        guard left >= 1 else { return .seconds((1 - left) / rate) }
        left -= 1
        return nil
    }

    private func filled(at now: Duration) -> Double { min(size, left + (now - usedAt).seconds * rate) }
}
