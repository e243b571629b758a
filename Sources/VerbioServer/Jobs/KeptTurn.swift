internal import Coordination
internal import Plumbing

/// Work that one server of all does. The one that has it keeps it, and if it ends or is cut off, another one takes over.
final class KeptTurn: Sendable {
    /// How often a server looks whether the one that has the work is gone.
    static let interval = Duration.seconds(5)

    private struct State {
        var right: WorkRight?
        var next = Duration.zero
    }

    private let work: String
    private let turns: any WorkTurns
    private let time: TimeSource
    private let state = Locked(State())

    init(_ work: String, _ turns: any WorkTurns, time: TimeSource) {
        self.work = work
        self.turns = turns
        self.time = time
    }

    /// Whether this server does the work now.
    ///
    /// - Throws: `Problem` of kind `store`.
    func isMine() async throws -> Bool {
        let now = time.now()
        let (isHeld, isDue) = state.withLock { state in
            if state.right?.isHeld ?? false { return (true, false) }
            state.right = nil
            defer { if state.next <= now { state.next = now + Self.interval } }
            return (false, state.next <= now)
        }
        guard !isHeld, isDue else { return isHeld }
        let right = try await turns.right(to: work)
        state.withLock { $0.right = right }
        return right != nil
    }

    /// Leaves the work to another server.
    func end() async {
        let right = state.withLock { state in
            defer { state.right = nil }
            return state.right
        }
        await right?.end()
    }
}
