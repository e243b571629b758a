internal import Plumbing

/// How many guests may be made in an hour, over the whole server.
///
/// Making one needs no sign-in, so it is the way to take free minutes again and again. It comes back evenly, so that a burst does not
/// shut out others for an hour.
final class GuestPace: Sendable {
    private struct Bucket {
        var left: Double
        var filled: Duration
    }

    private let perHour: Int
    private let time: TimeSource
    private let bucket: Locked<Bucket>

    init(perHour: Int, time: TimeSource) {
        self.perHour = perHour
        self.time = time
        bucket = Locked(Bucket(left: Double(perHour), filled: time.now()))
    }

    /// - Returns: nil if a guest may be made now; otherwise how long to wait.
    func take() -> Duration? {
        guard perHour > 0 else { return .seconds(3_600) }
        let now = time.now()
        let rate = Double(perHour) / 3_600
        return bucket.withLock { bucket in
            bucket.left = min(Double(perHour), bucket.left + (now - bucket.filled).seconds * rate)
            bucket.filled = now
            guard bucket.left >= 1 else { return .seconds((1 - bucket.left) / rate) }
            bucket.left -= 1
            return nil
        }
    }
}
