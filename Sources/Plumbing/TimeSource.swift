internal import Glibc

/// The clock for code that waits or measures. Tests replace it, so that they need neither.
///
/// Segmentation never uses it: it runs on the audio clock.
package struct TimeSource: Sendable {
    /// Time on a monotonic clock since an arbitrary origin.
    package var now: @Sendable () -> Duration
    /// Suspends for a while; throws `CancellationError` when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void
    /// Milliseconds since 1970 on the wall clock. It is displayed, and compared only with times that outlive the process.
    package var wallClockMilliseconds: @Sendable () -> Int64

    package init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
        wallClockMilliseconds: @escaping @Sendable () -> Int64
    ) {
        self.now = now
        self.sleep = sleep
        self.wallClockMilliseconds = wallClockMilliseconds
    }

    /// The machine's clocks.
    package static let system: TimeSource = {
        let origin = ContinuousClock.now
        return TimeSource(
            now: { origin.duration(to: .now) },
            sleep: { try await ContinuousClock().sleep(for: $0) },
            wallClockMilliseconds: {
                var time = timespec()
                clock_gettime(CLOCK_REALTIME, &time)
                return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
            })
    }()
}

/// The deadline passed before the operation ended; the operation was cancelled.
package struct DeadlineExceeded: Error, Sendable {}

/// The deadline of the call in progress, for work that outlives the call: it ends then, too.
package struct CallDeadline: Sendable {
    @TaskLocal package static var current: CallDeadline?
    private let instant: Duration
    private let time: TimeSource

    package init(at instant: Duration, time: TimeSource) {
        self.instant = instant
        self.time = time
    }

    /// Negative after the deadline.
    package var remaining: Duration { instant - time.now() }
}

/// Runs the operation and cancels it if the limit passes first.
///
/// It returns only after the operation has ended, so an operation must react to cancellation. If a cancelled operation still
/// succeeds, because its answer was already there, that answer is returned: it may have been paid for.
///
/// - Throws: ``DeadlineExceeded``, or what the operation throws.
package func withDeadline<Result: Sendable>(
    _ limit: Duration, time: TimeSource, _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withDeadline(after: { try await time.sleep(limit) }, operation)
}

/// Like ``withDeadline(_:time:_:)``, for a deadline that is not known beforehand.
///
/// - Parameter wait: returns at the deadline. It is cancelled once the operation has ended. If it throws, there is no deadline.
package func withDeadline<Result: Sendable>(
    after wait: @escaping @Sendable () async throws -> Void,
    _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let (result, isOver) = await withTaskGroup(of: DeadlineRace<Result>.self) { group in
        let hasEnded = Locked(false)
        // Started immediately on this thread: an operation that needs no waiting costs neither a thread nor a timer.
        group.addImmediateTask {
            defer { hasEnded.withLock { $0 = true } }
            do { return .ended(.success(try await operation())) } catch { return .ended(.failure(error)) }
        }
        if !hasEnded.withLock({ $0 }) {
            group.addTask {
                do { try await wait() } catch { return .timer(isOver: false) }
                return .timer(isOver: true)
            }
        }
        var result: Swift.Result<Result, any Error> = .failure(CancellationError())
        var isOver = false
        for await event in group {
            switch event {
            case .ended(let ended):
                result = ended
                group.cancelAll()
            case .timer(let over):
                isOver = over
                if over { group.cancelAll() }
            }
        }
        return (result, isOver)
    }
    if isOver, case .failure = result { throw DeadlineExceeded() }
    return try result.get()
}

/// What happens while an operation races its deadline.
private enum DeadlineRace<Result: Sendable>: Sendable {
    case ended(Swift.Result<Result, any Error>)
    case timer(isOver: Bool)
}

extension Duration {
    /// Milliseconds with their fraction.
    package var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }

    /// Seconds with their fraction.
    package var seconds: Double { milliseconds / 1_000 }

    /// From this length on, a wait that another party asks for is reported to the user. A shorter wait is over before the
    /// message is read.
    package static let longWait = Duration.seconds(10)
}
