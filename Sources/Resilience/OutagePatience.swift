internal import Plumbing
internal import Providers

/// Tells a provider's breaker of every failed attempt, and lets a call that no caller waits for outlast an outage.
///
/// Without this such a call would fail. Once the breaker says that the provider is down, waiting uses up neither the attempts
/// of a call nor the provider's budget of retries. The breaker lets two calls at a time probe whether the provider is back, and
/// when one of them is answered, all continue.
public struct OutagePatience: Sendable {
    let breaker: CircuitBreaker
    let patience: Duration?
    let isStopped: @Sendable () -> Bool
    let isGivenUp: @Sendable () -> Bool
    let isUnattended: @Sendable () -> Bool

    /// - Parameters:
    ///   - breaker: the provider's breaker.
    ///   - patience: how long an outage may last; nil if a caller waits, or if the provider has a fallback.
    ///   - isStopped: whether the end has been requested: then calls under way fail as they would without this.
    ///   - isGivenUp: whether the end has been requested because the provider is down: then it is not called any more.
    ///   - isUnattended: whether no caller waits for the answer: then no call is retried.
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

    /// Records a failed attempt that is followed by a retry. The final result of a call is recorded by the code that made it.
    func note(_ error: ProviderError) {
        // A throttled provider is not down: its pace holds the calls back.
        guard error.failure != .throttled || patience != nil else { return }
        breaker.record(error)
    }

    /// What happens to a call that has failed.
    enum Course: Sendable {
        case again
        /// The call is retried, or not, as without an outage.
        case usual
        case over
    }

    /// Returns when the call may be retried, or at once if it is to fail.
    ///
    /// - Parameter deadline: on the clock of `time`, by which the retry must be made.
    func outlasts(_ error: ProviderError, until deadline: Duration?, _ time: TimeSource) async throws -> Course {
        if isUnattended() || (isGivenUp() && breaker.condition != .closed) { return .over }
        guard let patience, [.transient, .throttled, .timeout].contains(error.failure),
            breaker.condition != .closed, !isStopped()
        else { return .usual }
        note(error)
        var isTold = false
        while !breaker.admit() {
            // If the provider is ready, other calls probe it, and may hang. The wait goes in short steps, because a signal may
            // ask for the end.
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
