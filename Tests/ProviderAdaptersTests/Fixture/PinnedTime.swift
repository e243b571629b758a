import Plumbing

extension Replay {
    /// The machine's clock, but that it is the manifest's moment: Friday, 20 November 2026, 12:00:00 GMT.
    static let pinned: TimeSource = {
        var time = TimeSource.system
        time.wallClockMilliseconds = { 1_795_176_000_000 }
        return time
    }()
}
