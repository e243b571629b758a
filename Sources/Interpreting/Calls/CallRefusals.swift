internal import Plumbing
package import Providers

/// The reasons for which a call is not made.
extension ProviderError {
    /// - Parameters:
    ///   - cost: the cost estimate of the call.
    ///   - limit: what the run may cost.
    static func tooExpensive(
        _ stage: Stage, _ provider: ProviderDescriptor, cost: Money, limit: Money
    ) -> ProviderError {
        ProviderError(
            .unaffordable, stage: stage, provider: provider.name,
            "the cost limit of this run is \(limit), and this call could exceed it",
            cure: cost > limit
                ? "the call alone may cost \(cost): resume it with a higher --max-cost"
                : "resume it: --max-cost applies to each run separately")
    }

    /// The user of the run has spent what may be spent in a day.
    package static func usedUp(_ stage: Stage, _ provider: ProviderDescriptor) -> ProviderError {
        ProviderError(
            .unaffordable, stage: stage, provider: provider.name,
            "this call could exceed the cost limit of the day", cure: "continue tomorrow")
    }

    /// - Parameter wait: the time for which the provider would refuse the call.
    static func heldBack(_ stage: Stage, _ provider: ProviderDescriptor, for wait: Duration) -> ProviderError {
        ProviderError(
            .throttled, stage: stage, provider: provider.name,
            "it has requested a pause, which lasts another \(Int64(wait.seconds.rounded(.up))) s", retryAfter: wait)
    }

    /// - Parameter reason: why the provider is not called any more, as a clause.
    static func notCalled(_ stage: Stage, _ provider: ProviderDescriptor, _ reason: String) -> ProviderError {
        ProviderError(.unavailable, stage: stage, provider: provider.name, reason, cure: "resume it")
    }

    static func outOfTime(_ stage: Stage, _ provider: ProviderDescriptor) -> ProviderError {
        ProviderError(
            .timeout, stage: stage, provider: provider.name, "the utterance has reached its deadline",
            cure: "raise pipeline.utterance-deadline")
    }
}
