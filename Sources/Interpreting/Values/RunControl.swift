internal import Audio
internal import Plumbing
package import Resilience

/// Lets a signal handler or a closing connection end a running conversation.
///
/// A drain differs from a cancellation: no more audio is read, and utterances in flight are finished and delivered. To stop at
/// once, cancel the task. Either way, the conversation can be resumed.
package final class RunControl: Sendable {
    private struct State {
        var isDraining = false
        var isCutShort = false
        var isUnattended = false
        var isHandedOver = false
        var isPaused = false
        var stop: (@Sendable () -> Void)?
        var outage: String?
        var isDecodedDifferently = false
        var isLeft = false
        var lacksOnlyVoices = false
    }

    private let state = Locked(State())
    private let drained = BoundedChannel<Void>(capacity: 1)
    /// The amount that this run shares with other runs of the same user; nil if there is no such limit.
    package let allowance: (any Allowance)?

    package init(allowance: (any Allowance)? = nil) { self.allowance = allowance }

    /// Whether the end was requested, whether in the middle of the audio or not.
    package var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Whether the end was requested in the middle of the audio.
    package var isCutShort: Bool { state.withLock { $0.isCutShort } }

    /// Whether arriving sound is replaced by silence for now. Only conversations with a spool support this.
    package var isPaused: Bool {
        get { state.withLock { $0.isPaused } }
        set { state.withLock { $0.isPaused = newValue } }
    }

    /// Whether the client has left, so that failed calls are not retried.
    package var isUnattended: Bool { state.withLock { $0.isUnattended } }

    /// Why the run ended early, in a clause for people; nil if it did not, or if a client asked for the end.
    package var outage: String? { state.withLock { $0.outage } }

    /// Whether the decoder gives other samples for stored utterances than in an earlier run.
    package var isDecodedDifferently: Bool { state.withLock { $0.isDecodedDifferently } }

    func noteDecodedDifferently() { state.withLock { $0.isDecodedDifferently = true } }

    /// Ends the run because the providers cannot be called.
    func stop(for outage: String) {
        state.withLock { $0.outage = outage }
        cutShort()
    }

    /// Whether the run has ended before its last calls, because they did not come further. The resumed run makes them again.
    package var isLeft: Bool { state.withLock { $0.isLeft } }

    /// Why the run ended before all of its calls, in a clause for people; nil if it did not.
    package var earlyEnd: String? {
        let (isLeft, lacksOnlyVoices) = state.withLock { ($0.isLeft, $0.lacksOnlyVoices) }
        return outage ?? (isLeft ? "its last \(lacksOnlyVoices ? "voices" : "calls") came no further" : nil)
    }

    func leave(lackingOnlyVoices: Bool) {
        state.withLock { ($0.isLeft, $0.lacksOnlyVoices) = (true, lackingOnlyVoices) }
    }

    /// Returns when the end of the audio is asked for. One task at a time may wait.
    ///
    /// - Throws: `CancellationError`.
    func waitForDrain() async throws { _ = try await drained.next() }

    /// Asks for the end of the audio. May be called from any thread, before or during the run, more than once.
    package func drain() {
        let stop = state.withLock { state in
            state.isDraining = true
            return state.stop
        }
        drained.finish()
        stop?()
    }

    /// Drains in the middle of the audio. The conversation is reported as interrupted, because the rest of its stream is lost.
    package func cutShort() {
        state.withLock { $0.isCutShort = true }
        drain()
    }

    /// Reports that the client has left. Acts like ``cutShort()``, and failed calls are not retried from now on. Unfinished work
    /// is left to the resumed run.
    package func listenerLeft() {
        state.withLock { $0.isUnattended = true }
        cutShort()
    }

    /// Whether another server goes on with the conversation.
    package var isHandedOver: Bool { state.withLock { $0.isHandedOver } }

    /// Leaves live speech to another server. What is in flight is finished. The utterance that is being said is not ended here: its sound
    /// stays in the spool, where the other server finds it.
    package func handOver() {
        state.withLock { $0.isHandedOver = true }
        cutShort()
    }

    /// Connects the control to the audio source that it has to stop.
    func attach(_ source: any SpeechSource) { attach { source.stop() } }

    /// - Parameter stop: ends the input; may be called more than once.
    func attach(stop: @escaping @Sendable () -> Void) {
        let drained = state.withLock { state in
            state.stop = stop
            return state.isDraining
        }
        if drained { stop() }
    }
}
