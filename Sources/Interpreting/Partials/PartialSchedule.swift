/// How often an utterance is recognized while it is being said.
package struct PartialSchedule: Sendable, Hashable {
    /// Milliseconds of new audio before it is recognized again.
    package var interval: Int
    /// Milliseconds of audio that the first hypothesis needs. With less than a word or two, recognizers invent.
    package var least: Int

    package init(interval: Int = 800, least: Int = 700) {
        self.interval = interval
        self.least = least
    }

    /// How many seconds are sent for each second of an utterance of this length, the final recognition included.
    ///
    /// - Parameter seconds: the length of the utterance.
    package func costFactor(seconds: Double) -> Double {
        guard seconds > 0, interval > 0 else { return 1 }
        var (sent, at) = (seconds, Double(least) / 1_000)
        while at < seconds {
            sent += at
            at += Double(interval) / 1_000
        }
        return sent / seconds
    }
}
