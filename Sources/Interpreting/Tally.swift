internal import Conversations
internal import Plumbing

/// Counts the outcomes of the utterances of one run.
final class Tally: Sendable {
    private struct State {
        var count = 0
        var hasFailures = false
        var coverage = Coverage()
    }

    private let state = Locked(State())

    var count: Int { state.withLock { $0.count } }
    var hasFailures: Bool { state.withLock { $0.hasFailures } }
    var coverage: Coverage { state.withLock { $0.coverage } }

    func add(_ utterance: Utterance, _ outcome: Outcome) {
        state.withLock { state in
            state.count += 1
            state.coverage.add(voiced: utterance.evidence.voicedMilliseconds, outcome: outcome)
            if case .failed = outcome { state.hasFailures = true }
        }
    }
}
