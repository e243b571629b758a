internal import Access
internal import Conversations
internal import Jobs
internal import Logging
internal import Plumbing
internal import ServiceLifecycle
internal import VerbioService

/// Does the jobs that wait: a bounded number at once, those of one scope in their order, and the scopes in turns.
///
/// One process does the jobs of a store. If it ends, another server on the same store takes over, or the next start
/// continues.
final class JobRunner: Service {
    private struct State {
        /// Scopes whose owner has reached its limit of concurrent work, and until when they wait.
        var held: [Scope: Duration] = [:]
        /// When files that are not needed were removed last.
        var tidiedAt = Duration.zero
    }

    /// How often it looks for what other processes have changed, and for callbacks that are due.
    static let interval = Duration.seconds(2)
    /// How often files that are not needed are removed.
    private static let tidying = Duration.seconds(3_600)

    private let coordinator: JobCoordinator
    private let services: any ScopedServices
    private let meter: UseMeter?
    private let owner: @Sendable (JobOwner) async throws -> Principal?
    private let work: WorkServer
    private let callbacks: JobCallbacks
    private let logger: Logger
    private var time: TimeSource { work.time }
    private let state = Locked(State())

    /// - Parameters:
    ///   - owner: returns what an owner may do now; nil if the job is to wait. Throws ``Refusal`` if it may do nothing
    ///     any more.
    ///   - meter: keeps the limits of owners; nil if there are none.
    init(
        _ coordinator: JobCoordinator, services: any ScopedServices, meter: UseMeter?, work: WorkServer,
        logger: Logger, owner: @escaping @Sendable (JobOwner) async throws -> Principal?
    ) {
        self.coordinator = coordinator
        self.services = services
        self.meter = meter
        self.owner = owner
        self.work = work
        self.logger = logger
        callbacks = JobCallbacks(coordinator, time: work.time)
    }

    func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                while !coordinator.isDraining, !Task.isCancelled {
                    do {
                        try await keepRight()
                        if coordinator.mayWork { try await round(in: &group) }
                        if time.now() - state.withLock({ $0.tidiedAt }) >= Self.tidying { try await tidy() }
                    } catch {
                        logger.error("jobs: \(error)")
                    }
                    await coordinator.pause(time, most: Self.interval)
                }
            }
        } onGracefulShutdown: {
            self.coordinator.drain()
        }
        // The right to do jobs ends when the last one has ended.
        coordinator.right.withLock { $0 = nil }
        // The server's stop ends the jobs before the turn of this service comes.
        try? await gracefulShutdown()
    }

    /// Takes the right to do jobs if no process has it. If it was lost, everything that this process does is left to the next one.
    private func keepRight() async throws {
        if let right = coordinator.right.withLock(\.self) {
            guard !right.isHeld else { return }
            coordinator.leaveAll()
            // What still ends stores nothing, and would do so with the next right.
            guard coordinator.runningCount == 0 else { return }
            coordinator.right.withLock { $0 = nil }
        }
        guard let taken = try await coordinator.services.right() else { return }
        try await takeOver()
        coordinator.right.withLock { $0 = taken }
    }

    /// Puts back what a process before has left, and removes files that no job needs.
    private func takeOver() async throws {
        try await coordinator.store.requeue()
        try await coordinator.services.uploads.removeUnfinishedFilms()
        try await tidy()
    }

    /// Each server does it, because a job may have been done on another machine since this one was killed.
    private func tidy() async throws {
        state.withLock { $0.tidiedAt = time.now() }
        try await KeptFilms(jobs: coordinator.services).tidy(services, at: time.wallClockMilliseconds())
    }

    private func round(in group: inout DiscardingTaskGroup) async throws {
        // A client may have asked another process for the end of a job.
        for job in try await coordinator.store.running() where job.isToEnd { coordinator.end(job.id) }
        for (id, progress) in coordinator.takeProgress(at: time.now()) {
            _ = try await coordinator.store.change(id) { $0.progress = progress }
        }
        while coordinator.runningCount < coordinator.services.concurrent, !coordinator.isDraining,
            let run = try await next()
        {
            group.addTask { await run.perform() }
        }
        for job in try await callbacks.due() { group.addTask { await self.callbacks.send(job) } }
    }

    /// The next job to be done, already marked as running; nil if none may begin now.
    private func next() async throws -> JobRun? {
        let now = time.now()
        let heads = try await coordinator.store.heads().filter { job in
            state.withLock { $0.held[job.owner.scope] ?? .zero } <= now && !coordinator.isRunning(job.id)
        }
        // The scope with the least that runs comes first; of equal ones, the one that has waited longest.
        let order = heads.enumerated().sorted { one, other in
            let counts = (
                coordinator.runningCount(in: one.element.owner.scope),
                coordinator.runningCount(in: other.element.owner.scope)
            )
            return (counts.0, one.offset) < (counts.1, other.offset)
        }
        for (_, job) in order {
            let ending = JobEnding(coordinator, callbacks: callbacks, time: time)
            if job.isToEnd {
                try await ending.end(job.id, .cancelled)
                continue
            }
            do {
                guard let owner = try await owner(job.owner) else { continue }
                for voice in try JobOrder(stored: job).voices { try owner.limits.check(voice: voice) }
                guard let permit = try await permit(for: job, of: owner) else { continue }
                let (known, now) = (job.owner, time.wallClockMilliseconds())
                let started = try await coordinator.store.change(job.id) { job in
                    guard job.state == .queued, !job.isToEnd, job.owner == known else { return }
                    job.state = .running
                    job.startedAt = job.startedAt ?? now
                }
                // Its client may have cancelled it in the meantime, or it has another owner.
                guard let started, started.state == .running else {
                    await permit.value?.end()
                    continue
                }
                coordinator.began(started)
                return JobRun(
                    started, of: owner, within: permit.value,
                    on: JobRun.Server(coordinator: coordinator, services: services, work: work),
                    ending: ending)
            } catch let error where error is Refusal || error is LimitReached {
                try await ending.end(job.id, .failed, error)
            }
        }
        return nil
    }

    /// The limits of a job.
    ///
    /// - Returns: nil if its owner has reached its limit of concurrent work.
    /// - Throws: `LimitReached` if a limit of the day is reached.
    private func permit(for job: Job, of principal: Principal) async throws -> (value: UsePermit?, Void)? {
        guard principal.isCounted, let meter else { return (nil, ()) }
        do {
            return (try await meter.begin(.translation, for: principal), ())
        } catch let reached as LimitReached where reached.limit == .translations {
            state.withLock { $0.held[job.owner.scope] = time.now() + reached.retryAfter }
            return nil
        }
    }
}
