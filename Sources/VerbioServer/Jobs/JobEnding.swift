internal import Jobs
internal import Plumbing

/// Brings a job to its end: its row first, then its upload is erased, and its callback is due.
struct JobEnding: Sendable {
    private let coordinator: JobCoordinator
    private let callbacks: JobCallbacks
    private let time: TimeSource

    init(_ coordinator: JobCoordinator, callbacks: JobCallbacks, time: TimeSource) {
        self.coordinator = coordinator
        self.callbacks = callbacks
        self.time = time
    }

    /// - Parameters:
    ///   - runner: that does it; nil if it waits. If another one does it by now, nothing is done.
    ///   - error: why it failed or is partial.
    ///   - more: further changes of the job.
    /// - Throws: `Problem` of kind `store`. Then the job stays as it was.
    func end(
        _ id: JobID, of runner: String?, _ result: Job.State, _ error: (any Error)? = nil,
        _ more: @escaping @Sendable (inout Job) -> Void = { _ in }
    ) async throws {
        let problem = error.map { ProblemDocument(Refusal($0)).json() }
        let now = time.wallClockMilliseconds()
        let ended = try await coordinator.store.change(id, of: runner) { job in
            more(&job)
            job.end(result, at: now)
            job.problem = problem
        }
        guard ended != nil else { return }
        // If that fails, the next start removes it.
        try? await coordinator.services.uploads.removeUploads(of: id)
        coordinator.changed(id)
    }
}
