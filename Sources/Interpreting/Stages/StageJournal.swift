internal import Conversations
internal import Plumbing
internal import Providers

/// Writes down one stage of one utterance: an attempt before each call, the answer in one transaction after it.
///
/// This is what makes an utterance neither lost nor paid for twice: whatever the moment of a crash, the store tells which
/// calls were begun, which were answered and what they answered.
final class StageJournal: Sendable {
    private struct State {
        var attempts: Int
        var queuedSince: Duration
        var firstCallAt: Duration?
        var firstPartialAt: Duration?
    }

    let utterance: UtteranceID
    let stage: Stage
    let key: ContentKey
    private let store: any ConversationStore
    private let time: TimeSource
    private let state: Locked<State>

    /// - Parameter attempts: how many attempts earlier runs have made.
    init(
        utterance: UtteranceID, stage: Stage, key: ContentKey, attempts: Int, store: any ConversationStore,
        time: TimeSource
    ) {
        self.utterance = utterance
        self.stage = stage
        self.key = key
        self.store = store
        self.time = time
        state = Locked(State(attempts: attempts, queuedSince: time.now()))
    }

    /// Finished work under the same key, now this utterance's as well; nil where there is none.
    func reuse() async throws -> StageAnswer? {
        guard let answer = try await store.answer(for: key), answer.stage == stage else { return nil }
        let timing = StageTiming(
            stage: stage, queuedMilliseconds: 0, firstPartialMilliseconds: nil, totalMilliseconds: 0, reused: true)
        try await store.commit([
            .answered(utterance, key, answer, timing, attempt: nil, endedAt: time.wallClockMilliseconds())
        ])
        return answer
    }

    /// Makes one call between its two entries.
    ///
    /// A call that is cancelled leaves its attempt open: whether the provider did the work is not known.
    func record<Answer>(
        of provider: ProviderDescriptor, _ call: () async throws -> Answer,
        as stored: (Answer) async throws -> StageAnswer
    ) async throws -> Answer {
        let attempt = state.withLock { state in
            state.attempts += 1
            if state.firstCallAt == nil { state.firstCallAt = time.now() }
            return AttemptID(utterance: utterance, stage: stage, number: state.attempts)
        }
        try await store.commit([
            .attemptBegan(
                Attempt(id: attempt, provider: provider, key: key, startedAt: time.wallClockMilliseconds()))
        ])
        do {
            let answer = try await call()
            let change = StoreChange.answered(
                utterance, key, try await stored(answer), timing(), attempt: attempt,
                endedAt: time.wallClockMilliseconds())
            try await store.commit([change])
            return answer
        } catch let error as ProviderError {
            try await store.commit([
                .attemptFailed(
                    attempt, error.failure, message: error.message, endedAt: time.wallClockMilliseconds())
            ])
            throw error
        }
    }

    /// Notes that the first hypothesis, piece or audio has come.
    func partialArrived() {
        state.withLock { state in
            if state.firstPartialAt == nil { state.firstPartialAt = time.now() }
        }
    }

    private func timing() -> StageTiming {
        let now = time.now()
        return state.withLock { state in
            let called = state.firstCallAt ?? now
            return StageTiming(
                stage: stage, queuedMilliseconds: (called - state.queuedSince).milliseconds,
                firstPartialMilliseconds: state.firstPartialAt.map { ($0 - called).milliseconds },
                totalMilliseconds: (now - called).milliseconds, reused: false)
        }
    }
}
