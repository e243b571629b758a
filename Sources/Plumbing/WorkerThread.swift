internal import Dispatch

/// A separate serial queue for code that blocks: decoders, recognizers, pipes.
///
/// The cooperative pool has as many threads as the machine has cores, so one blocking call there blocks every stage.
///
/// It is a task executor, too. Work that prefers it and is isolated to no actor runs on it, in turn with its other work.
package final class WorkerThread: TaskExecutor {
    private let queue: DispatchQueue

    package init(_ label: String) {
        queue = DispatchQueue(label: "verbio.\(label)", qos: .userInitiated)
    }

    /// Runs the work on this worker and suspends the caller in the meantime. The work is not interrupted by
    /// cancellation.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
