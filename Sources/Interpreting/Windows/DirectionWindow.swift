internal import Conversations
internal import Language
internal import Plumbing

/// Decides on the utterances of a two-way conversation in their order, in whatever order they come in.
///
/// The decision on an utterance depends on the speaker before, and must not depend on which call was faster.
final class DirectionWindow: Sendable {
    /// A decision that stands, and its evidence.
    private struct Known {
        var decision: HeardDirection
        var evidence: DirectionTracker.Evidence?
    }

    /// For questions that do not depend on earlier utterances.
    private let original: DirectionTracker
    private let tracker: Locked<DirectionTracker>
    /// The last utterance whose decision the tracker follows.
    private let last: Locked<Int>
    /// Nil for an utterance that was decided here, or needs no decision.
    private let sequence: SettledSequence<Known?>

    init(_ tracker: DirectionTracker) {
        original = tracker
        let (following, last) = (Locked(tracker), Locked(0))
        (self.tracker, self.last) = (following, last)
        sequence = SettledSequence { number, known in
            guard let known else { return }
            following.withLock { $0.follow(known.decision, on: known.evidence) }
            last.withLock { $0 = max($0, number) }
        }
    }

    /// Whether an utterance seems to be in neither language, so that it should be recognized again in each of them.
    /// This can be answered before its turn, so only utterances that wait for the decision wait for the questions.
    func isOutside(_ evidence: DirectionTracker.Evidence) -> Bool { original.isOutside(evidence) }

    /// The decision on an utterance, when its turn has come. Every utterance before it is settled in bounded time.
    ///
    /// - Parameter waiting: called first if the others are not settled yet.
    /// - Throws: what `waiting` throws, or the error that the window was abandoned with.
    func decide(
        _ sequence: Int, _ evidence: DirectionTracker.Evidence, waiting: () async throws -> Void
    ) async throws -> HeardDirection {
        try await self.sequence.wait(through: sequence - 1, suspending: waiting)
        // Only this decision settles the utterance whose turn it is, so the tracker follows no other one in the
        // meantime.
        let decision = tracker.withLock { $0.decide(evidence) }
        if decision.pair != nil { last.withLock { $0 = max($0, sequence) } }
        self.sequence.settle(sequence, nil)
        return decision
    }

    /// A user has corrected a decision. If no later one stands, the utterances to come follow the corrected side.
    func correct(_ sequence: Int, _ decision: HeardDirection) {
        guard last.withLock({ $0 <= sequence }) else { return }
        tracker.withLock { $0.follow(decision) }
    }

    /// Settles an utterance that needs no decision, or was decided before. Only the first call counts.
    ///
    /// - Parameter evidence: the evidence of the decision, as far as that is still known.
    func settle(_ sequence: Int, _ decision: HeardDirection?, on evidence: DirectionTracker.Evidence? = nil) {
        self.sequence.settle(sequence, decision.map { Known(decision: $0, evidence: evidence) })
    }
}

extension DirectionWindow: UtteranceWindow {
    /// A direction that was given from outside, or decided by an earlier run, is known before anything is heard. Later
    /// utterances may begin to wait before this is called.
    func begin(_ input: UtteranceInput) {
        let utterance = input.utterance
        if let known = input.record?.heardDirection ?? utterance.givenDirection {
            settle(utterance.sequence, known, on: input.directionEvidence)
        }
    }

    func close(_ input: UtteranceInput, isLeftPending: Bool) {
        settle(input.utterance.sequence, input.record?.heardDirection)
    }

    /// A later utterance would be decided, and stored, without the one in which the run ends. A resumed run would decide
    /// otherwise.
    func abandon(with error: any Error) { sequence.abandon(with: error) }
}

extension UtteranceInput {
    /// The evidence that an earlier run has decided on; nil if nothing was recognized.
    var directionEvidence: DirectionTracker.Evidence? {
        record?.recognition.map { DirectionTracker.Evidence($0, expecting: utterance.direction.pair.from) }
    }
}

extension Utterance {
    /// The direction that later utterances follow, if the speaker was given; nil if it was not.
    var givenDirection: HeardDirection? {
        guard direction.isGiven else { return nil }
        return HeardDirection(pair: direction.pair, speaker: speaker, reason: .corrected, scores: [:], confidence: 1)
    }
}
