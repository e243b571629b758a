internal import Access
internal import Conversations
internal import Coordination
internal import Jobs
internal import Logging
internal import Plumbing
internal import ServiceLifecycle
internal import VerbioService

/// Does the jobs that wait: a bounded number at once, those of one scope in their order, and the scopes in turns.
///
/// Any number of processes are runners of a store. If one ends or is cut off, others continue what it did, or its next start does.
final class JobRunner: Service {
    private struct State {
        /// Scopes whose owner has reached its limit of concurrent work, and until when they wait.
        var held: [Scope: Duration] = [:]
        /// When files that are not needed were removed last.
        var tidiedAt = Duration.zero
    }

    /// How often it looks for what other processes have changed, and for callbacks that are due.
    static let interval = Duration.seconds(2)
    /// How often it looks at once for a job that no other server takes at the same moment.
    private static let looks = 20
    /// How often files that are not needed are removed.
    private static let tidying = Duration.seconds(3_600)

    private let coordinator: JobCoordinator
    private let services: any ScopedServices
    private let meter: UseMeter?
    private let owner: @Sendable (JobOwner) async throws -> Principal?
    private let work: WorkServer
    private let callbacks: JobCallbacks
    /// Takes jobs back from runners that are gone, and sends callbacks.
    private let housekeeping: KeptTurn
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
        housekeeping = KeptTurn("jobs housekeeping", coordinator.services.turns, time: work.time)
    }

    func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                while !coordinator.isDraining, !Task.isCancelled {
                    do {
                        try await keepRight()
                        if let runner = coordinator.runnerName { try await round(of: runner, in: &group) }
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
        // The runner ends when its last job has ended.
        let runner = coordinator.runner.withLock { runner in
            defer { runner = nil }
            return runner
        }
        await runner?.right.end()
        await housekeeping.end()
        // The server's stop ends the jobs before the turn of this service comes.
        try? await gracefulShutdown()
    }

    /// Makes this process a runner. If it has lost the right, everything that it does is left to others, and it begins anew under
    /// another name.
    private func keepRight() async throws {
        if let runner = coordinator.runner.withLock(\.self) {
            guard !runner.right.isHeld else { return }
            coordinator.leaveAll()
            // What still ends stores nothing.
            guard coordinator.runningCount == 0 else { return }
            coordinator.runner.withLock { $0 = nil }
        }
        let name = String(UInt64.random(in: .min ... .max), radix: 36)
        guard let right = try await coordinator.services.right(of: name) else { return }
        try await tidy()
        coordinator.runner.withLock { $0 = .init(name: name, right: right) }
    }

    /// Removes the files that no job needs, and what a kill has left of films. Each server does it, because a job may have been done on
    /// another machine since this one was killed.
    private func tidy() async throws {
        state.withLock { $0.tidiedAt = time.now() }
        let store = coordinator.store
        // Another server may make those of a job that runs.
        try await coordinator.services.uploads.removeUnfinishedFilms { id in
            try await store.change(id) { _ in }?.state != .running
        }
        try await KeptFilms(jobs: coordinator.services).tidy(services, at: time.wallClockMilliseconds())
    }

    private func round(of runner: String, in group: inout DiscardingTaskGroup) async throws {
        let isHousekeeper = try await housekeeping.isMine()
        if isHousekeeper { try await coordinator.services.reclaim() }
        // A client may have asked another process for the end of a job.
        for job in try await coordinator.store.running()
        where job.isToEnd && coordinator.isRunning(job.id) && !coordinator.isToEnd(job.id) {
            coordinator.end(job.id)
        }
        for (id, progress) in coordinator.takeProgress(at: time.now()) {
            _ = try await coordinator.store.change(id, of: runner) { $0.progress = progress }
        }
        while coordinator.runningCount < coordinator.services.concurrent, !coordinator.isDraining,
            let run = try await next(for: runner)
        {
            group.addTask { await run.perform() }
        }
        guard isHousekeeper else { return }
        for job in try await callbacks.due() { group.addTask { await self.callbacks.send(job) } }
    }

    /// The result of a look at the queue.
    private enum Look {
        /// A job that is marked as running.
        case begun(JobRun)
        /// Another server was faster, and the queue has changed.
        case late
        /// No job may begin now.
        case none
    }

    /// The next job to be done, already marked as running; nil if none may begin now.
    private func next(for runner: String) async throws -> JobRun? {
        for _ in 1...Self.looks {
            switch try await look(for: runner) {
            case .begun(let run): return run
            case .none: return nil
            case .late: continue
            }
        }
        return nil
    }

    private func look(for runner: String) async throws -> Look {
        var isLate = false
        let now = time.now()
        let heads = try await coordinator.store.heads().filter { job in
            state.withLock { $0.held[job.owner.scope] ?? .zero } <= now && !coordinator.isRunning(job.id)
        }
        for job in heads {
            let ending = JobEnding(coordinator, callbacks: callbacks, time: time)
            if job.isToEnd {
                try await ending.end(job.id, of: nil, .cancelled)
                continue
            }
            do {
                guard let owner = try await owner(job.owner) else { continue }
                for voice in try JobOrder(stored: job).voices { try owner.limits.check(voice: voice) }
                guard let permit = try await permit(for: job, of: owner) else { continue }
                let claimed = try await coordinator.store.claim(
                    job, for: runner, at: time.wallClockMilliseconds())
                guard let claimed else {
                    // Another server has it, or its client has cancelled it.
                    await permit.value?.end()
                    isLate = true
                    continue
                }
                coordinator.began(claimed)
                return .begun(
                    JobRun(
                        claimed, of: owner, within: permit.value,
                        on: JobRun.Server(coordinator: coordinator, services: services, work: work), ending: ending))
            } catch let error where error is Refusal || error is LimitReached {
                try await ending.end(job.id, of: nil, .failed, error)
            }
        }
        return isLate ? .late : .none
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
