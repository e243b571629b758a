package import Audio
internal import Conversations
package import Plumbing

/// When the sound of a live conversation came, and when the end of each utterance was noticed.
///
/// With it, a listener measures how far the conversation is behind the speaker.
package final class LiveClock: Sendable {
    /// When an utterance ended.
    package struct Ending: Sendable, Hashable {
        /// The stretch of speech on the speech clock.
        package var speech: SampleRange
        /// When its last sample came; nil if that is no longer known.
        package var spoken: Duration?
        /// When its end was noticed.
        package var noticed: Duration
    }

    private struct State {
        /// Blocks that came, oldest first: the sample after each, and when it came.
        var arrivals: ArraySlice<(end: Int, at: Duration)> = []
        var endings: [Int: Ending] = [:]
        var isSpeaking = false
    }

    /// Blocks that are remembered: a minute and a half of blocks of 10 ms, more of longer ones.
    private static let remembered = 9_000
    /// Utterances whose ends are remembered.
    private static let rememberedEndings = 256

    package let time: TimeSource
    private let state = Locked(State())

    package init(time: TimeSource) { self.time = time }

    /// The sample after the last one that came.
    package var heardTo: Int { state.withLock { $0.arrivals.last?.end ?? 0 } }

    /// Whether an utterance is being said.
    package var isSpeaking: Bool { state.withLock { $0.isSpeaking } }

    /// How the utterance of this number ended; nil if it has not, or long ago.
    package func ending(of sequence: Int) -> Ending? { state.withLock { $0.endings[sequence] } }

    /// When a sample came; nil if it has not, or long ago.
    package func arrival(of sample: Int) -> Duration? {
        state.withLock { state in
            var (low, high) = (state.arrivals.startIndex, state.arrivals.endIndex)
            while low < high {
                let middle = low + (high - low) / 2
                if state.arrivals[middle].end > sample { high = middle } else { low = middle + 1 }
            }
            return low < state.arrivals.endIndex ? state.arrivals[low].at : nil
        }
    }

    /// Seconds of lag up to which it is not reported, and from which on a result is late: something has failed, or was too
    /// slow.
    private static let told = 1.0
    private static let late = 5.0

    /// The event with how far it is behind the speaker, if that is more than a second.
    func stamped(_ event: Event) -> Event {
        guard let utterance = event.utterance, let spoken = ending(of: utterance)?.spoken else { return event }
        let seconds = (time.now() - spoken).seconds
        guard seconds > Self.told else { return event }
        let (lag, late) = ((seconds * 10).rounded() / 10, seconds > Self.late ? true : nil)
        var stamped = event
        switch event.body {
        case .recognized(var body):
            (body.lag, body.late) = (lag, late)
            stamped.body = .recognized(body)
        case .translated(var body):
            (body.lag, body.late) = (lag, late)
            stamped.body = .translated(body)
        default: break
        }
        return stamped
    }

    /// Sound up to this sample has come.
    func arrived(upTo end: Int) {
        let now = time.now()
        state.withLock { state in
            state.arrivals.append((end, now))
            if state.arrivals.count > Self.remembered { state.arrivals.removeFirst() }
        }
    }

    func speaking(_ isSpeaking: Bool) { state.withLock { $0.isSpeaking = isSpeaking } }

    /// The end of an utterance was noticed.
    func ended(_ sequence: Int, _ speech: SampleRange) {
        let ending = Ending(speech: speech, spoken: arrival(of: speech.end - 1), noticed: time.now())
        state.withLock { state in
            state.endings[sequence] = ending
            state.endings[sequence - Self.rememberedEndings] = nil
        }
    }
}
