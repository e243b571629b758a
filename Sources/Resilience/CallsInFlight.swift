internal import Plumbing

/// The calls of a provider that are in flight, each under the key of its answer. A caller that needs the same answer
/// waits for it, and does not pay for it a second time.
package final class CallsInFlight: Sendable {
    /// How a call ended.
    package enum Ending: Sendable {
        /// There is an answer under its key.
        case answered
        case failed
        /// No caller needed the answer any longer.
        case givenUp
    }

    private let calls = Locked<[String: CallInFlight]>([:])

    package init() {}

    /// The call in flight that has this key; nil if there is none.
    package func call(for key: String) -> CallInFlight? { calls.withLock { $0[key] } }

    /// Begins a call, unless one with the same key is in flight.
    ///
    /// - Returns: the call, and whether it is the caller's own; if so, the caller has to end it.
    package func begin(_ key: String) -> (call: CallInFlight, isOwn: Bool) {
        calls.withLock { calls in
            if let other = calls[key] { return (other, false) }
            let call = CallInFlight { [weak self] in _ = self?.calls.withLock { $0.removeValue(forKey: key) } }
            calls[key] = call
            return (call, true)
        }
    }
}

/// One call whose answer other callers may wait for.
package final class CallInFlight: Sendable {
    private struct State {
        var ending: CallsInFlight.Ending?
        var waiting: [(id: UInt64, continuation: CheckedContinuation<CallsInFlight.Ending, any Error>)] = []
        var nextID: UInt64 = 0
    }

    private let state = Locked(State())
    private let remove: @Sendable () -> Void

    init(remove: @escaping @Sendable () -> Void) { self.remove = remove }

    /// Whether any caller waits for it.
    package var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Reports the ending to all callers that wait. Only the first call has an effect.
    package func end(_ ending: CallsInFlight.Ending) {
        let waiting = state.withLock { state -> [CheckedContinuation<CallsInFlight.Ending, any Error>]? in
            guard state.ending == nil else { return nil }
            state.ending = ending
            defer { state.waiting = [] }
            return state.waiting.map(\.continuation)
        }
        guard let waiting else { return }
        // A caller that is resumed may begin the next call.
        remove()
        for continuation in waiting { continuation.resume(returning: ending) }
    }

    /// How the call ended, once it has.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    package func ended() async throws -> CallsInFlight.Ending {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let now: Result<CallsInFlight.Ending, any Error>? = state.withLock { state in
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
