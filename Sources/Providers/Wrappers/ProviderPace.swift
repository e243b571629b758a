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
        /// How often in a row it has refused a call without saying for how long.
        var refusals = 0
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

    /// How long a provider is left alone that refuses calls and does not say for how long: the waits of ``RetryPolicy``,
    /// here for all its callers together.
    private static let firstPause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(30)

    /// Notes that a call was refused as one too many.
    ///
    /// - Parameter wait: how long the provider wants to be left alone; nil where it does not say. Then it is half a second,
    ///   and twice as long each time it happens again before a call is answered.
    public func refused(for wait: Duration?) {
        if let wait { return hold(for: wait) }
        let now = time.now()
        state.withLock { state in
            // One that was under way when another was refused tells nothing new.
            guard state.heldUntil.map({ $0 <= now }) ?? true else { return }
            state.heldUntil = now + min(Self.longestPause, Self.firstPause * (1 << min(state.refusals, 10)))
            state.refusals += 1
        }
    }

    /// Notes that a call was answered.
    public func answered() { state.withLock { $0.refusals = 0 } }

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
