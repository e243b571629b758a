internal import Audio
internal import Plumbing

/// Lets a signal handler or a closing connection ask a running conversation to come to an end.
///
/// Draining is not cancelling: no more audio is read, what is in flight is finished and delivered. To stop at once, cancel
/// the task; what is stored stays resumable either way.
public final class RunControl: Sendable {
    private struct State {
        var isDraining = false
        var isCutShort = false
        var isUnattended = false
        var stop: (@Sendable () -> Void)?
        var outage: String?
        var isHeardOtherwise = false
    }

    private let state = Locked(State())

    public init() {}

    public var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Whether there was more to be heard when the end was asked for.
    public var isCutShort: Bool { state.withLock { $0.isCutShort } }

    /// Whether nobody waits for what comes of it any more, so that no call that failed is made again.
    public var isUnattended: Bool { state.withLock { $0.isUnattended } }

    /// Why the run ended before its time, in a clause for people; nil where it did not, or somebody asked for it.
    public var outage: String? { state.withLock { $0.outage } }

    /// Whether the recording gave other samples than in an earlier run, at the places where utterances were heard then.
    public var isHeardOtherwise: Bool { state.withLock { $0.isHeardOtherwise } }

    func noteHeardOtherwise() { state.withLock { $0.isHeardOtherwise = true } }

    /// Ends the run because the providers cannot be called.
    func stop(for outage: String) {
        state.withLock { $0.outage = outage }
        cutShort()
    }

    /// Asks for the end of the audio. May be called from any thread, before or during the run, more than once.
    public func drain() {
        let stop = state.withLock { state in
            state.isDraining = true
            return state.stop
        }
        stop?()
    }

    /// Asks for the end in the middle of the audio: like ``drain()``, but the rest of a stream, which is lost, was not the end
    /// of the conversation, and it is told as interrupted.
    public func cutShort() {
        state.withLock { $0.isCutShort = true }
        drain()
    }

    /// Whoever asked for it is gone: like ``cutShort()``, and a call that fails from now on is not made again. What is not done
    /// by then is for whoever resumes the conversation, if anybody does.
    public func listenerLeft() {
        state.withLock { $0.isUnattended = true }
        cutShort()
    }

    /// Ties the control to the audio it has to stop.
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
