internal import Plumbing

/// Which calls of a provider are under way, each under the key of its answer: who wants the same answer waits for it, and does
/// not pay for it a second time.
public final class CallsUnderWay: Sendable {
    /// What became of a call.
    public enum Ending: Sendable {
        /// There is an answer under its key.
        case answered
        case failed
        /// Nobody wanted it any more.
        case givenUp
    }

    private let calls = Locked<[String: CallUnderWay]>([:])

    public init() {}

    /// The call under way that has this key; nil where there is none.
    public func call(for key: String) -> CallUnderWay? { calls.withLock { $0[key] } }

    /// Begins a call, unless one with the same key is under way.
    ///
    /// - Returns: the call, and whether it is the caller's, who has to end it then.
    public func begin(_ key: String) -> (call: CallUnderWay, isOwn: Bool) {
        calls.withLock { calls in
            if let other = calls[key] { return (other, false) }
            let call = CallUnderWay { [weak self] in _ = self?.calls.withLock { $0.removeValue(forKey: key) } }
            calls[key] = call
            return (call, true)
        }
    }
}

/// One call that others may wait for.
public final class CallUnderWay: Sendable {
    private struct State {
        var ending: CallsUnderWay.Ending?
        var waiting: [(id: UInt64, continuation: CheckedContinuation<CallsUnderWay.Ending, any Error>)] = []
        var nextID: UInt64 = 0
    }

    private let state = Locked(State())
    private let remove: @Sendable () -> Void

    init(remove: @escaping @Sendable () -> Void) { self.remove = remove }

    /// Whether anybody waits for it.
    public var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Tells everybody who waits what became of it. It ends once.
    public func end(_ ending: CallsUnderWay.Ending) {
        let waiting = state.withLock { state -> [CheckedContinuation<CallsUnderWay.Ending, any Error>]? in
            guard state.ending == nil else { return nil }
            state.ending = ending
            defer { state.waiting = [] }
            return state.waiting.map(\.continuation)
        }
        guard let waiting else { return }
        // Whoever is woken may begin the next one.
        remove()
        for continuation in waiting { continuation.resume(returning: ending) }
    }

    /// What became of it, once it has ended.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    public func ended() async throws -> CallsUnderWay.Ending {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let now: Result<CallsUnderWay.Ending, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let ending = state.ending { return .success(ending) }
                    state.waiting.append((id, continuation))
                    return nil
                }
                if let now { continuation.resume(with: now) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0).continuation }
            }
            waiting?.resume(throwing: CancellationError())
        }
    }
}
