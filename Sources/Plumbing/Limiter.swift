/// Lets at most `limit` operations run at once; the others wait in the order in which they came.
package final class Limiter: Sendable {
    private struct State {
        var free: Int
        var waiting: [(id: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
        var nextID: UInt64 = 0
    }

    package let limit: Int
    private let state: Locked<State>

    /// - Parameter limit: how many may run at once; at least 1.
    package init(limit: Int) {
        self.limit = max(1, limit)
        state = Locked(State(free: max(1, limit)))
    }

    /// Runs the operation when its turn comes.
    ///
    /// - Throws: what the operation throws, or `CancellationError` when the task is cancelled while it waits.
    package func run<Result>(_ operation: () async throws -> Result) async throws -> Result {
        try await acquire()
        defer { release() }
        return try await operation()
    }

    /// Takes one place if one is free and no other caller waits for it. A success needs one ``release()``.
    package func tryAcquire() -> Bool {
        state.withLock { state in
            guard state.free > 0 else { return false }
            state.free -= 1
            return true
        }
    }

    /// Takes one place, waiting for it in order. Each successful call needs one ``release()``.
    package func acquire() async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let now: Swift.Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.free > 0 {
                        state.free -= 1
                        return .success(())
                    }
                    state.waiting.append((id, continuation))
                    return nil
                }
                if let now { continuation.resume(with: now) }
            }
        } onCancel: {
            let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
                guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiting.remove(at: index).continuation
            }
            waiting?.resume(throwing: CancellationError())
        }
    }

    /// Releases a place. The caller that has waited longest gets it.
    package func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume()
    }
}
