internal import Plumbing
internal import Providers
internal import Resilience

/// A call's concurrency slot among the calls of its stage, and among equal calls. It is released once.
final class CallSlot: Sendable {
    private struct State {
        var call: CallInFlight?
        var hasAsked = false
        var isReleased = false
    }

    private let limiter: Limiter
    private let state = Locked(State())

    init(_ limiter: Limiter) { self.limiter = limiter }

    /// Whether another utterance waits for the same answer.
    var isAwaited: Bool { state.withLock { $0.call }?.isAwaited ?? false }

    /// Whether the provider has been called.
    var hasAsked: Bool { state.withLock { $0.hasAsked } }

    func take(_ call: CallInFlight) { state.withLock { $0.call = call } }

    func noteAsked() { state.withLock { $0.hasAsked = true } }

    func release(_ ending: CallsInFlight.Ending) {
        let former = state.withLock { state in
            defer { state.isReleased = true }
            return state
        }
        guard !former.isReleased else { return }
        former.call?.end(ending)
        limiter.release()
    }
}
