/// What a player does if it cannot keep up with the speaker.
package enum PlaybackPolicy: String, Sendable, CaseIterable {
    /// Every voice is heard to its end, one after the other.
    case queue
    /// Like ``queue``, but quieter while a person speaks.
    case duck
    /// A voice that is too late is left out if a newer one waits.
    case skipAhead = "skip-ahead"
}

/// A voice that was not heard, or not to its end.
package struct SkippedVoice: Sendable, Hashable {
    package var utterance: Int
    /// Seconds between the end of what was said and the moment at which its voice was left out.
    package var lag: Double

    package init(utterance: Int, lag: Double) {
        self.utterance = utterance
        self.lag = lag
    }
}
