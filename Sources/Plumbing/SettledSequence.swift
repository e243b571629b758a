/// The outcomes of numbered items, and the tasks that wait until enough of these are known.
///
/// Items are settled in any order, each once: the first value stands. A task waits for a range of numbers, or for everything up
/// to a number. Items that end early, or that never come, must be settled too, or the sequence must end or be abandoned.
/// Otherwise the tasks that wait for them wait until they are cancelled.
///
/// ```swift
/// let sequence = SettledSequence<String>()
/// sequence.settle(2, "two")
/// sequence.settle(1, "one")
/// try await sequence.wait(through: 2)
/// let values = sequence.values(in: 1...2)  // [1: "one", 2: "two"]
/// ```
///
/// Values are kept until ``forget(through:)``. A sequence with a `consume` closure passes the values to it instead, in the
/// order of the numbers. Each value is passed as soon as every item before it is settled.
package final class SettledSequence<Value: Sendable>: Sendable {
    private struct Waiter {
        var range: ClosedRange<Int>
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        /// Every item up to this number is settled or forgotten.
        var settledThrough: Int
        /// Values that are settled and neither consumed nor forgotten.
        var values: [Int: Value] = [:]
        /// The last item; nil while more may come.
        var last: Int?
        /// The error with which the sequence was abandoned; after that nothing is settled.
        var failure: (any Error)?
        var waiters: [Int: Waiter] = [:]
        var nextTicket = 0

        func isSettled(_ range: ClosedRange<Int>) -> Bool {
            let end = min(range.upperBound, last ?? .max)
            let start = max(range.lowerBound, settledThrough + 1)
            return start > end || (start...end).allSatisfy { values[$0] != nil }
        }
    }

    private let first: Int
    private let consume: (@Sendable (Int, Value) -> Void)?
    private let state: Locked<State>

    /// - Parameters:
    ///   - first: the number of the first item.
    ///   - consume: takes the values in the order of their numbers, one call at a time. It is called inside a lock, so it must
    ///     not call back.
    package init(from first: Int = 1, consume: (@Sendable (Int, Value) -> Void)? = nil) {
        self.first = first
        self.consume = consume
        state = Locked(State(settledThrough: first - 1))
    }

    /// Settles an item.
    ///
    /// - Returns: false if it is settled or forgotten already, or the sequence is abandoned. Then nothing has changed.
    @discardableResult package func settle(_ number: Int, _ value: Value) -> Bool {
        change { state in
            guard state.failure == nil, number > state.settledThrough, state.values[number] == nil else { return false }
            state.values[number] = value
            advance(&state)
            return true
        }
    }

    /// Declares that no item comes after this one, so that no task waits for a later one.
    package func end(after last: Int) { change { $0.last = last } }

    /// Drops the values up to a number. Items up to there count as settled.
    package func forget(through number: Int) {
        change { state in
            guard number > state.settledThrough else {
                // These values lie behind the front: without a consumer, values stay until they are forgotten.
                if consume == nil { state.values = state.values.filter { $0.key > number } }
                return
            }
            state.settledThrough = number
            state.values = state.values.filter { $0.key > number }
            advance(&state)
        }
    }

    /// Ends the sequence early: every wait, now and later, throws the error, and nothing is settled any more. The first error
    /// stands.
    package func abandon(with error: any Error) {
        let waiters = state.withLock { state in
            state.failure = state.failure ?? error
            defer { state.waiters = [:] }
            return state.waiters.values.map(\.continuation)
        }
        for continuation in waiters { continuation.resume(throwing: error) }
    }

    /// Whether every item of a range is settled.
    package func isSettled(_ range: ClosedRange<Int>) -> Bool { state.withLock { $0.isSettled(range) } }

    /// Whether every item up to a number is settled.
    package func isSettled(through number: Int) -> Bool { number < first || isSettled(first...number) }

    /// Returns when every item of a range is settled. If that is so already, it does not suspend.
    ///
    /// - Parameter suspending: called first if the wait may take time.
    /// - Throws: what the sequence was abandoned with, `CancellationError` if the task is cancelled while it waits, or what
    ///   `suspending` throws.
    package func wait(for range: ClosedRange<Int>, suspending: () async throws -> Void = {}) async throws {
        let isSettled = try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.isSettled(range)
        }
        if isSettled { return }
        try await suspending()
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if let failure = state.failure { return .failure(failure) }
                    if state.isSettled(range) { return .success(()) }
                    // Checked inside the lock: a cancellation that comes later finds the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiters[ticket] = Waiter(range: range, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: ticket) }?.continuation
                .resume(throwing: CancellationError())
        }
    }

    /// Like ``wait(for:suspending:)``, for everything up to a number.
    package func wait(through number: Int, suspending: () async throws -> Void = {}) async throws {
        try await wait(for: min(first, number)...number, suspending: suspending)
    }

    /// The values of the items in a range that are settled and kept.
    package func values(in range: ClosedRange<Int>) -> [Int: Value] {
        state.withLock { state in
            range.reduce(into: [:]) { values, number in values[number] = state.values[number] }
        }
    }

    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, ready) = state.withLock { state in
            let result = body(&state)
            let ready = state.waiters.filter { state.isSettled($0.value.range) }
            for ticket in ready.keys { state.waiters[ticket] = nil }
            return (result, ready.values.map(\.continuation))
        }
        for continuation in ready { continuation.resume() }
        return result
    }

    /// Moves the front past the settled items that follow it.
    private func advance(_ state: inout State) {
        while let value = state.values[state.settledThrough + 1] {
            state.settledThrough += 1
            guard let consume else { continue }
            state.values[state.settledThrough] = nil
            consume(state.settledThrough, value)
        }
    }
}
