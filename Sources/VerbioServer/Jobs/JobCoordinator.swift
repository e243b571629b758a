internal import Conversations
internal import Coordination
internal import Interpreting
internal import Jobs
internal import Plumbing

/// A piece of a job that is being done, and the means to end it.
protocol JobWork: Sendable {
    /// Ends it for a stop of the server. The next start continues.
    func stop()

    /// Ends it because its client does not want it any more.
    func leave()
}

extension RunningWork: JobWork {}

/// The state that the routes and the runner of jobs share.
final class JobCoordinator: Sendable {
    private struct State {
        var running: [JobID: Running] = [:]
        var isDraining = false
    }

    /// The name under which this process does jobs, and the right that shows other servers that it lives.
    struct Runner: Sendable {
        let name: String
        let right: WorkRight
    }

    /// A job that is being done by this process.
    struct Running {
        var progress: JobProgress
        /// The part that is being done; nil before the first one.
        var part: (any JobWork)?
        var isToEnd = false
        /// What was stored of its progress, and when.
        var stored: JobProgress
        var storedAt = Duration.zero
    }

    /// How often other processes learn how far a job has come, and look for it.
    static let glance = Duration.seconds(1)
    /// How often a process looks for the events of a job if no hints of the others come.
    private static let hintlessGlance = Duration.milliseconds(400)
    /// The hint that a job was added, is to end or has ended.
    private static let queueTopic = "jobs"
    /// The beginning of the hint that a job has come further; its name follows.
    private static let jobTopic = "job "

    let services: JobServices
    let listeners = JobListeners()
    /// The runner of this process, while it is one.
    let runner = Locked<Runner?>(nil)
    /// Notifies the runner of a change.
    private let wake = BoundedChannel<Void>(capacity: 1)
    private let state = Locked(State())
    private let hints: (any ChangeHints)?

    /// - Parameter hints: tells other processes what has changed; nil if they only look.
    init(_ services: JobServices, hints: (any ChangeHints)? = nil) {
        self.services = services
        self.hints = hints
    }

    var store: any JobStore { services.store }

    // MARK: The runner

    /// Waits until something has changed, or for a time.
    func pause(_ time: TimeSource, most: Duration) async {
        _ = try? await withDeadline(most, time: time) { [wake] in try await wake.next() }
    }

    func wakeUp() { _ = wake.trySend(()) }

    // MARK: Changes

    /// Wakes those that follow a job which has come further, here and at other processes.
    func changed(_ id: JobID) {
        listeners.changed(id)
        hints?.send(Self.jobTopic + id.rawValue)
    }

    /// Wakes the runners of all processes: a job was added, is to end or has ended.
    func queueChanged() {
        wakeUp()
        hints?.send(Self.queueTopic)
    }

    /// Does what a hint of another process is for.
    func hear(_ topic: String) {
        if topic == Self.queueTopic { return wakeUp() }
        guard topic.hasPrefix(Self.jobTopic) else { return }
        if let id = JobID(rawValue: String(topic.dropFirst(Self.jobTopic.count))) { listeners.changed(id) }
    }

    /// The number of jobs that this process does.
    var runningCount: Int { state.withLock { $0.running.count } }

    func isRunning(_ id: JobID) -> Bool { state.withLock { $0.running[id] != nil } }

    func began(_ job: Job) {
        state.withLock {
            $0.running[job.id] = Running(progress: job.progress, stored: job.progress)
        }
    }

    /// Notes the part that begins. If the job is to end, or the server stops, it ends at once.
    func began(part: any JobWork, of id: JobID) {
        let (isToEnd, isDraining) = state.withLock { state in
            state.running[id]?.part = part
            return (state.running[id]?.isToEnd ?? false, state.isDraining)
        }
        if isToEnd { part.leave() }
        if isDraining { part.stop() }
    }

    func note(_ id: JobID, _ change: (inout JobProgress) -> Void) {
        state.withLock { state in
            guard var running = state.running[id] else { return }
            change(&running.progress)
            state.running[id] = running
        }
        changed(id)
    }

    func ended(_ id: JobID) {
        state.withLock { $0.running[id] = nil }
        changed(id)
        queueChanged()
    }

    /// The name under which this process may do jobs; nil if others may have taken over what it did.
    var runnerName: String? { runner.withLock { $0.flatMap { $0.right.isHeld ? $0.name : nil } } }

    /// Ends what this process does, for others that may do it now.
    func leaveAll() {
        for part in state.withLock({ $0.running.values.compactMap(\.part) }) { part.stop() }
    }

    // MARK: From outside

    /// Ends a job that this process does. Calls in flight are finished, and no failed call is retried.
    func end(_ id: JobID) {
        let part = state.withLock { state in
            state.running[id]?.isToEnd = true
            return state.running[id]?.part
        }
        part?.leave()
        wakeUp()
    }

    /// Whether a client has asked for the end of a job that this process does.
    func isToEnd(_ id: JobID) -> Bool { state.withLock { $0.running[id]?.isToEnd ?? false } }

    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// Ends everything for a stop of the server. What is in flight is finished; the rest is for the next run.
    func drain() {
        let parts = state.withLock { state in
            state.isDraining = true
            return state.running.values.compactMap(\.part)
        }
        for part in parts { part.stop() }
        listeners.drain()
        wakeUp()
    }

    /// How long a client waits for news of a job that come without a notice: another process may do the job.
    func pause(of id: JobID, most: Duration) -> Duration {
        isRunning(id) ? most : min(most, hints?.areComing ?? false ? Self.glance : Self.hintlessGlance)
    }

    /// The progress that other processes do not know yet. The caller stores it.
    func takeProgress(at now: Duration) -> [JobID: JobProgress] {
        state.withLock { state in
            let due = state.running.filter { _, job in
                job.progress != job.stored && now - job.storedAt >= Self.glance
            }
            for (id, job) in due {
                state.running[id]?.stored = job.progress
                state.running[id]?.storedAt = now
            }
            return due.mapValues(\.progress)
        }
    }

    /// The job with its current progress.
    func withProgress(_ job: Job) -> Job {
        var job = job
        if let progress = state.withLock({ $0.running[job.id]?.progress }) { job.progress = progress }
        return job
    }
}
