internal import Plumbing

/// The way to stop a decoder that waits for something other than the bytes of the input, such as a child process.
final class RunningDecoder: Sendable {
    private struct State {
        var interrupt: (@Sendable () -> Void)?
        var cancelled = false
    }

    private let state = Locked(State())

    var isCancelled: Bool { state.withLock { $0.cancelled } }

    /// Says how to stop what starts to run now; it is stopped at once where that has already been asked for.
    func set(interrupt: @escaping @Sendable () -> Void) {
        let cancelled = state.withLock { state in
            state.interrupt = interrupt
            return state.cancelled
        }
        if cancelled { interrupt() }
    }

    /// From any thread.
    func cancel() {
        let interrupt = state.withLock { state in
            state.cancelled = true
            return state.interrupt
        }
        interrupt?()
    }
}
