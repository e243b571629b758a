internal import Conversations
internal import Language
internal import Plumbing

/// Decides on the utterances of a two-way conversation in their order, however they come in: what the next one is taken for
/// depends on who spoke before, and must not depend on which call was faster.
final class DirectionLine: Sendable {
    /// A decision that stands, and what it was made on.
    private struct Known {
        var decision: HeardDirection
        var evidence: DirectionTracker.Evidence?
    }

    private struct State {
        var tracker: DirectionTracker
        /// The next utterance to be decided on.
        var next = 1
        /// Settled ahead of their turn: nothing to be decided, or decided before.
        var early: [Int: Known?] = [:]
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        /// Why nothing is decided any more.
        var failure: (any Error)?
    }

    /// For what does not depend on what was said before.
    private let tracker: DirectionTracker
    private let state: Locked<State>

    init(_ tracker: DirectionTracker) {
        self.tracker = tracker
        state = Locked(State(tracker: tracker))
    }

    /// Whether an utterance seems to be in neither language, so that it is worth asking once more in each of them. This can
    /// be told before its turn, so that nobody waits for the questions who does not wait for the decision.
    func isOutside(_ evidence: DirectionTracker.Evidence) -> Bool { tracker.isOutside(evidence) }

    /// The decision on an utterance, when its turn has come. Every utterance before it is settled in bounded time.
    ///
    /// - Parameter waiting: called first where the others are not settled yet.
    /// - Throws: what `waiting` throws, or what the line ended with.
    func decide(
        _ sequence: Int, _ evidence: DirectionTracker.Evidence, waiting: () async throws -> Void
    ) async throws -> HeardDirection {
        if state.withLock({ $0.next < sequence }) { try await waiting() }
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                if state.next >= sequence || state.failure != nil { return true }
                state.waiting[sequence] = continuation
                return false
            }
            if ready { continuation.resume() }
        }
        let (decision, ready) = try state.withLock { state in
            if let failure = state.failure { throw failure }
            let decision = state.tracker.decide(evidence)
            return (decision, Self.advance(&state))
        }
        ready?.resume()
        return decision
    }

    /// The run ends in the middle of an utterance: nothing is decided any more. What comes behind that one would be decided
    /// without it, and stored so, and be another thing than it is when the conversation is gone on with.
    func end(with error: any Error) {
        let waiting = state.withLock { state in
            state.failure = state.failure ?? error
            defer { state.waiting = [:] }
            return state.waiting.values.map { $0 }
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Tells that nothing has to be decided on an utterance, or that it was before. Telling twice changes nothing.
    ///
    /// - Parameter evidence: what it was decided on, as far as that is still known.
    func settle(_ sequence: Int, _ decision: HeardDirection?, on evidence: DirectionTracker.Evidence? = nil) {
        let known = decision.map { Known(decision: $0, evidence: evidence) }
        let ready = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.failure == nil, sequence >= state.next, state.early[sequence] == nil else { return nil }
            guard sequence == state.next else {
                state.early[sequence] = .some(known)
                return nil
            }
            if let known { state.tracker.follow(known.decision, on: known.evidence) }
            return Self.advance(&state)
        }
        ready?.resume()
    }

    /// Goes on to the next utterance that is not settled.
    ///
    /// - Returns: whoever waits to have that one decided.
    private static func advance(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        state.next += 1
        while let early = state.early.removeValue(forKey: state.next) {
            if let early { state.tracker.follow(early.decision, on: early.evidence) }
            state.next += 1
        }
        return state.waiting.removeValue(forKey: state.next)
    }
}
