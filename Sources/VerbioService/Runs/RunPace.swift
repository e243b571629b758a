internal import Plumbing

/// How much of a recording is done, and how long the rest takes at the same speed.
package struct RunPace: CustomStringConvertible {
    package let percent: Int
    /// Nil until enough is done for an estimate.
    package let secondsLeft: Double?

    /// - Parameters:
    ///   - heard: seconds of audio that are done.
    ///   - total: seconds of the recording.
    ///   - before: seconds of audio that an earlier run had done.
    ///   - elapsed: seconds that this run has worked on the rest.
    /// - Returns: nil if the recording's length is not known.
    package init?(heard: Double, of total: Double, since before: Double, in elapsed: Double) {
        guard total > 0, heard >= 0, elapsed >= 0, (heard / total).isFinite else { return nil }
        let share = min(1, heard / total)
        percent = Int(share * 100)
        let done = (heard - before) / total
        secondsLeft = done >= 0.01 && elapsed >= 1 ? elapsed * (1 - share) / done : nil
    }

    package var description: String {
        "\(percent) %" + (secondsLeft.map { ", \(clockTime($0.rounded(.up))) left" } ?? "")
    }
}
