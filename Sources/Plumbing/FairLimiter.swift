/// Lets at most `limit` operations run at once, of which one key has at most a share. Keys take turns: a free place goes to
/// the key with the fewest that run, and among these to the one that has waited longest since its last turn.
///
/// So a tenant with a thousand operations costs another one the wait for a place, and not for the thousand. As long as only one
/// key has ever come, it may have all places, unless others are expected.
package final class FairLimiter<Key: Hashable & Sendable>: Sendable {
    private struct Waiting {
        let id: UInt64
        let turn: Turn
    }

    /// What happens when the turn comes.
    private enum Turn {
        case resume(CheckedContinuation<Void, any Error>)
        case call(@Sendable () -> Void)

        func begin() {
            switch self {
            case .resume(let continuation): continuation.resume()
            case .call(let action): action()
            }
        }
    }

    /// What one key does. A key without anything is forgotten.
    private struct Line {
        var running = 0
        var waiting: [Waiting] = []
        /// When it had its last turn, or came, counted in turns.
        var turn: UInt64

        /// The line with the lowest one comes first.
        var rank: (Int, UInt64, UInt64) { (running, turn, waiting.first?.id ?? 0) }
    }

    private struct State {
        var free: Int
        var lines: [Key: Line] = [:]
        var turns: UInt64 = 0
        /// The first key that came.
        var first: Key?
        var hasOthers = false
        var nextID: UInt64 = 0
    }

    package let limit: Int
    /// The most of one key, once another one has come.
    package let share: Int
    private let single: Key?
    private let state: Locked<State>

    /// - Parameters:
    ///   - limit: how many may run at once; at least 1.
    ///   - share: how many of them of one key; nil for all, which then only take turns.
    ///   - single: the key of a program that has only one. Beside any other key, further ones are expected from the start; nil
    ///     if no key tells that.
    package init(limit: Int, share: Int? = nil, single: Key? = nil) {
        self.single = single
        self.limit = max(1, limit)
        self.share = min(max(1, limit), max(1, share ?? limit))
        state = Locked(State(free: max(1, limit)))
    }

    /// How many wait.
    package var waiting: Int { state.withLock { $0.lines.values.reduce(0) { $0 + $1.waiting.count } } }

    /// How many of a key wait.
    package func waiting(of key: Key) -> Int { state.withLock { $0.lines[key]?.waiting.count ?? 0 } }

    /// Whether more than one key has come.
    package var hasOthers: Bool { state.withLock { $0.hasOthers } }

    /// Runs the operation when the turn of its key comes.
    ///
    /// - Throws: what the operation throws, or `CancellationError` when the task is cancelled while it waits.
    package func run<Result>(_ key: Key, _ operation: () async throws -> Result) async throws -> Result {
        try await acquire(key)
        defer { release(key) }
        return try await operation()
    }

    /// Takes one place if one is free for the key. A success needs one ``release(_:)``.
    package func tryAcquire(_ key: Key) -> Bool { state.withLock { take(from: &$0, for: key) } }

    /// Takes one place, waiting for the key's turn. Each successful call needs one ``release(_:)``.
    package func acquire(_ key: Key) async throws {
        guard !tryAcquire(key) else { return }
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let now: Swift.Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if take(from: &state, for: key) { return .success(()) }
                    Self.wait(Waiting(id: id, turn: .resume(continuation)), for: key, in: &state)
                    return nil
                }
                if let now { continuation.resume(with: now) }
            }
        } onCancel: {
            if case .resume(let continuation)? = remove(id, of: key) {
                continuation.resume(throwing: CancellationError())
            }
        }
    }

    /// Takes one place, or has an action called when the key's turn comes; it may be called at once, from any thread. Either
    /// needs one ``release(_:)``.
    ///
    /// - Returns: nil if a place was taken; otherwise a number for ``withdraw(_:of:)``.
    package func acquire(_ key: Key, turn: @escaping @Sendable () -> Void) -> UInt64? {
        state.withLock { state in
            if take(from: &state, for: key) { return nil }
            state.nextID += 1
            Self.wait(Waiting(id: state.nextID, turn: .call(turn)), for: key, in: &state)
            return state.nextID
        }
    }

    /// Waits no longer.
    ///
    /// - Returns: false if the turn has come, so that the place is to be released.
    package func withdraw(_ id: UInt64, of key: Key) -> Bool { remove(id, of: key) != nil }

    private static func wait(_ waiting: Waiting, for key: Key, in state: inout State) {
        state.lines[key, default: Line(turn: state.turns)].waiting.append(waiting)
    }

    private func remove(_ id: UInt64, of key: Key) -> Turn? {
        state.withLock { state in
            guard let index = state.lines[key]?.waiting.firstIndex(where: { $0.id == id }) else { return nil }
            defer { Self.forget(key, in: &state) }
            return state.lines[key]?.waiting.remove(at: index).turn
        }
    }

    /// Releases a place of a key. The key that has the next turn gets it.
    package func release(_ key: Key) {
        let next = state.withLock { state -> Turn? in
            state.free += 1
            state.lines[key]?.running -= 1
            defer { Self.forget(key, in: &state) }
            let share = share(in: state)
            let ready = state.lines.filter { !$0.value.waiting.isEmpty && $0.value.running < share }
            let first = ready.min { $0.value.rank < $1.value.rank }
            guard let first else { return nil }
            begin(first.key, in: &state)
            return state.lines[first.key]?.waiting.removeFirst().turn
        }
        next?.begin()
    }

    private func take(from state: inout State, for key: Key) -> Bool {
        state.first = state.first ?? key
        state.hasOthers = state.hasOthers || state.first != key || single.map { $0 != key } ?? false
        let line = state.lines[key]
        // What waits for the share of its own key does not hold others up.
        guard state.free > 0, line?.running ?? 0 < share(in: state),
            line?.waiting.isEmpty ?? true
        else { return false }
        begin(key, in: &state)
        return true
    }

    private func share(in state: State) -> Int { state.hasOthers ? share : limit }

    private func begin(_ key: Key, in state: inout State) {
        state.free -= 1
        state.turns += 1
        state.lines[key, default: Line(turn: 0)].running += 1
        state.lines[key]?.turn = state.turns
    }

    private static func forget(_ key: Key, in state: inout State) {
        if let line = state.lines[key], line.running == 0, line.waiting.isEmpty { state.lines[key] = nil }
    }
}
