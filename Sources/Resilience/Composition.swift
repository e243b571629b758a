public import Plumbing
public import Providers

// The wrappers compose by being called one after the other. From the inside out:
//
//     recognizer.deadline(.seconds(60), time: time).limited(to: 4).retrying(RetryPolicy(), time: time)
//
// The deadline is the innermost, so that waiting for one's turn does not count against it, and retry the outermost, so
// that nobody's place is kept while waiting to try again. There is one of each around a provider.

extension SpeechRecognizer {
    /// Gives each call up after a while, with a failure of class `timeout`.
    public func deadline(_ limit: Duration, time: TimeSource) -> DeadlineRecognizer {
        DeadlineRecognizer(base: self, deadline: CallDeadline(limit, time: time))
    }

    /// Lets as many calls run at once as the limiter, which may be shared, has places for.
    public func limited(by limiter: Limiter) -> LimitedRecognizer {
        LimitedRecognizer(base: self, limiter: limiter)
    }

    /// Lets at most so many calls run at once, or as many as the recognizer can take where that is fewer.
    public func limited(to limit: Int) -> LimitedRecognizer {
        limited(by: Limiter(limit: min(limit, capabilities.maximumConcurrency ?? .max)))
    }

    /// Makes failed calls again, where `limit` is given only within that time of the first, as far as the budget goes, or through an outage.
    public func retrying(
        _ policy: RetryPolicy, time: TimeSource, limit: Duration? = nil, budget: RetryBudget? = nil,
        outage: OutagePatience? = nil, random: @escaping @Sendable () -> Double = Retry.systemRandom,
        report: (@Sendable (RetryNotice) -> Void)? = nil
    ) -> RetryingRecognizer {
        RetryingRecognizer(
            base: self,
            retry: Retry(
                policy, time: time, limit: limit, budget: budget, outage: outage, random: random, report: report))
    }
}

extension Translator {
    /// Gives each call up after a while, with a failure of class `timeout`.
    public func deadline(_ limit: Duration, time: TimeSource) -> DeadlineTranslator {
        DeadlineTranslator(base: self, deadline: CallDeadline(limit, time: time))
    }

    /// Lets as many calls run at once as the limiter, which may be shared, has places for.
    public func limited(by limiter: Limiter) -> LimitedTranslator {
        LimitedTranslator(base: self, limiter: limiter)
    }

    /// Lets at most so many calls run at once, or as many as the translator can take where that is fewer.
    public func limited(to limit: Int) -> LimitedTranslator {
        limited(by: Limiter(limit: min(limit, capabilities.maximumConcurrency ?? .max)))
    }

    /// Makes failed calls again, where `limit` is given only within that time of the first, as far as the budget goes, or through an outage.
    public func retrying(
        _ policy: RetryPolicy, time: TimeSource, limit: Duration? = nil, budget: RetryBudget? = nil,
        outage: OutagePatience? = nil, random: @escaping @Sendable () -> Double = Retry.systemRandom,
        report: (@Sendable (RetryNotice) -> Void)? = nil
    ) -> RetryingTranslator {
        RetryingTranslator(
            base: self,
            retry: Retry(
                policy, time: time, limit: limit, budget: budget, outage: outage, random: random, report: report))
    }
}

extension SpeechSynthesizer {
    /// Gives each call up after a while, with a failure of class `timeout`.
    public func deadline(_ limit: Duration, time: TimeSource) -> DeadlineSynthesizer {
        DeadlineSynthesizer(base: self, deadline: CallDeadline(limit, time: time))
    }

    /// Lets as many calls run at once as the limiter, which may be shared, has places for.
    public func limited(by limiter: Limiter) -> LimitedSynthesizer {
        LimitedSynthesizer(base: self, limiter: limiter)
    }

    /// Lets at most so many calls run at once, or as many as the synthesizer can take where that is fewer.
    public func limited(to limit: Int) -> LimitedSynthesizer {
        limited(by: Limiter(limit: min(limit, capabilities.maximumConcurrency ?? .max)))
    }

    /// Makes failed calls again, where `limit` is given only within that time of the first, as far as the budget goes, or through an outage;
    /// as `pinned` says once something of the audio has been heard.
    public func retrying(
        _ policy: RetryPolicy, time: TimeSource, limit: Duration? = nil, budget: RetryBudget? = nil,
        outage: OutagePatience? = nil, pinned: Retry.Pinned? = nil,
        random: @escaping @Sendable () -> Double = Retry.systemRandom,
        report: (@Sendable (RetryNotice) -> Void)? = nil
    ) -> RetryingSynthesizer {
        var retry = Retry(
            policy, time: time, limit: limit, budget: budget, outage: outage, random: random, report: report)
        retry.pinned = pinned
        return RetryingSynthesizer(base: self, retry: retry)
    }
}
