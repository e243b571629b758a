internal import Dispatch

/// A serial queue of its own for code that blocks: decoders, recognizers, pipes. The cooperative pool has as many threads as
/// the machine has cores, so one blocking call there holds up every stage.
public final class WorkerThread: Sendable {
    private let queue: DispatchQueue

    public init(_ label: String) {
        queue = DispatchQueue(label: "verbio.\(label)", qos: .userInitiated)
    }

    /// Runs the work on this worker and suspends the caller meanwhile. The work is not interrupted by cancellation.
    public func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
