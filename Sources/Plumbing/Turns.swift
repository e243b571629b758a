/// Lets tasks that work on the same thing do so one after the other, while those that work on others do not wait.
package final class Turns<Key: Hashable & Sendable>: Sendable {
    private struct Turn {
        let limiter = Limiter(limit: 1)
        /// The tasks that work or wait. A thing without any is forgotten.
        var tasks = 0
    }

    private let turns = Locked<[Key: Turn]>([:])

    package init() {}

    /// Runs the operation when no other one with the same key runs.
    ///
    /// - Throws: what the operation throws, or `CancellationError` if the task is cancelled during the wait.
    package func run<Result>(_ key: Key, _ operation: () async throws -> Result) async throws -> Result {
        let limiter = turns.withLock { turns in
            turns[key, default: Turn()].tasks += 1
            return turns[key, default: Turn()].limiter
        }
        defer {
            turns.withLock { turns in
                turns[key]?.tasks -= 1
                if turns[key]?.tasks == 0 { turns[key] = nil }
            }
        }
        return try await limiter.run(operation)
    }
}
