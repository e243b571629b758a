internal import Plumbing

/// When the calls of a run last came further.
///
/// A run that was asked to end waits for its calls in flight, but not for calls that hang: the resumed run makes them again.
final class RunProgress: Sendable {
    private struct State {
        var last: Duration
        var utterances = 0
    }

    let time: TimeSource
    private let state: Locked<State>

    init(time: TimeSource) {
        self.time = time
        state = Locked(State(last: time.now()))
    }

    /// Records that a call was answered, that a part of an answer has come, or that something was delivered.
    func note() {
        let now = time.now()
        state.withLock { $0.last = max($0.last, now) }
    }

    /// Does the work of one utterance.
    func during<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        state.withLock { $0.utterances += 1 }
        defer { state.withLock { $0.utterances -= 1 } }
        return try await work()
    }

    /// Waits for the drain, and from then on until the calls of some utterance have not come further for a while.
    ///
    /// - Throws: `CancellationError`.
    func waitUntilStuck(for patience: Duration, from control: RunControl) async throws {
        try await control.waitForDrain()
        note()
        while true {
            let state = state.withLock { $0 }
            let rest = state.last + patience - time.now()
            if rest <= .zero, state.utterances > 0 { return }
            try await time.sleep(rest > .zero ? rest : patience)
        }
    }
}
