internal import Plumbing

/// Whether the calls or tokens that a provider allows come back bit by bit or all at once.
///
/// Some providers that announce the same fields count in fixed windows, while others have a bucket that refills all the time. A
/// client that mistakes a fixed window for a bucket makes calls that are refused.
///
/// The announced time at which all will be back shows the difference. In a bucket each call delays it by the call's share; the
/// end of a window does not move.
struct Refilling: Sendable {
    private struct ResetAnnouncement {
        var missing: Double
        /// When all would be back.
        var end: Duration
        /// Seconds until then for each missing one.
        var share: Double
    }

    /// The least expected delay for a verdict, in seconds: an answer's head may be late by many, and resets are rounded.
    private static let minimumEvidence = 30.0

    private var first: ResetAnnouncement?
    private(set) var isAtOnce = false

    /// Records what an answer says.
    ///
    /// - Parameters:
    ///   - missing: how many fewer are left than if nothing had been requested.
    ///   - reset: the time until none is missing.
    mutating func note(missing: Double, reset: Duration, at now: Duration) {
        guard missing > 0, reset > .zero else { return }
        let announcement = ResetAnnouncement(missing: missing, end: now + reset, share: reset.seconds / missing)
        // Some or all have come back, so the observation starts again.
        guard let first, first.end > now, missing >= first.missing else {
            first = announcement
            return
        }
        let expected = (missing - first.missing) * first.share
        guard expected >= Self.minimumEvidence else { return }
        isAtOnce = (announcement.end - first.end).seconds < expected / 4
    }
}
