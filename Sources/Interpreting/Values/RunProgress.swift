internal import Plumbing

/// When the calls of a run last came further.
///
/// A run that was asked to end, or that lacks nothing but voices, waits for its calls in flight, but not for calls that hang: the
/// resumed run makes them again.
final class RunProgress: Sendable {
    private struct State {
        var last: Duration
        /// The end of the longest wait that a provider has asked for.
        var heldUntil = Duration.zero
        /// The end of the longest wait for the end of an outage.
        var outageUntil = Duration.zero
        var utterances = 0
        /// Whether the listener is taking something.
        var isDelivering = false
        /// Utterances that were begun, and whose texts have not been delivered.
        var unshown = 0
        /// Whether no more utterances come.
        var isAtEnd = false

        var lacksOnlyVoices: Bool { isAtEnd && unshown == 0 }
    }

    let time: TimeSource
    private let state: Locked<State>
    private let shown = BoundedChannel<Void>(capacity: 1)

    /// Whether all texts of the run have been delivered.
    var lacksOnlyVoices: Bool { state.withLock { $0.lacksOnlyVoices } }

    init(time: TimeSource) {
        self.time = time
        state = Locked(State(last: time.now()))
    }

    /// Records that a call was answered, that a part of an answer has come, or that something was delivered.
    func note() {
        let now = time.now()
        state.withLock { $0.last = max($0.last, now) }
    }

    /// Delivers something to the listener. A run that waits for a slow listener does not hang.
    func delivering(_ delivery: () async throws -> Void) async rethrows {
        state.withLock { $0.isDelivering = true }
        defer {
            state.withLock { $0.isDelivering = false }
            note()
        }
        try await delivery()
    }

    /// Records that a call waits as long as its provider has asked for. It does not hang.
    func hold(for wait: Duration) {
        let end = time.now() + wait
        state.withLock { $0.heldUntil = max($0.heldUntil, end) }
    }

    /// Records that a call waits for the end of an outage.
    func holdForOutage(_ wait: Duration) {
        let end = time.now() + wait
        state.withLock { $0.outageUntil = max($0.outageUntil, end) }
    }

    /// Records that an utterance has been begun.
    func begin() { state.withLock { $0.unshown += 1 } }

    /// Records that the texts of an utterance have been delivered.
    func show() { note { $0.unshown -= 1 } }

    /// Records that no more utterances come.
    func end() { note { $0.isAtEnd = true } }

    private func note(_ change: (inout State) -> Void) {
        let isLast = state.withLock { state in
            change(&state)
            return state.lacksOnlyVoices
        }
        if isLast { shown.finish() }
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
        try await waitUntilStuck(for: patience) { $0.last }
    }

    /// Waits until all texts have been delivered, and from then on until no voice has come further for a while. Waits that a
    /// provider asks for do not count.
    ///
    /// - Parameter sitsOut: whether waits for the end of an outage do not count either. A listener does not wait for that.
    /// - Throws: `CancellationError`.
    func waitUntilVoicesAreStuck(for patience: Duration, sitsOut: Bool) async throws {
        _ = try await shown.next()
        note()
        try await waitUntilStuck(for: patience) { state in
            let held = sitsOut ? max(state.heldUntil, state.outageUntil) : state.heldUntil
            return state.isDelivering ? time.now() : max(state.last, held)
        }
    }

    private func waitUntilStuck(for patience: Duration, since last: (State) -> Duration) async throws {
        while true {
            let state = state.withLock { $0 }
            let rest = last(state) + patience - time.now()
            if rest <= .zero, state.utterances > 0 { return }
            try await time.sleep(rest > .zero ? rest : patience)
        }
    }
}
