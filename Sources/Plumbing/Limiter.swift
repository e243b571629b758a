/// Lets at most `limit` operations run at once; the others wait in the order in which they came.
package final class Limiter: Sendable {
    private struct State {
        var limit: Int
        /// Below 0 if more are running than the limit allows now.
        var free: Int
        var waiting: [(id: UInt64, continuation: CheckedContinuation<Void, any Error>)] = []
        var nextID: UInt64 = 0
    }

    private let state: Locked<State>

    /// - Parameter limit: how many may run at once; at least 1.
    package init(limit: Int) {
        state = Locked(State(limit: max(1, limit), free: max(1, limit)))
    }

    /// How many may run at once.
    package var limit: Int { state.withLock { $0.limit } }

    /// How many callers wait for a place.
    package var waiting: Int { state.withLock { $0.waiting.count } }

    /// Changes how many may run at once; at least 1. Those that run already are not stopped.
    package func resize(_ limit: Int) {
        let next = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
            state.free += max(1, limit) - state.limit
            state.limit = max(1, limit)
            return Self.admitted(&state)
        }
        for continuation in next { continuation.resume() }
    }

    /// Those that wait longest, as many as there are free places.
    private static func admitted(_ state: inout State) -> [CheckedContinuation<Void, any Error>] {
        let count = max(0, min(state.free, state.waiting.count))
        state.free -= count
        defer { state.waiting.removeFirst(count) }
        return state.waiting.prefix(count).map(\.continuation)
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
        let next = state.withLock { state in
            state.free += 1
            return Self.admitted(&state)
        }
        for continuation in next { continuation.resume() }
    }
}
