internal import Plumbing

/// The record of a stand-in so far, and the tasks that wait for more of it.
final class StandInLog: Sendable {
    struct Record: Sendable {
        var connections = 0
        var requests: [RecordedRequest] = []
        var departures: [StandInServer.Departure] = []
        var problems: [StandInProblem] = []
        /// Whether the record is complete.
        var isOver = false
    }

    private struct Waiter {
        let id: UInt64
        let isReady: @Sendable (Record) -> Bool
        let continuation: CheckedContinuation<Record, any Error>
    }

    private struct State {
        var record = Record()
        var waiters: [Waiter] = []
        var nextID: UInt64 = 0
    }

    private let state = Locked(State())

    var record: Record { state.withLock { $0.record } }

    /// Changes the record and wakes each waiting task if its condition holds now.
    func update<Result>(_ change: (inout Record) throws -> Result) rethrows -> Result {
        let (result, ready, record) = try state.withLock { state in
            let result = try change(&state.record)
            let record = state.record
            let ready = state.waiters.filter { record.isOver || $0.isReady(record) }
            state.waiters.removeAll { record.isOver || $0.isReady(record) }
            return (result, ready, record)
        }
        for waiter in ready { Self.resume(waiter, record) }
        return result
    }

    /// Waits until the condition holds for the record, and returns it.
    ///
    /// - Throws: `CancellationError`; ``StandInProblem`` if the stand-in ended before.
    func wait(until isReady: @escaping @Sendable (Record) -> Bool) async throws -> Record {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Record, any Error>) in
                let waiter = Waiter(id: id, isReady: isReady, continuation: continuation)
                let (record, isCancelled) = state.withLock { state -> (Record?, Bool) in
                    if state.record.isOver || isReady(state.record) { return (state.record, false) }
                    if Task.isCancelled { return (nil, true) }
                    state.waiters.append(waiter)
                    return (nil, false)
                }
                if let record { Self.resume(waiter, record) }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiters.remove(at: index)
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private static func resume(_ waiter: Waiter, _ record: Record) {
        if waiter.isReady(record) {
            waiter.continuation.resume(returning: record)
        } else {
            waiter.continuation.resume(throwing: StandInProblem("the stand-in ended before what was waited for"))
        }
    }
}
