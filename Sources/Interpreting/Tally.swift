internal import Audio
internal import Conversations
internal import Plumbing

/// Counts the outcomes of the utterances of one run.
final class Tally: Sendable {
    private struct State {
        var count = 0
        var failures = 0
        var coverage = Coverage()
    }

    private let state = Locked(State())

    var count: Int { state.withLock { $0.count } }
    var hasFailures: Bool { state.withLock { $0.failures > 0 } }
    var coverage: Coverage { state.withLock { $0.coverage } }

    func add(_ utterance: Utterance, _ outcome: Outcome) {
        state.withLock { state in
            state.count += 1
            state.coverage.add(voiced: utterance.evidence.voicedMilliseconds, outcome: outcome)
            if case .failed = outcome { state.failures += 1 }
        }
    }

    /// Counts a corrected utterance under its new outcome.
    func replace(_ former: Outcome, by outcome: Outcome, of utterance: Utterance) {
        let voiced = utterance.evidence.voicedMilliseconds
        state.withLock { state in
            state.coverage.remove(voiced: voiced, outcome: former)
            state.coverage.add(voiced: voiced, outcome: outcome)
            if case .failed = former { state.failures -= 1 }
            if case .failed = outcome { state.failures += 1 }
        }
    }
}
