package import Providers

/// How often and after which waits a failed call is retried.
///
/// The numbers are those most providers recommend: exponential backoff with full jitter, so that callers that failed together
/// do not retry together.
package struct RetryPolicy: Sendable, Hashable {
    /// Calls in total, the first included; at least 1.
    package var attempts: Int
    /// Calls in all if the failures are ``ProviderError/Failure/unusable``. The provider did its work and would be paid for it
    /// again, so only one more call is spent on a better answer.
    package var unusableAttempts: Int
    /// Calls in all that end with ``ProviderError/Failure/timeout``.
    package var timeoutAttempts: Int
    /// The first wait is random between 0 and this, the next between 0 and twice this, and so on.
    package var base: Duration
    /// The longest wait that is drawn at random.
    package var cap: Duration
    /// A provider that asks for a longer wait than this is not called again.
    package var longestRetryAfter: Duration
    /// How long a provider that reports its start is called again. These calls do not count as attempts: models take
    /// seconds or minutes to load.
    package var longestStart = Duration.seconds(300)
    /// The longest wait for a provider that is starting.
    private static let startCap = Duration.seconds(5)

    package init(
        attempts: Int = 4, unusableAttempts: Int = 2, timeoutAttempts: Int = .max,
        base: Duration = .milliseconds(500), cap: Duration = .seconds(30), longestRetryAfter: Duration = .seconds(60)
    ) {
        self.timeoutAttempts = max(1, timeoutAttempts)
        self.attempts = max(1, attempts)
        self.unusableAttempts = max(1, unusableAttempts)
        self.base = max(.zero, base)
        self.cap = max(.zero, cap)
        self.longestRetryAfter = max(.zero, longestRetryAfter)
    }

    /// One call without a retry.
    package static let never = RetryPolicy(attempts: 1)

    /// The same policy for a provider with a fallback: a call that has hung until its deadline is not retried while the
    /// fallback may answer. Nor is a provider that is starting.
    package var withFallback: RetryPolicy {
        var policy = self
        policy.timeoutAttempts = 1
        policy.longestStart = .zero
        return policy
    }

    /// The longest wait that a provider may ask for if it has a fallback and a person listens. It is as long as the random
    /// waits before the last attempt may be, and about as long as most utterances. So the utterances after it need not wait for
    /// this one. The fallback has answered by then.
    package static let longestRetryAfterForListener = Duration.seconds(2)

    /// The same policy for a call that a listener waits for and that may fall back to another provider at once. A failed call
    /// is retried once, because the failure may be momentary. If the provider asks for a longer wait than
    /// ``longestRetryAfterForListener``, the call is not retried.
    package var forListener: RetryPolicy {
        var policy = self
        policy.attempts = min(attempts, 2)
        policy.longestRetryAfter = min(longestRetryAfter, Self.longestRetryAfterForListener)
        return policy
    }

    /// The wait after a failed attempt, or nil if it is the last one.
    ///
    /// - Parameters:
    ///   - attempt: which attempt failed, from 1, without those that ended with ``ProviderError/Failure/starting``.
    ///   - unusable: how many attempts so far, this one included, gave an unusable answer.
    ///   - timeouts: how many attempts timed out.
    ///   - start: how long the provider has said that it is starting.
    ///   - random: from 0 up to, not including, 1.
    package func wait(
        after error: ProviderError, attempt: Int, unusable: Int, timeouts: Int = 0, start: Duration = .zero,
        random: () -> Double
    ) -> Duration? {
        guard error.failure.isRetryable, attempts > 1, attempt < attempts else { return nil }
        if error.failure == .starting, start >= longestStart { return nil }
        if error.failure == .unusable, unusable >= unusableAttempts { return nil }
        if error.failure == .timeout, timeouts >= timeoutAttempts { return nil }
        let asked = error.retryAfter ?? .zero
        guard asked <= longestRetryAfter else { return nil }
        // As long again as it has taken so far: a model that loads for minutes need not be called every second.
        if error.failure == .starting { return max(asked, min(Self.startCap, max(start, .milliseconds(500)))) }
        return max(asked, ceiling(after: attempt) * min(1, max(0, random())))
    }

    /// base · 2^(attempt − 1), at most the cap.
    private func ceiling(after attempt: Int) -> Duration {
        var ceiling = base
        for _ in 1..<max(1, attempt) where ceiling < cap { ceiling = ceiling * 2 }
        return min(ceiling, cap)
    }
}
