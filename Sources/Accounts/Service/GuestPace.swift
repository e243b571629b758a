internal import Plumbing

/// How many guests may be made in an hour, over the whole server.
///
/// Making one needs no sign-in, so it is the way to take free minutes again and again. It comes back evenly, so that a burst does not
/// shut out others for an hour.
final class GuestPace: Sendable {
    private static let period = Duration.seconds(3_600)

    private let perHour: Int
    private let time: TimeSource
    private let bucket: Locked<RateBucket>

    init(perHour: Int, time: TimeSource) {
        self.perHour = perHour
        self.time = time
        bucket = Locked(RateBucket(max(1, perHour), per: Self.period, at: time.now()))
    }

    /// - Returns: nil if a guest may be made now; otherwise how long to wait.
    func take() -> Duration? {
        guard perHour > 0 else { return Self.period }
        let now = time.now()
        return bucket.withLock { $0.take(at: now) }
    }
}
