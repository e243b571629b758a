package import Audio
internal import Conversations
internal import Glibc
package import Plumbing

/// The times at which the sound of a live conversation arrived, and at which the end of each utterance was noticed.
///
/// They show how far the conversation is behind the speaker.
package final class LiveClock: Sendable {
    /// When an utterance ended.
    package struct Ending: Sendable, Hashable {
        /// The stretch of speech on the speech clock.
        package var speech: SampleRange
        /// When its last sample arrived; nil if that is no longer known.
        package var spoken: Duration?
        /// When its end was noticed.
        package var noticed: Duration
    }

    private struct State {
        /// The blocks, oldest first: the sample after each, and its arrival.
        var arrivals: ArraySlice<(end: Int, at: Duration)> = []
        var endings: [Int: Ending] = [:]
        var isSpeaking = false
        /// The samples of the newest block, one array per lane; empty if none has arrived.
        var newest: [[Float]] = []
    }

    /// The maximum number of remembered blocks: a minute and a half of blocks of 10 ms, more of longer ones.
    private static let remembered = 9_000
    /// The maximum number of remembered ends of utterances.
    private static let rememberedEndings = 256

    package let time: TimeSource
    private let state = Locked(State())

    package init(time: TimeSource) { self.time = time }

    /// The sample after the last one that arrived.
    package var heardTo: Int { state.withLock { $0.arrivals.last?.end ?? 0 } }

    /// The peak of the newest sound in dBFS, at least -90; nil if none has arrived.
    package var peakDBFS: Double? {
        // Most conversations have nothing that shows it, so it is measured only when it is asked for.
        let lanes = state.withLock { $0.newest }
        guard !lanes.isEmpty else { return nil }
        let peak = lanes.reduce(Float(0)) { peak, lane in lane.reduce(peak) { max($0, abs($1)) } }
        return peak > 0 ? max(-90, 20 * log10(Double(peak))) : -90
    }

    /// Whether an utterance is being said.
    package var isSpeaking: Bool { state.withLock { $0.isSpeaking } }

    /// How the utterance of this number ended; nil if it has not, or long ago.
    package func ending(of sequence: Int) -> Ending? { state.withLock { $0.endings[sequence] } }

    /// When a sample arrived; nil if it has not, or long ago.
    package func arrival(of sample: Int) -> Duration? {
        state.withLock { state in
            let place = state.arrivals.partitioningIndex { $0.end > sample }
            return place < state.arrivals.endIndex ? state.arrivals[place].at : nil
        }
    }

    /// Seconds from which on a lag is reported, and from which on a result is marked as late.
    private static let reported = 1.0
    private static let late = 5.0

    /// The event with its lag behind the speaker, if that is more than a second.
    func stamped(_ event: Event) -> Event {
        guard let utterance = event.utterance, let spoken = ending(of: utterance)?.spoken else { return event }
        let seconds = (time.now() - spoken).seconds
        guard seconds > Self.reported else { return event }
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

    /// Records that sound has arrived.
    func arrived(_ block: SpeechBlock) {
        let (end, now) = (block.end, time.now())
        state.withLock { state in
            state.newest = block.lanes
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
