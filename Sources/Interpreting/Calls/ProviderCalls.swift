internal import Conversations
internal import Plumbing
internal import Providers
internal import Resilience

/// Makes the calls of all stages: chooses the provider, and applies retries, concurrency limits, deadlines and budget.
struct ProviderCalls: Sendable {
    let conversation: Conversation
    let providers: ProviderSet
    let configuration: InterpreterConfiguration
    let budget: Budget
    /// Whether the end of the run has been requested, and why.
    let control: RunControl
    let store: any ContentStore
    let time: TimeSource
    /// Finds out who speaks while the conversation is heard; nil if that is not asked, or was found out before.
    var persons: LivePersons?
    /// When the calls last came further.
    let progress: RunProgress
    /// For each provider of a stage, how many calls it takes at once.
    private let limiters: [Stage: [Limiter]]

    init(
        _ conversation: Conversation, _ providers: ProviderSet, _ configuration: InterpreterConfiguration,
        budget: Budget, control: RunControl, store: any ContentStore, time: TimeSource
    ) {
        self.conversation = conversation
        self.providers = providers
        self.configuration = configuration
        self.budget = budget
        self.control = control
        self.store = store
        self.time = time
        progress = RunProgress(time: time)
        func limiters<Provider>(
            _ stage: Stage, _ links: [ProviderChain<Provider>.Link], _ most: (Provider) -> Int?
        ) -> [Limiter] {
            links.map { link in
                let most = min(configuration.concurrency[stage] ?? 1, most(link.provider) ?? .max)
                return Limiter(limit: Self.findsConcurrency(link.provider) ? min(most, link.found.level) : most)
            }
        }
        self.limiters = [
            .recognition: limiters(.recognition, providers.recognizers.links, \.capabilities.maximumConcurrency),
            .translation: limiters(.translation, providers.translators.links, \.capabilities.maximumConcurrency),
            .synthesis: limiters(
                .synthesis, providers.synthesizers?.links ?? [], \.capabilities.maximumConcurrency),
        ]
    }

    /// The first answer of the stage's providers. They are called one after the other.
    ///
    /// - Parameter begun: the index of a provider that continues work it has begun.
    func firstAnswer<Provider: Sendable, Answer: Sendable>(
        of chain: ProviderChain<Provider>, _ stage: Stage, from begun: Int? = nil, isFinished: Bool = false,
        unless mark: DeliveryMark? = nil,
        _ call: @escaping @Sendable (ProviderCall<Provider>) async throws -> Answer
    ) async throws -> Answer {
        try await chain.firstAnswer(from: begun, isFinished: isFinished, unless: mark) { _, index in
            try await call(ProviderCall(stage: stage, index: index, link: chain.links[index]))
        }
    }

    /// The person that says an utterance; nil if that is not known.
    func person(of utterance: Utterance) -> Int? {
        persons.map { $0.person(of: utterance) } ?? conversation.person(of: utterance)
    }

    func context(of utterance: Utterance) -> CallContext {
        CallContext(conversation: conversation.id.rawValue, utterance: utterance.sequence)
    }

    /// How long one call of a stage may take: what a setting names, or what the provider needs if that is more than usual.
    ///
    /// - Parameter needed: what the provider needs; nil if that is the usual time.
    func limit(_ stage: Stage, _ needed: Duration?) -> Duration { configuration.limit(stage, needed: needed) }

    /// How long one utterance may take. Providers that need longer than usual for an answer get two of them.
    var utteranceLimit: Duration {
        guard !configuration.isUtteranceDeadlineNamed else { return configuration.utteranceDeadline }
        let needed = [
            providers.recognizers.links.compactMap(\.provider.capabilities.deadline).max(),
            providers.translators.links.compactMap(\.provider.capabilities.deadline).max(),
            providers.synthesizers?.links.compactMap(\.provider.capabilities.deadline).max(),
        ].compactMap(\.self).reduce(Duration.zero, +)
        return max(configuration.utteranceDeadline, needed * 2)
    }

