internal import Plumbing
internal import Providers

/// Reports every failed attempt to the provider's breaker, and lets the calls of a recording wait for the end of an outage.
///
/// While the breaker is open, the wait uses up neither the attempts of a call nor the retry budget of the provider. The breaker
/// admits two calls at a time as probes. When one of them is answered, all calls continue.
package struct OutagePatience: Sendable {
    let breaker: CircuitBreaker
    let patience: Duration?
    let isStopped: @Sendable () -> Bool
    let isGivenUp: @Sendable () -> Bool
    let isUnattended: @Sendable () -> Bool
    let waits: @Sendable (Duration) -> Void

    /// - Parameters:
    ///   - breaker: the provider's breaker.
    ///   - patience: how long an outage may last; nil if a caller waits, or if the provider has a fallback.
    ///   - isStopped: whether the end of the run was requested. Then calls in flight do not wait for the end of an outage.
    ///   - isGivenUp: whether the run ends because the provider is down. Then the provider is not called any more.
    ///   - isUnattended: whether the client has left. Then no call is retried.
    ///   - waits: called with the length of each step of a wait for the end of an outage.
    package init(
        _ breaker: CircuitBreaker, patience: Duration?, isStopped: @escaping @Sendable () -> Bool,
        isGivenUp: @escaping @Sendable () -> Bool = { false },
        isUnattended: @escaping @Sendable () -> Bool = { false },
        waits: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        self.waits = waits
        self.isGivenUp = isGivenUp
        self.isUnattended = isUnattended
        self.breaker = breaker
        self.patience = patience
        self.isStopped = isStopped
    }

    /// Records a failed attempt that is followed by a retry. The final result of a call is recorded by the code that made it.
    func note(_ error: ProviderError) {
        // A throttled provider is not down, and its rate limit delays the calls.
        guard error.failure != .throttled || patience != nil else { return }
        breaker.record(error)
    }

    /// The next step after a failed call.
    enum Step: Sendable {
        /// The call is retried now.
        case retry
        /// The retry policy decides.
        case usual
        /// The call fails.
        case fail
    }

    /// Waits until the call may be retried. Returns at once if it fails, or if there is no outage.
    ///
    /// - Parameter deadline: on the clock of `time`, by which the retry must be made.
    func outlasts(_ error: ProviderError, until deadline: Duration?, _ time: TimeSource) async throws -> Step {
        if isUnattended() || (isGivenUp() && breaker.condition != .closed) { return .fail }
        guard let patience, [.transient, .throttled, .timeout].contains(error.failure),
            breaker.condition != .closed, !isStopped()
        else { return .usual }
        note(error)
        var isReported = false
        while !breaker.admit() {
            // If the provider is ready, other calls probe it, and may hang. The wait goes in short steps, because a signal may
            // ask for the end.
            var step = Duration.milliseconds(500)
            switch breaker.availability {
            case .refusing: return .fail
            case .resting(let rest, let down):
                guard down < patience, !breaker.availability.outlasts(patience) else { return .fail }
                step = min(step, rest)
            case .ready: break
            }
            if isGivenUp() { return .fail }
            if !isReported {
                isReported = true
                CallWatch.current?.note(
                    .awaited(
                        error.stage, provider: error.provider, isBusy: error.isBusy, reason: error.message, patience))
            }
            guard !isStopped(), deadline.map({ time.now() + step < $0 }) ?? true else { return .usual }
            waits(step)
            try await time.sleep(step)
        }
        return .retry
    }
}
