internal import Plumbing

/// Whether what may be asked of a provider comes back bit by bit or all at once. Some who announce the same fields count in
/// fixed windows where others have a bucket that fills all the time, and who takes the former for the latter asks into refusals.
///
/// It shows in when all will be back. In a bucket each call puts that off by its own share; a window's end stays where it is.
struct Refilling: Sendable {
    private struct Sighting {
        var missing: Double
        /// When all would be back.
        var end: Duration
        /// Seconds until then for each one that was missing.
        var share: Double
    }

    /// What has to be put off at least for a verdict, in seconds: an answer's head may be late by many, and resets are rounded.
    private static let leastEvidence = 30.0

    private var first: Sighting?
    private(set) var isAtOnce = false

    /// Notes what an answer says.
    ///
    /// - Parameters:
    ///   - missing: how many there are less than when nothing has been asked for.
    ///   - reset: until there are as many again.
    mutating func note(missing: Double, reset: Duration, at now: Duration) {
        guard missing > 0, reset > .zero else { return }
        let sighting = Sighting(missing: missing, end: now + reset, share: reset.seconds / missing)
        // Something has come back, or all of it: another beginning.
        guard let first, first.end > now, missing >= first.missing else {
            first = sighting
            return
        }
        let expected = (missing - first.missing) * first.share
        guard expected >= Self.leastEvidence else { return }
        isAtOnce = (sighting.end - first.end).seconds < expected / 4
    }
}
