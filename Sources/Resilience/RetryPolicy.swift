public import Providers

/// How often and after which waits a failed call is made again.
///
/// The numbers are those most providers recommend: exponential backoff with full jitter, so that callers who failed
/// together do not come back together.
public struct RetryPolicy: Sendable, Hashable {
    /// Calls in all, the first included; at least 1.
    public var attempts: Int
    /// Calls in all where the failures are ``ProviderError/Failure/unusable``: the provider did its work and would be
    /// paid for it again, so one more call is all that is spent on a better answer.
    public var unusableAttempts: Int
    /// Calls in all that end with ``ProviderError/Failure/timeout``.
    public var timeoutAttempts: Int
    /// The first wait is random between 0 and this, the next between 0 and twice this, and so on.
    public var base: Duration
    /// No wait drawn at random is longer.
    public var cap: Duration
    /// A provider that asks for a longer wait than this is not called again.
    public var longestRetryAfter: Duration
    /// How long a provider that says that it is starting is asked again, which counts as no attempt: models take seconds or
    /// minutes to load.
    public var longestStart = Duration.seconds(300)
    /// No wait for one that is starting is longer.
    private static let startCap = Duration.seconds(5)

    public init(
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

    /// One call and no more.
    public static let never = RetryPolicy(attempts: 1)

    /// The same for a provider behind which another one stands: one that hangs has taken its time, and is not waited for again
    /// while somebody else may answer. Nor is one that is starting.
    public var withStandIn: RetryPolicy {
        var policy = self
        policy.timeoutAttempts = 1
        policy.longestStart = .zero
        return policy
    }

    /// The longest that a provider may ask for where another one stands behind it and somebody listens: as long as the random
    /// waits before the last attempt may be, and about as long as most utterances are, so that those behind need not wait for
    /// this one. Whoever is asked instead has answered by then.
    public static let longestListenedRetryAfter = Duration.seconds(2)

    /// The same for a call that somebody waits for who may have another provider's answer at once: what fails is called once
    /// more, for the failure of a moment, and what asks to be left alone for longer than ``longestListenedRetryAfter`` is.
    public var listenedTo: RetryPolicy {
        var policy = self
        policy.attempts = min(attempts, 2)
        policy.longestRetryAfter = min(longestRetryAfter, Self.longestListenedRetryAfter)
        return policy
    }

    /// The wait after a failed attempt, or nil where there is to be no other.
    ///
    /// - Parameters:
    ///   - attempt: which attempt failed, from 1, without those that ended with ``ProviderError/Failure/starting``.
    ///   - unusable: how many attempts so far, this one included, gave an unusable answer.
    ///   - timeouts: how many ran out of time.
    ///   - start: how long it has been said that the provider is starting.
    ///   - random: from 0 up to, not including, 1.
    public func wait(
        after error: ProviderError, attempt: Int, unusable: Int, timeouts: Int = 0, start: Duration = .zero,
        random: () -> Double
    ) -> Duration? {
        guard error.failure.isRetryable, attempts > 1, attempt < attempts else { return nil }
        if error.failure == .starting, start >= longestStart { return nil }
        if error.failure == .unusable, unusable >= unusableAttempts { return nil }
        if error.failure == .timeout, timeouts >= timeoutAttempts { return nil }
        let asked = error.retryAfter ?? .zero
        guard asked <= longestRetryAfter else { return nil }
        // As long again as it has taken so far: what loads for minutes need not be asked every second.
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
