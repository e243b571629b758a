public import Plumbing

/// Holds calls of one provider back for as long as it has said that it would refuse them: a refused call counts against the
/// same limit, and everybody who makes one has to wait longer in the end.
///
/// What it knows it learns from the answers, so the first calls are never delayed, and nothing it once said is held against
/// a provider beyond the time it gave.
public final class ProviderPace: Sendable {
    private struct State {
        /// Until then nobody is called.
        var heldUntil: Duration?
        /// How many calls may be made at once; nil while no limit is known.
        var remaining: Int?
        /// When there is one more.
        var nextAt = Duration.zero
        var interval = Duration.zero
        var forgottenAt = Duration.zero
    }

    private let time: TimeSource
    private let state = Locked(State())

    public init(time: TimeSource) { self.time = time }

    /// Notes what an answer says of the calls that may follow it.
    public func note(_ limit: AnnouncedLimit) {
        let now = time.now()
        state.withLock { state in
            state.remaining = limit.remaining
            state.interval = limit.interval
            state.nextAt = now + limit.interval
            state.forgottenAt = now + limit.reset
        }
    }

    /// Notes that the provider wants to be left alone for a while.
    public func hold(for wait: Duration) {
        let until = time.now() + wait
        state.withLock { $0.heldUntil = max($0.heldUntil ?? until, until) }
    }

    /// Asks for a call.
    ///
    /// - Returns: nil where it may be made, and is counted; else how long to wait before asking again.
    public func admit() -> Duration? {
        let now = time.now()
        return state.withLock { state in
            if let until = state.heldUntil {
                if until > now { return until - now }
                state.heldUntil = nil
            }
            guard let remaining = state.remaining else { return nil }
            if now >= state.forgottenAt {
                state.remaining = nil
                return nil
            }
            if remaining > 0 {
                state.remaining = remaining - 1
                return nil
            }
            guard now >= state.nextAt else { return state.nextAt - now }
            state.nextAt = now + state.interval
            return nil
        }
    }
}
