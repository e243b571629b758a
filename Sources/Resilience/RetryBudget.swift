package import Plumbing

/// Bounds how many calls of one provider are retried.
///
/// Without that, a provider that is down would get several times as many calls as one that works. That keeps it down,
/// and every failed call may cost.
///
/// Each call earns a fifth of a retry. There are ten in reserve, which return one every ten seconds, so a client that
/// makes few calls always has a retry. (A fifth and a reserve of ten are the defaults of Finagle's retry budget, whose
/// reserve is larger, ten a second.)
package final class RetryBudget: Sendable {
    private struct State {
        /// In fifths of a retry.
        var fifths: Int
        var refilledAt: Duration
    }

    private let reserve: Int
    private let refill: Duration
    private let time: TimeSource
    private let state: Locked<State>

    /// - Parameters:
    ///   - reserve: how many retries there are before any call has earned one, and the most that are saved up.
    ///   - refill: how long it takes until a retry of the reserve comes back by itself.
    package init(reserve: Int = 10, refill: Duration = .seconds(10), time: TimeSource) {
        self.reserve = max(0, reserve)
        self.refill = max(.milliseconds(1), refill)
        self.time = time
        state = Locked(State(fifths: 5 * max(0, reserve), refilledAt: time.now()))
    }

    /// Records a call that is made for the first time.
    package func earn() { state.withLock { $0.fifths = min(5 * reserve, $0.fifths + 1) } }

    /// Takes one retry, if there is one.
    package func spend() -> Bool {
        let now = time.now()
        return state.withLock { state in
            let back = Int(exactly: ((now - state.refilledAt) / refill).rounded(.down)) ?? 0
            if back > 0 {
                state.fifths = min(5 * reserve, state.fifths + 5 * min(back, reserve))
                state.refilledAt += refill * back
            }
            guard state.fifths >= 5 else { return false }
            state.fifths -= 5
            return true
        }
    }
}
