public import Plumbing
public import Providers

// The wrappers compose by being called one after the other. From the inside out:
//
//     recognizer.deadline(.seconds(60), time: time).limited(to: 4).retrying(RetryPolicy(), time: time)
//
// The deadline is the innermost, so that waiting for a concurrency slot does not count against it. Retry is the outermost, so
// that no slot is held while a call waits for its retry. There is one of each around a provider.

extension SpeechRecognizer {
    /// Cancels each call that exceeds the limit, with a failure of class `timeout`.
    public func deadline(_ limit: Duration, time: TimeSource) -> DeadlineRecognizer {
        DeadlineRecognizer(base: self, deadline: CallDeadline(limit, time: time))
    }

    /// Limits concurrent calls with this limiter, which may be shared.
    public func limited(by limiter: Limiter) -> LimitedRecognizer {
        LimitedRecognizer(base: self, limiter: limiter)
    }

    /// Limits concurrent calls to this number, or to what the recognizer can take if that is less.
    public func limited(to limit: Int) -> LimitedRecognizer {
        limited(by: Limiter(limit: min(limit, capabilities.maximumConcurrency ?? .max)))
    }

    /// Retries failed calls, as far as the budget goes, or through an outage.
    ///
    /// If `limit` is given, calls are retried only within that time of the first.
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
    /// Cancels each call that exceeds the limit, with a failure of class `timeout`.
    public func deadline(_ limit: Duration, time: TimeSource) -> DeadlineTranslator {
        DeadlineTranslator(base: self, deadline: CallDeadline(limit, time: time))
    }

    /// Limits concurrent calls with this limiter, which may be shared.
    public func limited(by limiter: Limiter) -> LimitedTranslator {
        LimitedTranslator(base: self, limiter: limiter)
    }

    /// Limits concurrent calls to this number, or to what the translator can take if that is less.
    public func limited(to limit: Int) -> LimitedTranslator {
        limited(by: Limiter(limit: min(limit, capabilities.maximumConcurrency ?? .max)))
    }

    /// Retries failed calls, as far as the budget goes, or through an outage.
    ///
    /// If `limit` is given, calls are retried only within that time of the first.
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
    /// Cancels each call that exceeds the limit, with a failure of class `timeout`.
    public func deadline(_ limit: Duration, time: TimeSource) -> DeadlineSynthesizer {
        DeadlineSynthesizer(base: self, deadline: CallDeadline(limit, time: time))
    }

    /// Limits concurrent calls with this limiter, which may be shared.
    public func limited(by limiter: Limiter) -> LimitedSynthesizer {
        LimitedSynthesizer(base: self, limiter: limiter)
    }

    /// Limits concurrent calls to this number, or to what the synthesizer can take if that is less.
    public func limited(to limit: Int) -> LimitedSynthesizer {
        limited(by: Limiter(limit: min(limit, capabilities.maximumConcurrency ?? .max)))
    }

    /// Retries failed calls, as far as the budget goes, or through an outage.
    ///
    /// If `limit` is given, calls are retried only within that time of the first. Once some of the audio has been heard, they
    /// are retried as `pinned` says.
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