    /// How often a provider is called, and how long a call waits for it. A recording waits for the last provider as
    /// long as an outage may last, if that provider asks for the wait. A listener soon gets the next provider's answer.
    func retryPolicy<Provider>(_ call: ProviderCall<Provider>) -> RetryPolicy {
        guard isLast(call.index, of: call.stage) else {
            let policy = configuration.retry.withFallback
            let isOnlyHope = call.isPinned || conversation.isOfFile || !hasFallback(after: call.index, of: call.stage)
            return isOnlyHope ? policy : policy.forListener
        }
        var policy = configuration.retry
        policy.longestRetryAfter = max(policy.longestRetryAfter, configuration.outagePatience ?? .zero)
        return policy
    }

    /// How a call is retried. The waits that the provider itself asks for do not count against the utterance's time. The
    /// breaker is notified of each failed attempt. A recording's utterance outlasts an outage of the last provider.
    func retry<Provider>(_ call: ProviderCall<Provider>, in journal: UtteranceJournal) -> Retry {
        let patience = isLast(call.index, of: call.stage) ? configuration.outagePatience : nil
        return Retry(
            retryPolicy(call), time: time, limit: journal.remaining + (patience ?? .zero), budget: call.link.retries,
            outage: OutagePatience(
                call.link.breaker, patience: patience,
                isStopped: { [control] in control.isDraining }, isGivenUp: { [control] in control.outage != nil },
                isUnattended: { [control] in control.isUnattended }, waits: { [progress] in progress.holdForOutage($0) }
            ))
    }

    /// The journal for one call of a provider.
    ///
    /// - Parameter key: the key of its stored answer.
    func journal<Provider>(
        _ call: ProviderCall<Provider>, _ key: ContentKey, in journal: UtteranceJournal
    ) -> StageJournal {
        StageJournal(
            key,
            StageJournal.Terms(
                stage: call.stage, limiter: limiter(call.index, of: call.stage), pace: call.link.pace,
                calls: call.link.calls, longestWait: retryPolicy(call).longestRetryAfter,
                budget: budget, reasonNotToCall: reasonNotToCall(call), allowance: control.allowance,
                found: Self.findsConcurrency(call.provider)
                    ? (call.link.found, configuration.concurrency[call.stage] ?? 1) : nil,
                progressed: { [progress] in progress.note() }, held: { [progress] in progress.hold(for: $0) }),
            in: journal, time: time)
    }

    /// Whether it has to be found out how many calls at once a provider answers well.
    private static func findsConcurrency(_ provider: some Sendable) -> Bool {
        (provider as? any SpeechRecognizer)?.capabilities.findsConcurrency
            ?? (provider as? any Translator)?.capabilities.findsConcurrency
            ?? (provider as? any SpeechSynthesizer)?.capabilities.findsConcurrency ?? false
    }

    func limiter(_ index: Int, of stage: Stage) -> Limiter {
        let limiters = limiters[stage] ?? []
        return limiters.indices.contains(index) ? limiters[index] : Limiter(limit: 1)
    }

    private func isLast(_ index: Int, of stage: Stage) -> Bool { index >= (limiters[stage]?.count ?? 1) - 1 }

    private func hasFallback(after index: Int, of stage: Stage) -> Bool {
        switch stage {
        case .recognition: providers.recognizers.isReady(after: index)
        case .translation: providers.translators.isReady(after: index)
        case .synthesis: providers.synthesizers?.isReady(after: index) ?? false
        }
    }

    /// Why a call whose turn has come would be useless and is not made, in a clause; nil if it is made.
    private func reasonNotToCall<Provider>(_ call: ProviderCall<Provider>) -> @Sendable () -> String? {
        let hasFallback = !call.isPinned && !isLast(call.index, of: call.stage)
        return { [control, breaker = call.link.breaker] in
            if control.outage != nil, breaker.condition != .closed {
                return "the run ended before this call began, because no provider answered any more"
            }
            return hasFallback && breaker.availability == .refusing
                ? "it refused other calls before this one began" : nil
        }
    }
}
