internal import Conversations
internal import Plumbing
internal import Providers

/// Writes down one utterance. This is what makes it neither lost nor paid for twice: whatever the moment of a crash, the
/// store tells which calls were begun, which were answered and what they answered.
///
/// An entry that leads straight to the next one is held until then, so that both share a transaction: the utterance with
/// its first attempt, an answer with the next stage's attempt. Whoever is about to wait flushes first, so that nobody waits
/// for a place while keeping another. And so what is held is never older than the few microseconds between an answer and the next call, and is never missing when a call is made.
final class UtteranceJournal: Sendable {
    private struct State {
        var held: [StoreChange] = []
        /// What waits for the answers that are held: it gives back the places of their calls.
        var places: [@Sendable () -> Void] = []
        /// Written with the outcome, or before a wait.
        var conclusions: [StoreChange] = []
        /// Conclusions that are not certain yet; nil while there are no such.
        var withheld: [StoreChange]?
        var lastAttempts: [Stage: Int]
        var spent = Duration.zero
    }

    let utterance: UtteranceID
    let store: any ConversationStore
    private let deadline: Duration
    private let state: Locked<State>

    /// - Parameters:
    ///   - lastAttempts: the highest number of an attempt at each stage that the store has, not their count: a number
    ///     may have been given to a call that was not made, because finished work took its place.
    ///   - deadline: how long the utterance's calls may take in all.
    init(utterance: UtteranceID, lastAttempts: [Stage: Int], deadline: Duration, store: any ConversationStore) {
        self.utterance = utterance
        self.deadline = deadline
        self.store = store
        state = Locked(State(lastAttempts: lastAttempts))
    }

    /// What is left of the time the utterance's calls may take.
    var remaining: Duration { deadline - state.withLock { $0.spent } }

    func spend(_ time: Duration) { state.withLock { $0.spent += time } }

    /// Makes calls that are not for this utterance alone, in a time of their own.
    func apart<Result>(_ time: Duration, _ calls: () async throws -> Result) async rethrows -> Result {
        let before = state.withLock { state in
            defer { state.spent = deadline - time }
            return state.spent
        }
        defer { state.withLock { $0.spent = before } }
        return try await calls()
    }

    func nextAttempt(of stage: Stage) -> AttemptID {
        let number = state.withLock { state in
            state.lastAttempts[stage, default: 0] += 1
            return state.lastAttempts[stage, default: 1]
        }
        return AttemptID(utterance: utterance, stage: stage, number: number)
    }

    /// Keeps entries for the next transaction, all for the same one.
    ///
    /// - Parameter release: where they are a call's answer, gives back the place that the call has. That happens when the
    ///   answer is committed, not when it comes: so a crash never repeats more calls than may run at once.
    func hold(_ changes: StoreChange..., until release: (@Sendable () -> Void)? = nil) { hold(changes, until: release) }

    func hold(_ changes: [StoreChange], until release: (@Sendable () -> Void)? = nil) {
        state.withLock { state in
            state.held += changes
            if let release { state.places.append(release) }
        }
    }

    /// Gives back the places still kept. The utterance's last act, for where the store has failed.
    func releasePlaces() {
        let places = state.withLock { state in
            defer { state.places = [] }
            return state.places
        }
        for release in places { release() }
    }

    /// An entry that belongs to a call nobody waits for any more.
    func holdLost(_ attempt: AttemptID, endedAt: Int64, mayHaveCost: Money) {
        hold(
            .attemptFailed(
                attempt, .timeout, message: "another provider was faster", endedAt: endedAt, mayHaveCost: mayHaveCost))
    }

    /// Keeps an entry that no later call depends on: a crash before it is written costs nothing, because the answer it
    /// refers to is found under its key. So it need not be written between two calls.
    func conclude(with change: StoreChange) {
        state.withLock { state in
            if state.withheld == nil { state.conclusions.append(change) } else { state.withheld?.append(change) }
        }
    }

    /// From now on conclusions are kept back, whatever is written in between: what they say may still change, and a run that
    /// goes on with the utterance must not find half of it. Calling it again changes nothing.
    func withholdConclusions() { state.withLock { $0.withheld = $0.withheld ?? [] } }

    /// What is kept back holds, and is written all at once.
    func releaseConclusions() {
        state.withLock { state in
            state.conclusions += state.withheld ?? []
            state.withheld = nil
        }
    }

    /// What is kept back was not all: whoever goes on with the utterance finds the answers it was made of, under their keys.
    func discardConclusions() { state.withLock { $0.withheld = nil } }

    /// Makes another answer of a stage's that is kept back, or the same with another timing.
    func amendWithheld(_ change: (inout ContentKey, inout StageAnswer, inout StageTiming) -> Void) {
        state.withLock { state in
            let last = state.withheld?.lastIndex { if case .answered = $0 { true } else { false } }
            guard let last, case .answered(let id, var key, var answer, var timing)? = state.withheld?[last] else {
                return
            }
            change(&key, &answer, &timing)
            state.withheld?[last] = .answered(id, key, answer, timing)
        }
    }

    /// Commits what is held and the changes, in this order.
    func commit(_ changes: [StoreChange]) async throws {
        state.withLock { state in
            state.held += state.conclusions
            state.conclusions = []
        }
        try await withHeld { held in
            guard !held.isEmpty || !changes.isEmpty else { return }
            try await store.commit(held + changes)
        }
    }

    /// Commits what is held and begins an attempt, unless finished work takes its place.
    func begin(_ attempt: Attempt) async throws -> StageAnswer? {
        try await withHeld { held in try await store.begin(attempt, after: held) }
    }

    /// What could not be committed is held again.
    private func withHeld<Result>(_ body: ([StoreChange]) async throws -> Result) async throws -> Result {
        let (held, places) = state.withLock { state in
            defer { (state.held, state.places) = ([], []) }
            return (state.held, state.places)
        }
        do {
            let result = try await body(held)
            for release in places { release() }
            return result
        } catch {
            state.withLock { state in
                state.held = held + state.held
                state.places = places + state.places
            }
            throw error
        }
    }

    /// Commits everything kept.
    func flush() async throws { try await commit([]) }
}
