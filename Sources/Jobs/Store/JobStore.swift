package import Conversations

/// A store for the jobs of all scopes. Several processes may use it at the same time.
///
/// When a call returns, its changes are on the disk. Errors are `Problem`s of kind `store`.
package protocol JobStore: Sendable {
    /// Adds a job, unless the same request has made one, or too much waits in its scope.
    func add(_ job: Job, of request: JobRequest?, within limits: JobLimits) async throws -> JobAddition

    /// How many jobs of a scope wait or run, and the bytes of their uploads.
    func waiting(in scope: Scope) async throws -> (jobs: Int, bytes: Int)

    /// How many jobs of all scopes wait, and how many run.
    func load() async throws -> JobLoad

    /// The job of a scope; nil if the scope has none of that name.
    func job(_ id: JobID, in scope: Scope) async throws -> Job?

    /// The newest first, at most `limit`.
    ///
    /// - Parameter place: only jobs after it; nil begins with the newest.
    func jobs(in scope: Scope, after place: JobPlace?, limit: Int) async throws -> [Job]

    /// Marks a job as running for a runner.
    ///
    /// - Parameters:
    ///   - job: as it was found in the queue.
    ///   - now: milliseconds since 1970.
    /// - Returns: the job; nil if it does not wait any more, if it has another owner or is to end, or if another server is at it.
    func claim(_ job: Job, for runner: String, at now: Int64) async throws -> Job?

    /// Changes a job for the runner that does it.
    ///
    /// - Parameter runner: nil for a job that no runner does.
    /// - Returns: the changed job; nil if another runner has it, or if there is none of that name. Then nothing is stored.
    func change(
        _ id: JobID, of runner: String?, _ change: @Sendable @escaping (inout Job) -> Void
    ) async throws -> Job?

    /// Changes a job in one transaction.
    ///
    /// - Returns: the changed job; nil if there is none of that name.
    func change(_ id: JobID, _ change: @Sendable @escaping (inout Job) -> Void) async throws -> Job?

    /// Removes a job that has ended.
    ///
    /// - Returns: whether it was there.
    func remove(_ id: JobID, in scope: Scope) async throws -> Bool

    /// The oldest queued job of each scope: first those of scopes with the fewest running jobs, and of equal ones the oldest.
    func heads() async throws -> [Job]

    /// The jobs that run.
    func running() async throws -> [Job]

    /// Puts the jobs that a runner has left running back to the place in the queue that they had.
    ///
    /// - Parameter runner: nil for one of an older version, which had no name.
    func requeue(of runner: String?) async throws

    /// Jobs that have ended with a callback that is due, at most `limit`: the oldest one of each scope, then the second ones,
    /// and so on.
    ///
    /// - Parameter each: the most of one scope.
    func callbacks(dueAt now: Int64, limit: Int, each: Int) async throws -> [Job]

    /// Makes an end of the jobs of a scope: those that run are to end, and all others are removed.
    ///
    /// - Returns: those that were removed.
    func end(_ scope: Scope) async throws -> [JobID]

    /// Gives the jobs of a scope to another owner, except for running ones.
    ///
    /// - Parameters:
    ///   - other: the scope of the other owner.
    ///   - name: under which the use of the other owner is counted.
    /// - Returns: whether none is left.
    func move(_ scope: Scope, to other: Scope, named name: String) async throws -> Bool
}

/// What names a request that is sent again, and the hash of all that was asked for.
package struct JobRequest: Sendable, Hashable {
    package var key: String
    package var fingerprint: String
    /// Requests that are older, in milliseconds since 1970, are forgotten.
    package var since: Int64

    package init(key: String, fingerprint: String, since: Int64) {
        self.key = key
        self.fingerprint = fingerprint
        self.since = since
    }
}

/// The jobs of all scopes that have not ended.
package struct JobLoad: Sendable, Hashable {
    package var queued: Int
    package var running: Int

    package var total: Int { queued + running }

    package init(queued: Int, running: Int) {
        self.queued = queued
        self.running = running
    }
}

/// How much may wait in one scope.
package struct JobLimits: Sendable, Hashable {
    /// Jobs that wait or run.
    package var jobs = 100
    /// Bytes of their uploads.
    package var bytes = 8 << 30
    /// Bytes of the films that are kept; the oldest beyond that are removed.
    package var filmBytes = 8 << 30
    /// Days after which the films of a job are removed.
    package var filmDays = 7
    /// Jobs that have ended and are remembered; the oldest beyond that are forgotten.
    package var ended = 1_000

    package init() {}
}

/// The result of adding a job.
package enum JobAddition: Sendable, Hashable {
    case added
    /// The same request has made this job before.
    case known(Job)
    /// The key was used for another request.
    case otherRequest
    /// The maximum number of jobs is waiting.
    case tooMany
    /// The waiting uploads have reached their limit.
    case tooLarge
}

/// A place in the list of jobs.
package struct JobPlace: Sendable, Hashable {
    /// Milliseconds since 1970.
    package var createdAt: Int64
    package var id: JobID

    package init(createdAt: Int64, id: JobID) {
        self.createdAt = createdAt
        self.id = id
    }
}
