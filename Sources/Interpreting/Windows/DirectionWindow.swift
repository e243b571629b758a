internal import Conversations
internal import Language
internal import Plumbing

/// Decides on the utterances of a two-way conversation in their order, however they come in: what the next one is taken for
/// depends on who spoke before, and must not depend on which call was faster.
final class DirectionWindow: Sendable {
    /// A decision that stands, and what it was made on.
    private struct Known {
        var decision: HeardDirection
        var evidence: DirectionTracker.Evidence?
    }

    /// For what does not depend on what was said before.
    private let original: DirectionTracker
    private let tracker: Locked<DirectionTracker>
    /// Nil for what was decided here, or needs no decision.
    private let sequence: SettledSequence<Known?>

    init(_ tracker: DirectionTracker) {
        original = tracker
        let following = Locked(tracker)
        self.tracker = following
        sequence = SettledSequence { _, known in
            if let known { following.withLock { $0.follow(known.decision, on: known.evidence) } }
        }
    }

    /// Whether an utterance seems to be in neither language, so that it is worth asking once more in each of them. This can
    /// be told before its turn, so that nobody waits for the questions who does not wait for the decision.
    func isOutside(_ evidence: DirectionTracker.Evidence) -> Bool { original.isOutside(evidence) }

    /// The decision on an utterance, when its turn has come. Every utterance before it is settled in bounded time.
    ///
    /// - Parameter waiting: called first where the others are not settled yet.
    /// - Throws: what `waiting` throws, or what the line ended with.
    func decide(
        _ sequence: Int, _ evidence: DirectionTracker.Evidence, waiting: () async throws -> Void
    ) async throws -> HeardDirection {
        try await self.sequence.wait(through: sequence - 1, suspending: waiting)
        // Nothing but this decision settles the utterance whose turn it is, so the tracker follows no other meanwhile.
        let decision = tracker.withLock { $0.decide(evidence) }
        self.sequence.settle(sequence, nil)
        return decision
    }

    /// Settles an utterance on which nothing has to be decided, or was decided before. Only the first call counts.
    ///
    /// - Parameter evidence: what it was decided on, as far as that is still known.
    func settle(_ sequence: Int, _ decision: HeardDirection?, on evidence: DirectionTracker.Evidence? = nil) {
        self.sequence.settle(sequence, decision.map { Known(decision: $0, evidence: evidence) })
    }
}

extension DirectionWindow: UtteranceWindow {
    /// What was said from outside, or found out by an earlier run, is known before anything is heard. Those behind may be waited
    /// for before this is done.
    func begin(_ input: UtteranceInput) {
        let utterance = input.utterance
        if let known = input.record?.heardDirection ?? utterance.givenDirection {
            settle(utterance.sequence, known, on: input.directionEvidence)
        }
    }

    func close(_ input: UtteranceInput, isLeftPending: Bool) {
        settle(input.utterance.sequence, input.record?.heardDirection)
    }

    /// What comes behind an utterance that the run ends in would be decided without it, and stored so, and be another thing than
    /// it is when the conversation is gone on with.
    func abandon(with error: any Error) { sequence.abandon(with: error) }
}

extension UtteranceInput {
    /// What an earlier run has decided on; nil where nothing was recognized.
    var directionEvidence: DirectionTracker.Evidence? {
        record?.recognition.map { DirectionTracker.Evidence($0, expecting: utterance.direction.pair.from) }
    }
}

extension Utterance {
    /// Which way it goes, as those behind it are told, where it was said who speaks; nil where it was not.
    var givenDirection: HeardDirection? {
        guard direction.isGiven else { return nil }
        return HeardDirection(pair: direction.pair, speaker: speaker, reason: .corrected, scores: [:], confidence: 1)
    }
}
