internal import Glibc

/// Where code that waits or measures gets its time from, so that tests need neither.
///
/// Segmentation never uses it: that runs on the audio clock.
public struct TimeSource: Sendable {
    /// Time on a monotonic clock since an arbitrary origin.
    public var now: @Sendable () -> Duration
    /// Suspends for a while; throws `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// Milliseconds since 1970 on the wall clock; only ever shown, never compared.
    public var wallClockMilliseconds: @Sendable () -> Int64

    public init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
        wallClockMilliseconds: @escaping @Sendable () -> Int64
    ) {
        self.now = now
        self.sleep = sleep
        self.wallClockMilliseconds = wallClockMilliseconds
    }

    /// The machine's clocks.
    public static let system: TimeSource = {
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
public struct DeadlineExceeded: Error, Sendable {
    public let limit: Duration
}

/// Runs the operation and cancels it when the limit passes first.
///
/// It returns only after the operation has ended, so an operation must answer to cancellation. One that ends well all the
/// same, because its answer was already there, has its answer returned: it may have been paid for.
///
/// - Throws: ``DeadlineExceeded``, or what the operation throws.
public func withDeadline<Result: Sendable>(
    _ limit: Duration, time: TimeSource, _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let (result, isOver) = await withTaskGroup(of: DeadlineRace<Result>.self) { group in
        let hasEnded = Locked(false)
        // Begun here and now: an operation that needs no waiting costs neither a thread nor a timer.
        group.addImmediateTask {
            defer { hasEnded.withLock { $0 = true } }
            do { return .ended(.success(try await operation())) } catch { return .ended(.failure(error)) }
        }
        if !hasEnded.withLock({ $0 }) {
            group.addTask {
                do { try await time.sleep(limit) } catch { return .timer(isOver: false) }
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
    if isOver, case .failure = result { throw DeadlineExceeded(limit: limit) }
    return try result.get()
}

/// What happens while an operation races its deadline.
private enum DeadlineRace<Result: Sendable>: Sendable {
    case ended(Swift.Result<Result, any Error>)
    case timer(isOver: Bool)
}

extension Duration {
    /// Milliseconds with their fraction.
    public var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }

    /// Seconds with their fraction.
    public var seconds: Double { milliseconds / 1_000 }

    /// From here on people are told of a wait that somebody else asks for; a shorter one is over before that is read.
    public static let longWait = Duration.seconds(10)
}
