internal import Conversations
internal import Plumbing
internal import Providers

/// When the call of a stage was queued, made, and first answered.
struct CallTimes: Sendable {
    private let queuedSince: Duration
    private var firstCallAt: Duration?
    private var firstPartialAt: Duration?

    init(queuedSince: Duration) { self.queuedSince = queuedSince }

    /// Records that a call is made. Only the first of several counts.
    mutating func called(at now: Duration) { firstCallAt = firstCallAt ?? now }

    /// Records that a part of the answer has come. Only the first counts.
    mutating func partialArrived(at now: Duration) { firstPartialAt = firstPartialAt ?? now }

    /// The timing of an answer that has come now.
    func timing(_ stage: Stage, _ provider: ProviderDescriptor, at now: Duration) -> StageTiming {
        let called = firstCallAt ?? now
        return StageTiming(
            stage: stage, queuedMilliseconds: (called - queuedSince).milliseconds,
            firstPartialMilliseconds: firstPartialAt.map { ($0 - called).milliseconds },
            totalMilliseconds: (now - called).milliseconds, reused: false, provider: provider.name,
            model: provider.model)
    }

    /// The timing of finished work that replaces the call now.
    func reusedTiming(_ stage: Stage, _ provider: ProviderDescriptor, at now: Duration) -> StageTiming {
        StageTiming(
            stage: stage, queuedMilliseconds: ((firstCallAt ?? now) - queuedSince).milliseconds,
            firstPartialMilliseconds: nil, totalMilliseconds: 0, reused: true, provider: provider.name,
            model: provider.model)
    }
}
