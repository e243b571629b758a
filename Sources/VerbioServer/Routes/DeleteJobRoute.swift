internal import Hummingbird
internal import Jobs
internal import Plumbing

/// Cancels a job that has not ended, or forgets one that has. Its conversations stay.
struct DeleteJobRoute: Route {
    static let name = RouteName(.delete, "/api/jobs/{id}")

    private let shared: SharedParts
    private let work: ScopedWork

    init(_ parts: RouteParts) {
        shared = parts.shared
        work = parts.work
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let coordinator = try shared.requireJobs()
        _ = try QueryParameters(request.uri.query, known: [])
        let job = try await coordinator.job(named: context)
        if job.state.isEnd {
            guard try await coordinator.store.remove(job.id, in: context.scope) else { throw Refusal.unknownJob }
            return Response(status: .noContent)
        }
        let now = work.time.wallClockMilliseconds()
        let changed = try await coordinator.store.change(job.id) { job in
            guard !job.state.isEnd else { return }
            job.isToEnd = true
            if job.state == .queued { job.end(.cancelled, at: now) }
        }
        guard let changed else { throw Refusal.unknownJob }
        if changed.state == .cancelled { try? await coordinator.services.uploads.remove(job.id) }
        coordinator.end(job.id)
        coordinator.listeners.changed(job.id)
        return try .json(JobDocument(coordinator.withProgress(changed)), status: .accepted)
    }
}
