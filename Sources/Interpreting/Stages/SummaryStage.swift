internal import Conversations
internal import Guards
internal import Language
internal import Plumbing
internal import Providers
internal import Resilience

/// Summarizes earlier parts of the conversation, at the same time as its utterances are interpreted.
struct SummaryStage: Sendable {
    /// The total time of the calls for one summary while no utterance waits for it. A server of the user's needs up to a
    /// minute for 600 tokens on a processor.
    static func patience(of translator: any Translator) -> Duration {
        translator.capabilities.isOwnServer ? .seconds(60) : .seconds(10)
    }

    /// The longest wait that a provider may ask for.
    private static let longestPause = Duration.seconds(1)
    /// The first call and one retry.
    private static let attempts = 2

    let calls: ProviderCalls
    /// Nil if nothing is summarized.
    let summaries: RollingSummaries?

    private var translator: any Translator { calls.providers.translators.first }
    private var patience: Duration { Self.patience(of: translator) }

    /// Makes summaries when they are needed, until the last utterance has ended. A call in flight is completed, because it is
    /// paid for. If a server of the user's is late once, it is asked for no more: it translates with the same processor.
    ///
    /// - Throws: only an error that ends the whole conversation. A missing summary does not.
    func run() async throws {
        guard let summaries, let summarizer = translator.summarizer else { return }
        defer { summaries.close() }
        while let (block, previous) = try await summaries.next() {
            let began = calls.time.now()
            let summary = try await summary(of: block, previous, by: summarizer, in: summaries)
            summaries.settle(block, summary)
            let isLate = summaries.isOverdue || calls.time.now() - began >= patience
            if summary == nil, isLate, translator.capabilities.isOwnServer { return }
        }
    }

    /// The summary of a block, stored before any translator is shown it.
    ///
    /// A failure is stored, too. So translations get the same in every run, and no later run pays for a summary that comes too
    /// late. A resumed run retries only if credit was short, or if the provider refused the key.
    private func summary(
        of block: SummaryBlocks.Block, _ previous: String?, by summarizer: any ConversationSummarizer,
        in summaries: RollingSummaries
    ) async throws -> String? {
        let id = UtteranceID(conversation: calls.conversation.id, sequence: block.last)
        let request = SummaryRequest(
            pair: calls.conversation.settings.pair, previous: previous, pairs: block.pairs,
            context: CallContext(conversation: calls.conversation.id.rawValue, utterance: block.last))
        // The utterance is settled, so its translation makes no attempts with these numbers.
        let journal = UtteranceJournal(
            utterance: id, lastAttempts: try await calls.store.utterance(id)?.lastAttempts ?? [:],
            deadline: patience, store: calls.store)
        defer { journal.releaseSlots() }
        let key = calls.store.keys.summary(request, provider: summarizer.descriptor)
        let began = calls.time.now()
        do {
            let breaker = calls.providers.translators.links[0].breaker
            // The key or the credit may be valid in a later run, so nothing is stored.
            if breaker.availability == .refusing { return nil }
            guard breaker.availability == .ready else { throw SummarySkipped() }
            let recorded = try await ask(request, of: summarizer, key, journal, in: summaries)
            journal.conclude(.summarized(id, key, recorded.answer.stored, recorded.timing))
            try await journal.flush()
            return recorded.answer.text
        } catch let error as ProviderError where error.failure.isOfAccount {
            return nil
        } catch let error where (error is ProviderError || error is SummarySkipped) && !Task.isCancelled {
            var timing = StageTiming(
                stage: .translation, queuedMilliseconds: 0, firstPartialMilliseconds: nil,
                totalMilliseconds: (calls.time.now() - began).milliseconds, reused: false,
                provider: summarizer.descriptor.name, model: summarizer.descriptor.model)
            timing.calls = 0
            try await journal.commit([.summarized(id, key, nil, timing)])
            return nil
        } catch {
            // Stores the answers so far.
            await Task { try? await journal.flush() }.value
            throw error
        }
    }

