internal import Audio
internal import Plumbing
package import Resilience

/// Lets a signal handler or a closing connection end a running conversation.
///
/// Draining is not cancelling: no more audio is read, and utterances in flight are finished and delivered. To stop at once,
/// cancel the task; stored work stays resumable either way.
package final class RunControl: Sendable {
    private struct State {
        var isDraining = false
        var isCutShort = false
        var isUnattended = false
        var isPaused = false
        var stop: (@Sendable () -> Void)?
        var outage: String?
        var isDecodedDifferently = false
    }

    private let state = Locked(State())
    /// What the run may use of an amount that other runs use, too; nil if there is no such limit.
    package let allowance: (any Allowance)?
    /// Whether all of the audio is kept. If so, a later run can process what this one leaves, though the conversation
    /// does not name its file.
    package let keepsAudio: Bool

    package init(allowance: (any Allowance)? = nil, keepsAudio: Bool = false) {
        self.allowance = allowance
        self.keepsAudio = keepsAudio
    }

    package var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Whether there was more audio when the end was requested.
    package var isCutShort: Bool { state.withLock { $0.isCutShort } }

    /// Whether the sound that comes is taken as silence for now. It is for conversations with a spool.
    package var isPaused: Bool {
        get { state.withLock { $0.isPaused } }
        set { state.withLock { $0.isPaused = newValue } }
    }

    /// Whether no client waits for the results any more, so that no failed call is retried.
    package var isUnattended: Bool { state.withLock { $0.isUnattended } }

    /// Why the run ended early, in a clause for people; nil if it did not, or if a client asked for the end.
    package var outage: String? { state.withLock { $0.outage } }

    /// Whether the recording gave other samples than in an earlier run, at the places at which utterances were heard then.
    package var isDecodedDifferently: Bool { state.withLock { $0.isDecodedDifferently } }

    func noteDecodedDifferently() { state.withLock { $0.isDecodedDifferently = true } }

    /// Ends the run because the providers cannot be called.
    func stop(for outage: String) {
        state.withLock { $0.outage = outage }
        cutShort()
    }

    /// Asks for the end of the audio. May be called from any thread, before or during the run, more than once.
    package func drain() {
        let stop = state.withLock { state in
            state.isDraining = true
            return state.stop
        }
        stop?()
    }

    /// Asks for the end in the middle of the audio, like ``drain()``. But the rest of a stream, which is lost, was not the end
    /// of the conversation, so the conversation is reported as interrupted.
    package func cutShort() {
        state.withLock { $0.isCutShort = true }
        drain()
    }

    /// Reports that the client has left: like ``cutShort()``, and a call that fails from now on is not retried. Unfinished work
    /// is left to the run that resumes the conversation, if there is one.
    package func listenerLeft() {
        state.withLock { $0.isUnattended = true }
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
