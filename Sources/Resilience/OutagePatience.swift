internal import Plumbing
internal import Providers

/// Tells a provider's breaker of every attempt that failed, and keeps a call that nobody waits for through an outage of its
/// provider, for which it would otherwise fail.
///
/// Once the provider is known to be down for everybody, which its breaker says, nothing of what a call may have again is used
/// up by waiting: neither its attempts nor the provider's budget of retries. The breaker lets two calls at a time find out
/// whether the provider is back, and when one of them is answered, all go on.
public struct OutagePatience: Sendable {
    let breaker: CircuitBreaker
    let patience: Duration?
    let isStopped: @Sendable () -> Bool
    let isGivenUp: @Sendable () -> Bool
    let isUnattended: @Sendable () -> Bool

    /// - Parameters:
    ///   - breaker: the provider's.
    ///   - patience: how long an outage may last; nil where somebody waits, or another one stands behind it.
    ///   - isStopped: whether the end has been asked for: then what is under way fails as it would without this.
    ///   - isGivenUp: whether it has been because the provider is down: then it is not called any more.
    ///   - isUnattended: whether nobody waits for the answer: then no call is made again.
    public init(
        _ breaker: CircuitBreaker, patience: Duration?, isStopped: @escaping @Sendable () -> Bool,
        isGivenUp: @escaping @Sendable () -> Bool = { false },
        isUnattended: @escaping @Sendable () -> Bool = { false }
    ) {
        self.isGivenUp = isGivenUp
        self.isUnattended = isUnattended
        self.breaker = breaker
        self.patience = patience
        self.isStopped = isStopped
    }

    /// Notes a failed attempt that is followed by another one. What a call ends with is noted by whoever made it.
    func note(_ error: ProviderError) {
        // One that asks for less haste is not down: its pace holds the calls back.
        guard error.failure != .throttled || patience != nil else { return }
        breaker.record(error)
    }

    /// What becomes of a call that has failed.
    enum Course: Sendable {
        case again
        /// It is made again or not as without an outage.
        case usual
        case over
    }

    /// Returns when the call may be made again, or at once where it is to fail.
    ///
    /// - Parameter deadline: on the clock of `time`, by which it must be made.
    func outlasts(_ error: ProviderError, until deadline: Duration?, _ time: TimeSource) async throws -> Course {
        if isUnattended() || (isGivenUp() && breaker.condition != .closed) { return .over }
        guard let patience, [.transient, .throttled, .timeout].contains(error.failure),
            breaker.condition != .closed, !isStopped()
        else { return .usual }
        note(error)
        var isTold = false
        while !breaker.admit() {
            // Where it is ready others are finding out, and may hang. In short steps, as a signal may ask for the end meanwhile.
            var step = Duration.milliseconds(500)
            switch breaker.standing {
            case .refusing: return .over
            case .resting(let rest, let down):
                guard down < patience, !breaker.standing.outlasts(patience) else { return .over }
                step = min(step, rest)
            case .ready: break
            }
            if isGivenUp() { return .over }
            if !isTold {
                isTold = true
                CallWatch.current?.note(
                    .awaited(error.stage, provider: error.provider, reason: error.message, patience))
            }
            guard !isStopped(), deadline.map({ time.now() + step < $0 }) ?? true else { return .usual }
            try await time.sleep(step)
        }
        return .again
    }
}
