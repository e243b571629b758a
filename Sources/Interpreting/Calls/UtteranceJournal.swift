internal import Conversations
internal import Plumbing
internal import Providers

/// Records one utterance, so that it is neither lost nor paid for twice.
///
/// Whenever a crash happens, the store has the calls that were begun, the calls that were answered, and their answers.
///
/// A change is in one of three states:
///
/// * **Held.** The next change follows at once and shares a transaction with it. Examples are the utterance with its
///   first attempt, and an answer with the next stage's attempt. Held changes are written before every call and before
///   every wait. So a held change is never older than the few microseconds between an answer and the next call, and no
///   slot is kept while waiting.
/// * **Concluded.** No later call depends on it. A crash before it is written costs nothing, because the answer it refers to is
///   found under its key. It is written with the outcome, or before a wait.
/// * **Committed.** It is in the store. With it, the calls whose answers it holds release their concurrency slots.
final class UtteranceJournal: Sendable {
    private struct State {
        var held: [StoreChange] = []
        /// Release the slots of the calls whose answers are held.
        var releases: [@Sendable () -> Void] = []
        var concluded: [StoreChange] = []
        /// The time of each answer that became the utterance's, the latest one of each stage.
        var timings: [Stage: StageTiming] = [:]
        var lastAttempts: [Stage: Int]
        var spent = Duration.zero

        mutating func note(_ change: StoreChange) {
            if case .answered(_, _, let answer, let timing) = change { timings[answer.stage] = timing }
        }

        /// Takes the changes that are to be written now.
        mutating func take(concluded isWithConclusions: Bool) -> (
            changes: [StoreChange], releases: [@Sendable () -> Void]
        ) {
            if isWithConclusions {
                held += concluded
                concluded = []
            }
            defer { (held, releases) = ([], []) }
            return (held, releases)
        }
    }

    let utterance: UtteranceID
    let store: any ContentStore
    private let deadline: Duration
    private let state: Locked<State>

    /// - Parameters:
    ///   - lastAttempts: the highest number of an attempt at each stage that the store has. It is not their count: a number
    ///     may have been given to a call that was replaced by finished work.
    ///   - deadline: how long the utterance's calls may take in total.
    init(utterance: UtteranceID, lastAttempts: [Stage: Int], deadline: Duration, store: any ContentStore) {
        self.utterance = utterance
        self.deadline = deadline
        self.store = store
        state = Locked(State(lastAttempts: lastAttempts))
    }

    // MARK: The time of the calls

    /// The time left for the utterance's calls.
    var remaining: Duration { deadline - state.withLock { $0.spent } }

    func spend(_ time: Duration) { state.withLock { $0.spent += time } }

    /// Makes calls that are not for this utterance alone, with their own deadline.
    func withSeparateDeadline<Result>(_ time: Duration, _ calls: () async throws -> Result) async rethrows -> Result {
        let before = state.withLock { state in
            defer { state.spent = deadline - time }
            return state.spent
        }
        defer { state.withLock { $0.spent = before } }
        return try await calls()
    }

    /// One for each stage that was given an answer, in the order of the stages.
    var timings: [StageTiming] {
        let timings = state.withLock { $0.timings }
        return Stage.allCases.compactMap { timings[$0] }
    }

    func nextAttempt(of stage: Stage) -> AttemptID {
        let number = state.withLock { state in
            state.lastAttempts[stage, default: 0] += 1
            return state.lastAttempts[stage, default: 1]
        }
        return AttemptID(utterance: utterance, stage: stage, number: number)
    }

    // MARK: Changes

    /// Holds changes for the next transaction, all for the same one.
    ///
    /// - Parameter release: releases the slot of the call whose answer they are. That happens when the answer is committed, not
    ///   when it comes: so a crash never repeats more calls than may run at once.
    func hold(_ changes: [StoreChange], until release: (@Sendable () -> Void)? = nil) {
        state.withLock { state in
            state.held += changes
            for change in changes { state.note(change) }
            if let release { state.releases.append(release) }
        }
    }

    /// Concludes a change that no later call depends on.
    func conclude(_ change: StoreChange) {
        state.withLock { state in
            state.concluded.append(change)
            state.note(change)
        }
    }

    /// Makes an answer that of the utterance.
    func conclude<Answer>(_ recorded: Recorded<Answer>) {
        conclude(.answered(utterance, recorded.key, recorded.stored, recorded.timing))
    }

    /// Commits the held and the concluded changes, then these changes, in this order.
    func commit(_ changes: [StoreChange]) async throws {
        try await write(concluded: true) { kept in
            guard !kept.isEmpty || !changes.isEmpty else { return }
            try await store.commit(kept + changes)
        }
    }

    /// Commits everything kept.
    func flush() async throws { try await commit([]) }

    /// Commits what is held and begins an attempt, unless finished work takes its place.
    func begin(_ attempt: Attempt) async throws -> StageAnswer? {
        try await write(concluded: false) { held in try await store.begin(attempt, after: held) }
    }

    /// Releases the slots that are still kept. Called at the end of the utterance, in case the store has failed.
    func releaseSlots() {
        let releases = state.withLock { state in
            defer { state.releases = [] }
            return state.releases
        }
        for release in releases { release() }
    }

    /// Changes that could not be committed are held again.
    private func write<Result>(
        concluded isWithConclusions: Bool, _ body: ([StoreChange]) async throws -> Result
    ) async throws -> Result {
        let (changes, releases) = state.withLock { $0.take(concluded: isWithConclusions) }
        do {
            let result = try await body(changes)
            for release in releases { release() }
            return result
        } catch {
            state.withLock { state in
                state.held = changes + state.held
                state.releases = releases + state.releases
            }
            throw error
        }
    }
}