    // MARK: The call

    private func ask(
        _ request: SummaryRequest, of summarizer: any ConversationSummarizer, _ key: ContentKey,
        _ journal: UtteranceJournal, in summaries: RollingSummaries
    ) async throws -> Recorded<Summary> {
        let time = calls.time
        let link = calls.providers.translators.links[0]
        // An equal call is not awaited, because listeners wait at most a second for the summary.
        let stage = StageJournal(
            key,
            StageJournal.Terms(
                stage: .translation, limiter: calls.limiter(0, of: .translation), pace: link.pace,
                calls: CallsInFlight(), longestWait: Self.longestPause, budget: calls.budget,
                purpose: .summary, allowance: calls.control.allowance,
                progressed: { [progress = calls.progress] in progress.note() }),
            in: journal, time: time)
        let policy = RetryPolicy(attempts: Self.attempts, longestRetryAfter: Self.longestPause)
        return try await summarizer.calling { request, _ in
            do {
                return try await record(
                    request, of: summarizer, charging: link.provider.capabilities.price, in: summaries, stage)
            } catch is ProviderError where summaries.isOverdue {
                throw SummarySkipped()
            }
        }.retrying(Retry(policy, time: time, limit: patience, budget: link.retries)).answer(request)
    }

    private func record(
        _ request: SummaryRequest, of summarizer: any ConversationSummarizer, charging price: Price?,
        in summaries: RollingSummaries, _ journal: StageJournal
    ) async throws -> Recorded<Summary> {
        let descriptor = summarizer.descriptor
        let limit = min(calls.limit(.translation, patience), patience)
        let characters = request.pairs.reduce(request.previous?.unicodeScalars.count ?? 0) {
            $0 + $1.source.unicodeScalars.count + $1.translation.unicodeScalars.count
        }
        let planned = PlannedCall(
            provider: descriptor, price: price, forecast: UsageForecast.summary(characters: characters), limit: limit)
        return try await journal.record(planned) { limit in
            var summary = try await answer(to: request, by: summarizer, limit, in: summaries)
            summary.text = SummaryGuard.cleaned(summary.text)
            if let problem = SummaryGuard.problem(with: summary.text, of: request) {
                throw ProviderError(
                    .unusable, stage: .translation, provider: descriptor.name, problem, usage: summary.usage)
            }
            return summary
        } as: {
            .translation($0.stored)
        } reusing: { finished in
            guard case .translation(let kept) = finished else { return nil }
            return Summary(text: kept.text, usage: kept.usage)
        }
    }

    /// The summary, unless it takes longer than an utterance waits for it.
    ///
    /// - Throws: ``ProviderError`` of class `timeout` if it does.
    private func answer(
        to request: SummaryRequest, by summarizer: any ConversationSummarizer, _ limit: Duration,
        in summaries: RollingSummaries
    ) async throws -> Summary {
        let time = calls.time
        do {
            return try await withDeadline(
                after: { try await summaries.waitUntilOverdue(time: time) },
                { try await summarizer.deadline(limit, time: time).answer(request) })
        } catch is DeadlineExceeded {
            throw ProviderError(
                .timeout, stage: .translation, provider: summarizer.descriptor.name,
                "an utterance waited too long for the summary")
        }
    }
}

/// The provider is down, or an utterance has waited long enough. A summary is optional, so no further call is made.
private struct SummarySkipped: Error {}

extension Summary {
    /// The stored form, among the translations.
    fileprivate var stored: Translation { Translation(text: text, language: .en, usage: usage) }
}

extension ProviderError.Failure {
    /// Whether the account, the set-up or the credit is the cause, and not the request.
    fileprivate var isOfAccount: Bool {
        switch self {
        case .quota, .unauthorized, .rejected, .missing, .unaffordable: true
        case .transient, .throttled, .starting, .timeout, .unusable, .unsupported, .tooLarge, .unavailable: false
        }
    }
}
