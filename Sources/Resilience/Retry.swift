package import Plumbing
internal import Providers

/// Retries a call while its failure is one that may pass.
///
/// ``ProviderError/Failure/isRetryable`` alone decides which failures these are. All other errors, cancellation included, are
/// rethrown at once. There is one such layer around a provider and none inside: see `Provider.retrying`.
package struct Retry: Sendable {
    package var policy: RetryPolicy
    package var time: TimeSource
    /// Counted from the first attempt: no attempt is begun once this much time has passed.
    package var limit: Duration?
    /// Shared by all calls of the provider; once it is used up, failures are final.
    package var budget: RetryBudget?
    /// Receives failed attempts, and may wait for an outage to end; nil if neither is needed.
    package var outage: OutagePatience?
    /// Replaces ``policy`` once no other provider can give the answer, because some of it has been heard.
    package var pinned: Pinned?
    /// From 0 up to, not including, 1. Tests give numbers of their own.
    package var random: @Sendable () -> Double

    package init(
        _ policy: RetryPolicy, time: TimeSource, limit: Duration? = nil, budget: RetryBudget? = nil,
        outage: OutagePatience? = nil,
        random: @escaping @Sendable () -> Double = Retry.systemRandom
    ) {
        self.policy = policy
        self.time = time
        self.limit = limit
        self.budget = budget
        self.outage = outage
        self.random = random
    }

    /// How often a call is retried that only this provider can continue, and whether this is such a call.
    package struct Pinned: Sendable {
        package var policy: RetryPolicy
        package var isSo: @Sendable () -> Bool

        package init(_ policy: RetryPolicy, isSo: @escaping @Sendable () -> Bool) {
            self.policy = policy
            self.isSo = isSo
        }
    }

    package static let systemRandom: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Runs the operation until it succeeds, fails permanently or has used up its attempts.
    ///
    /// - Parameters:
    ///   - deadline: a moment on the clock of ``time``, in place of ``limit``. No attempt is begun at or after it: if the wait
    ///     would reach it, the failure is thrown at once. The attempt itself is not cut short.
    ///   - operation: receives the number of the attempt, from 1.
    /// - Throws: the last failure, or whatever else the operation throws.
    package func run<Answer>(
        deadline: Duration? = nil, _ operation: (_ attempt: Int) async throws -> Answer
    ) async throws -> Answer {
        let deadline = deadline ?? limit.map { time.now() + $0 }
        var attempt = 1
        var (unusable, timeouts, starts, probes) = (0, 0, 0, 0)
        var startedAt: Duration?
        budget?.earn()
        while true {
            do {
                return try await operation(attempt)
            } catch let error as ProviderError {
                // After a cancellation, an adapter may report the closed connection as a failure of the network.
                try Task.checkCancellation()
                let policy = pinned.flatMap { $0.isSo() ? $0.policy : nil } ?? policy
                if error.failure == .unusable { unusable += 1 }
                if error.failure == .timeout { timeouts += 1 }
                // At most as many probes, in addition, as there are attempts: a request at which the provider fails each time
                // must come to an end.
                if let outage, probes < policy.attempts {
                    switch try await outage.outlasts(error, until: deadline, time) {
                    case .retry:
                        probes += 1
                        attempt += 1
                        continue
                    case .usual: break
                    case .fail: throw error
                    }
                }
                let now = time.now()
                let isStarting = error.failure == .starting
                if isStarting {
                    starts += 1
                    startedAt = startedAt ?? now
                }
                let wait = policy.wait(
                    after: error, attempt: isStarting ? 0 : attempt - starts - probes, unusable: unusable,
                    timeouts: timeouts,
                    start: now - (startedAt ?? now), random: random)
                // Retries of a provider that is starting do no harm, so they need no budget.
                guard let wait, deadline.map({ now + wait < $0 }) ?? true, isStarting || budget?.spend() ?? true else {
                    throw error
                }
                outage?.note(error)
                if wait > .zero { try await time.sleep(wait) }
                if let outage, outage.isUnattended() { throw error }
                attempt += 1
            }
        }
    }
}
