import Plumbing
import VerbioTesting

extension Replay {
    /// A patient clock, but that it is the manifest's moment: Friday, 20 November 2026, 12:00:00 GMT.
    static let pinned: TimeSource = {
        var time = TimeSource.patient
        time.wallClockMilliseconds = { 1_795_176_000_000 }
        return time
    }()
}
