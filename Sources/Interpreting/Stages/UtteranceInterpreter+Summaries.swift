internal import Conversations
internal import Guards
internal import Language
internal import Plumbing
internal import Providers

extension UtteranceInterpreter {
    /// How long the calls for one summary may take together while nobody waits for it, and how long a provider may ask to be
    /// left alone.
    static let patience = Duration.seconds(10)
    private static let longestPause = Duration.seconds(1)
    /// One more call where the first has failed.
    private static let attempts = 2

    /// What was said before an utterance's earlier pairs, in few words; nil where that is not known.
    func summary(for work: Work) async throws -> String? {
        try await windows.summaries?.summary(for: work.utterance.sequence) { try await work.journal.flush() }
    }

    /// Makes summaries as they are needed, until the last utterance is done. What has been begun is seen through: it is paid
    /// for.
    ///
    /// - Throws: only what ends the whole conversation. A summary that cannot be had does not.
    func keepSummaries() async throws {
        guard let summaries = windows.summaries, let summarizer = providers.translators.first.summarizer else { return }
        defer { summaries.close() }
        while let (block, previous) = try await summaries.next() {
            summaries.settle(block, try await summary(of: block, previous, by: summarizer, in: summaries))
        }
    }

    /// The summary of a block, stored before anybody is given it.
    ///
    /// A failure is stored, too: what the translations behind it are given is then the same in every run, and no later run pays
    /// for what nobody may be given any more. Only where money was short, or the provider refuses the key, the run that goes
    /// on with the conversation tries again.
    private func summary(
        of block: SummaryBlocks.Block, _ previous: String?, by summarizer: any ConversationSummarizer,
        in summaries: RollingSummaries
    ) async throws -> String? {
        let link = providers.translators.links[0]
        let id = UtteranceID(conversation: conversation.id, sequence: block.last)
        let request = SummaryRequest(
            pair: conversation.settings.pair, previous: previous, pairs: block.pairs,
            context: CallContext(conversation: conversation.id.rawValue, utterance: block.last))
        // The utterance is settled, so it makes no more attempts at its translation.
        let journal = UtteranceJournal(
            utterance: id, lastAttempts: try await store.utterance(id)?.lastAttempts ?? [:], deadline: Self.patience,
            store: store)
        defer { journal.releasePlaces() }
        let key = ContentKey.summary(request, provider: summarizer.descriptor)
        let answered = Locked<StageTiming?>(nil)
        // One of its own rather than waiting for an equal one, as listeners wait for it a second at most.
        let stage = StageJournal(
            stage: .translation, key: key, in: journal, limiter: limiters[.translation]?[0] ?? Limiter(limit: 1),
            pace: link.pace, calls: CallsUnderWay(), hedge: .alone, longestWait: Self.longestPause, budget: budget,
            purpose: .summary,
            part: { timing in answered.withLock { $0 = timing } }, time: time)
        let began = time.now()
        do {
            // Refused for the key or the money: that may be another day.
            if link.breaker.standing == .refusing { return nil }
            guard link.breaker.standing == .ready else { throw SummaryIsOut() }
            let isOverdue = Locked(false)
            let patient = TimeSource(
                now: time.now,
                sleep: { [time] limit in
                    if try await summaries.patience(of: limit, time: time) { isOverdue.withLock { $0 = true } }
                }, wallClockMilliseconds: time.wallClockMilliseconds)
            let recorded = RecordedSummarizer(
                base: summarizer, price: providers.translators.first.capabilities.price, journal: stage,
                limit: min(limit(.translation), Self.patience), time: patient)
            let policy = RetryPolicy(attempts: Self.attempts, longestRetryAfter: Self.longestPause)
            let summary = try await Retry(policy, time: time, limit: Self.patience, budget: link.retries)
                .run(request.context) { _ in
                    do {
                        return try await recorded.summarize(request)
                    } catch is ProviderError where isOverdue.withLock({ $0 }) {
                        throw SummaryIsOut()
                    }
                }
            if let timing = answered.withLock({ $0 }) {
                journal.conclude(with: .summarized(id, key, summary.stored, timing))
            }
            try await journal.flush()
            return summary.text
        } catch let error as ProviderError where error.failure.isOfAccount {
            return nil
        } catch let error where (error is ProviderError || error is SummaryIsOut) && !Task.isCancelled {
            let timing = StageTiming(
                stage: .translation, queuedMilliseconds: 0, firstPartialMilliseconds: nil,
                totalMilliseconds: (time.now() - began).milliseconds, reused: false,
                provider: summarizer.descriptor.name, model: summarizer.descriptor.model, calls: 0)
            try await journal.commit([.summarized(id, key, nil, timing)])
            return nil
        } catch {
            // What was answered is kept even where the run ends here.
            await Task { try? await journal.flush() }.value
            throw error
        }
    }
}

/// The provider is down, or somebody has waited long enough: it is not asked for something that can be done without.
private struct SummaryIsOut: Error {}

/// A summarizer whose calls wait for their turn, are written down and have a deadline.
private struct RecordedSummarizer: Sendable {
    let base: any ConversationSummarizer
    let price: Price?
    let journal: StageJournal
    let limit: Duration
    let time: TimeSource

    func summarize(_ request: SummaryRequest) async throws -> Summary {
        let characters = request.pairs.reduce(request.previous?.unicodeScalars.count ?? 0) {
            $0 + $1.source.unicodeScalars.count + $1.translation.unicodeScalars.count
        }
        return try await journal.record(
            of: base.descriptor, charging: price, for: UsageForecast.summary(characters: characters), limit: limit
        ) { limit in
            var summary = try await CallDeadline(limit, time: time).run(
                stage: .translation, provider: base.descriptor.name
            ) { try await base.summarize(request) }
            summary.text = SummaryGuard.cleaned(summary.text)
            if let problem = SummaryGuard.problem(with: summary.text, of: request) {
                throw ProviderError(
                    .unusable, stage: .translation, provider: base.descriptor.name, problem, usage: summary.usage)
            }
            return summary
        } as: {
            .translation($0.stored)
        } reusing: { finished in
            guard case .translation(let kept) = finished else { return nil }
            return Summary(text: kept.text, usage: kept.usage)
        }
    }
}

extension Summary {
    /// As it is kept, among the translations.
    fileprivate var stored: Translation { Translation(text: text, language: .en, usage: usage) }
}

extension ProviderError.Failure {
    /// Whether it says something of the account, the set-up or the money, and nothing of what was asked.
    fileprivate var isOfAccount: Bool {
        switch self {
        case .quota, .unauthorized, .rejected, .missing, .unaffordable: true
        case .transient, .throttled, .starting, .timeout, .unusable, .unsupported, .tooLarge, .unavailable: false
        }
    }
}
