internal import Conversations
internal import Plumbing
internal import Providers
internal import Resilience

/// How the stages call their providers: which, how often, how many at once, for how long and for how much.
struct ProviderCalls: Sendable {
    let conversation: Conversation
    let providers: ProviderSet
    let configuration: InterpreterConfiguration
    let budget: Budget
    /// Whether the end has been asked for, and why.
    let control: RunControl
    let store: any ConversationStore
    let time: TimeSource
    /// For each provider of a stage, how many calls it takes at once.
    private let limiters: [Stage: [Limiter]]

    init(
        _ conversation: Conversation, _ providers: ProviderSet, _ configuration: InterpreterConfiguration,
        budget: Budget, control: RunControl, store: any ConversationStore, time: TimeSource
    ) {
        self.conversation = conversation
        self.providers = providers
        self.configuration = configuration
        self.budget = budget
        self.control = control
        self.store = store
        self.time = time
        let ownLimits: [Stage: [Int?]] = [
            .recognition: providers.recognizers.providers.map(\.capabilities.maximumConcurrency),
            .translation: providers.translators.providers.map(\.capabilities.maximumConcurrency),
            .synthesis: providers.synthesizers?.providers.map(\.capabilities.maximumConcurrency) ?? [],
        ]
        limiters = Dictionary(
            uniqueKeysWithValues: ownLimits.map { stage, limits in
                let limit = configuration.concurrency[stage] ?? 1
                return (stage, limits.map { Limiter(limit: min(limit, $0 ?? .max)) })
            })
    }

    /// The first answer of the stage's providers. They are called one after the other, or two at once if hedging is asked for.
    ///
    /// - Parameter begun: the place of a provider that goes on with what it has begun: no other one competes with it.
    func firstAnswer<Provider: Sendable, Answer: Sendable>(
        of chain: ProviderChain<Provider>, _ stage: Stage, from begun: Int? = nil, isFinished: Bool = false,
        unless mark: DeliveryMark? = nil,
        _ call: @escaping @Sendable (ProviderCall<Provider>) async throws -> Answer
    ) async throws -> Answer {
        let failures = Locked<[ProviderError]>([])
        let noted: @Sendable (Int, HedgedCall) async throws -> Answer = { place, hedge in
            do {
                return try await call(
                    ProviderCall(stage: stage, place: place, link: chain.links[place], hedge: hedge))
            } catch let error as ProviderError {
                failures.withLock { $0.append(error) }
                throw error
            }
        }
        let answer =
            if let delay = configuration.hedgeAfter[stage], chain.links.count > 1, begun == nil {
                try await chain.firstAnswer(hedgingAfter: delay, time: time, unless: mark) { try await noted($1, $2) }
            } else {
                try await chain.firstAnswer(from: begun, isFinished: isFinished, unless: mark) {
                    try await noted($1, .alone)
                }
            }
        for error in failures.withLock({ $0 }) {
            CallWatch.current?.note(.replaced(stage, provider: error.provider, error.failure))
        }
        return answer
    }

    func context(of utterance: Utterance) -> CallContext {
        CallContext(conversation: conversation.id.rawValue, utterance: utterance.sequence)
    }

    /// How long one call of a stage may take.
    func limit(_ stage: Stage) -> Duration { configuration.callDeadline[stage] ?? .seconds(60) }

    /// How often a provider is asked, and how long it is waited for. A recording waits as long as through an outage for the last
    /// provider, if that says when to come again; a listener gets the next provider's answer soon.
    func retryPolicy<Provider>(_ call: ProviderCall<Provider>) -> RetryPolicy {
        guard isLast(call.place, of: call.stage) else {
            let policy = configuration.retry.withStandIn
            let isOnlyHope = call.isPinned || conversation.isOfFile || !hasFallback(after: call.place, of: call.stage)
            return isOnlyHope ? policy : policy.listenedTo
        }
        var policy = configuration.retry
        policy.longestRetryAfter = max(policy.longestRetryAfter, configuration.outagePatience ?? .zero)
        return policy
    }

    /// How a call is made again. What the provider itself asks to wait is not the utterance's time. The breaker is told of the
    /// attempts, and a recording's utterance is kept through an outage of the last provider.
    func retry<Provider>(_ call: ProviderCall<Provider>, in journal: UtteranceJournal) -> Retry {
        let patience = isLast(call.place, of: call.stage) ? configuration.outagePatience : nil
        return Retry(
            retryPolicy(call), time: time, limit: journal.remaining + (patience ?? .zero), budget: call.link.retries,
            outage: OutagePatience(
                call.link.breaker, patience: patience,
                isStopped: { [control] in control.isDraining }, isGivenUp: { [control] in control.outage != nil },
                isUnattended: { [control] in control.isUnattended }))
    }

    /// The journal of a question to a provider.
    ///
    /// - Parameter key: what its answer is stored under.
    func journal<Provider>(
        _ call: ProviderCall<Provider>, _ key: ContentKey, in journal: UtteranceJournal
    ) -> StageJournal {
        StageJournal(
            key,
            StageJournal.Terms(
                stage: call.stage, limiter: limiter(call.place, of: call.stage), pace: call.link.pace,
                calls: call.link.calls, hedge: call.hedge, longestWait: retryPolicy(call).longestRetryAfter,
                budget: budget, reasonNotToCall: reasonNotToCall(call)),
            in: journal, time: time)
    }

    func limiter(_ place: Int, of stage: Stage) -> Limiter {
        let limiters = limiters[stage] ?? []
        return limiters.indices.contains(place) ? limiters[place] : Limiter(limit: 1)
    }

    private func isLast(_ place: Int, of stage: Stage) -> Bool { place >= (limiters[stage]?.count ?? 1) - 1 }

    private func hasFallback(after place: Int, of stage: Stage) -> Bool {
        switch stage {
        case .recognition: providers.recognizers.isReady(behind: place)
        case .translation: providers.translators.isReady(behind: place)
        case .synthesis: providers.synthesizers?.isReady(behind: place) ?? false
        }
    }

    /// Why a call whose turn has come is not made after all, as it would be in vain: a clause, or nil if it is made.
    private func reasonNotToCall<Provider>(_ call: ProviderCall<Provider>) -> @Sendable () -> String? {
        let hasFallback = !call.isPinned && !isLast(call.place, of: call.stage)
        return { [control, breaker = call.link.breaker] in
            if control.outage != nil, breaker.condition != .closed {
                return "the run ended before its turn came, as nobody answered any more"
            }
            return hasFallback && breaker.standing == .refusing
                ? "it had refused other calls before its turn came" : nil
        }
    }
}
