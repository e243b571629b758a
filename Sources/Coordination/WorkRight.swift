internal import Plumbing

/// Gives rights to work that one process of all has at a time.
package protocol WorkTurns: Sendable {
    /// - Parameter work: its name.
    /// - Returns: nil if another process has the right, or another part of this one.
    /// - Throws: `Problem` of kind `store` if that cannot be found out.
    func right(to work: String) async throws -> WorkRight?
}

/// A right that is held until ``end()``, until the last reference is gone, or until the process ends, however that is.
package final class WorkRight: Sendable {
    private let holding: @Sendable () -> Bool
    private let ending: Locked<(@Sendable () -> Task<Void, Never>?)?>

    /// - Parameters:
    ///   - isHeld: whether no other process can have the right now.
    ///   - ending: called once at the end. Its task ends when the right is free for others.
    package init(
        isHeld: @escaping @Sendable () -> Bool = { true }, ending: @escaping @Sendable () -> Task<Void, Never>?
    ) {
        holding = isHeld
        self.ending = Locked(ending)
    }

    deinit { _ = begunEnd() }

    /// Whether no other process can have the right now. If it was lost, nothing may be stored any more that belongs to the work.
    package var isHeld: Bool { ending.withLock { $0 != nil } && holding() }

    /// Gives the right back. It is free for others when this returns. A second call does nothing.
    package func end() async { await begunEnd()?.value }

    private func begunEnd() -> Task<Void, Never>? {
        let ending = ending.withLock { ending in
            defer { ending = nil }
            return ending
        }
        return ending?()
    }
}

extension WorkTurns {
    /// Does work while no other process does it.
    ///
    /// - Returns: nil if another process has the right.
    package func run<Value>(_ work: String, _ body: () async throws -> Value) async throws -> Value? {
        guard let right = try await right(to: work) else { return nil }
        do {
            let value = try await body()
            await right.end()
            return value
        } catch {
            await right.end()
            throw error
        }
    }
}
