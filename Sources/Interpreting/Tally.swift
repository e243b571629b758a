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

    /// - Parameter record: the utterance with its texts and its outcome.
    func add(_ record: UtteranceRecord) {
        state.withLock { state in
            state.count += 1
            state.coverage.add(record)
            if case .failed = record.outcome { state.failures += 1 }
        }
    }

    /// Counts a corrected utterance under its new outcome.
    func replace(_ former: UtteranceRecord, by record: UtteranceRecord) {
        state.withLock { state in
            state.coverage.remove(former)
            state.coverage.add(record)
            if case .failed = former.outcome { state.failures -= 1 }
            if case .failed = record.outcome { state.failures += 1 }
        }
    }
}
