internal import Plumbing

/// The way to stop a decoder that waits for something other than the bytes of the input, such as a child process.
final class RunningDecoder: Sendable {
    private struct State {
        var interrupt: (@Sendable () -> Void)?
        var cancelled = false
    }

    private let state = Locked(State())

    var isCancelled: Bool { state.withLock { $0.cancelled } }

    /// Sets how to stop the process that starts to run now; it is stopped at once if a stop was already requested.
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
