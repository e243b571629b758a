internal import Plumbing
internal import Providers
internal import Resilience

/// A call's place among those of its stage, and among equal ones. It is given back once.
final class KeptPlace: Sendable {
    private let limiter: Limiter
    private struct State {
        var call: CallUnderWay?
        var hasAsked = false
        var isGivenBack = false
    }

    private let state = Locked(State())

    init(_ limiter: Limiter) { self.limiter = limiter }

    /// Whether somebody wants the same answer.
    var isAwaited: Bool { state.withLock { $0.call }?.isAwaited ?? false }

    /// Whether the provider has been asked.
    var hasAsked: Bool { state.withLock { $0.hasAsked } }

    func take(_ call: CallUnderWay) { state.withLock { $0.call = call } }

    func asks() { state.withLock { $0.hasAsked = true } }

    func giveBack(_ ending: CallsUnderWay.Ending) {
        let former = state.withLock { state in
            defer { state.isGivenBack = true }
            return state
        }
        guard !former.isGivenBack else { return }
        former.call?.end(ending)
        limiter.release()
    }
}
