internal import Dispatch
package import Plumbing

/// A clock that stands still until a test moves it.
///
/// There are two ways to use it. ``run(_:)`` runs an operation in simulated time, on its own executor. It moves
/// the clock to the next sleeper if nothing else can run. So hours pass in no time and always in the same order. The
/// other way is step by step: ``waitForSleepers(count:)``, then ``advance(by:)``.
package final class ManualTime: Sendable {
    private struct Sleeper {
        let id: UInt64
        let wake: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Waiter {
        let id: UInt64
        let count: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Duration = .zero
        var nextID: UInt64 = 0
        var sleepers: [Sleeper] = []
        var waiters: [Waiter] = []
        var waits: [Duration] = []

        mutating func newID() -> UInt64 {
            nextID += 1
            return nextID
        }

        /// Takes the sleeper that wakes first; if there are several, the one that went to sleep first.
        mutating func takeFirst(until limit: Duration? = nil) -> Sleeper? {
            guard let first = sleepers.min(by: { ($0.wake, $0.id) < ($1.wake, $1.id) }) else { return nil }
            if let limit, first.wake > limit { return nil }
            sleepers.removeAll { $0.id == first.id }
            now = max(now, first.wake)
            return first
        }
    }

    private let state = Locked(State())
    private let wallClockOrigin: Int64

    /// - Parameter wallClockMilliseconds: the wall clock's time at the beginning; it moves with the clock.
    package init(wallClockMilliseconds: Int64 = 1_700_000_000_000) {
        wallClockOrigin = wallClockMilliseconds
    }

    /// The time source for the code under test.
    package var source: TimeSource {
        TimeSource(
            now: { self.now }, sleep: { try await self.sleep($0) },
            wallClockMilliseconds: { self.wallClockOrigin + Int64(self.now.milliseconds) })
    }

    package var now: Duration { state.withLock { $0.now } }

    /// How many tasks are asleep.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// The duration of each sleep that was requested, in order.
    package var waits: [Duration] { state.withLock { $0.waits } }

    /// Moves the clock and wakes the sleepers that are due, in the order of their times.
    ///
    /// What they do then happens at the new time: a sleep they begin is counted from there.
    package func advance(by duration: Duration) {
        let target = now + duration
        while let sleeper = state.withLock({ $0.takeFirst(until: target) }) { sleeper.continuation.resume() }
        state.withLock { $0.now = max($0.now, target) }
    }

    /// Moves the clock to the next sleeper's time and wakes that sleeper.
    ///
    /// - Returns: false if no task sleeps.
    @discardableResult
    package func advanceToNextSleeper() -> Bool {
        guard let sleeper = state.withLock({ $0.takeFirst() }) else { return false }
        sleeper.continuation.resume()
        return true
    }

    /// Returns once at least `count` tasks are asleep.
    package func waitForSleepers(count: Int) async throws {
        let id = state.withLock { $0.newID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let now: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.sleepers.count >= count { return .success(()) }
                    state.waiters.append(Waiter(id: id, count: count, continuation: continuation))
                    return nil
                }
                if let now { continuation.resume(with: now) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.waiters.remove(at: index)
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Runs the operation in simulated time.
    ///
    /// The operation must wait only for this clock and its own child tasks: the clock would overtake work on other threads.
    package func run<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let executor = IdleExecutor { [self] in advanceToNextSleeper() }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(executorPreference: executor) { try await operation() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    private func sleep(_ duration: Duration) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.waits.append(duration)
            return state.newID()
        }
        guard duration > .zero else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (cancelled, ready) = state.withLock { state -> (Bool, [Waiter]) in
                    if Task.isCancelled { return (true, []) }
                    state.sleepers.append(
                        Sleeper(id: id, wake: state.now + duration, continuation: continuation))
                    let ready = state.waiters.filter { $0.count <= state.sleepers.count }
                    state.waiters.removeAll { $0.count <= state.sleepers.count }
                    return (false, ready)
                }
                if cancelled { continuation.resume(throwing: CancellationError()) }
                for waiter in ready { waiter.continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}

/// Runs one job at a time and reports when none is left.
private final class IdleExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "verbio.manual-time")
    private let pending = Locked(0)
    private let idle: @Sendable () -> Void

    init(idle: @escaping @Sendable () -> Void) { self.idle = idle }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pending.withLock { $0 += 1 }
        queue.async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            let left = pending.withLock { count in
                count -= 1
                return count
            }
            if left == 0 { idle() }
        }
    }
}
