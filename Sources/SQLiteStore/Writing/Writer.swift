internal import GRDB
internal import Plumbing
internal import SQL
internal import SQLiteFile

/// The one connection that writes, and the queue in front of it.
///
/// Group commit: calls that arrive during a transaction share the next transaction. Each call stays atomic and gets its own
/// result. If a transaction fails, its calls are applied again one by one, so that only the calls that cannot be applied are
/// refused. A transaction is not interrupted if a caller is cancelled.
///
/// If the writer is idle, a commit runs on the caller's thread. It takes some 30 µs and does not wait for the disk,
/// while waking another thread and being woken again costs several times that. Work that may take longer runs on the
/// connection's own queue: checkpoints, deletions, and every commit that arrives in the meantime. So does a commit that
/// has to wait for another process. The wait for the ``WriteTurn`` blocks, and commits that arrive during the wait
/// share the transaction.
final class Writer: Sendable {
    /// The work of one caller inside a transaction.
    typealias Work = @Sendable (Database) throws -> Void

    private struct Call {
        /// Runs again alone if the transaction that it shared with other calls fails.
        var work: Work
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct Waiting {
        var calls: [Call] = []
        /// Whether a thread applies calls now, or a task that will apply them is queued.
        var isScheduled = false
        /// The number of tasks on the writer's queue that are no commits, running or waiting.
        var otherWork = 0
        /// Whether a task waits for a pause in the commits to checkpoint then.
        var isWatchingForPause = false
    }

    /// The maximum number of calls that share a transaction. The limit keeps the wait of the first of them short.
    private static let largestGroup = 256
    /// If no commit comes for this long, commits count as paused.
    private static let pause = Duration.milliseconds(250)

    let pool: DatabasePool
    /// Only used on the writer's queue.
    private let turn: WriteTurn
    private let log: WriteAheadLog
    private let health: Health
    private let time: TimeSource
    private let waiting = Locked(Waiting())

    init(_ pool: DatabasePool, turn: WriteTurn, log: WriteAheadLog, health: Health, time: TimeSource) {
        self.pool = pool
        self.turn = turn
        self.log = log
        self.health = health
        self.time = time
    }

    /// Does the work in one transaction, possibly together with the work of other callers.
    func commit(_ work: @escaping Work) async throws {
        let isIdle = waiting.withLock { waiting in
            guard !waiting.isScheduled, waiting.otherWork == 0 else { return false }
            waiting.isScheduled = true
            return true
        }
        if isIdle, let result = commitHere(work) { return try result.get() }
        try await withCheckedThrowingContinuation { continuation in
            let mustSchedule = waiting.withLock { waiting in
                waiting.calls.append(Call(work: work, continuation: continuation))
                defer { waiting.isScheduled = true }
                // If this commit found the writer idle but another process had the turn, this commit still has to schedule the
                // calls.
                return isIdle || !waiting.isScheduled
            }
            if mustSchedule { pool.asyncWriteWithoutTransaction { [self] db in applyNextGroup(db) } }
        }
    }

    /// Runs the commit on the caller's thread, so that no other thread has to be woken.
    ///
    /// - Returns: nil if another process has its turn or waits for it; then nothing is done.
    private func commitHere(_ work: Work) -> Result<Void, any Error>? {
        let done = pool.writeWithoutTransaction { db -> (Result<Void, any Error>, mustCheckpoint: Bool)? in
            guard (try? turn.tryTake()) == true else { return nil }
            defer { turn.giveBack() }
            let result = Result { try attempt(db) { try work(db) } }
            return (result, isCheckpointDue(db))
        }
        guard let (result, mustCheckpoint) = done else { return nil }
        if mustCheckpoint { asynchronously { [self] db in checkpoint(db) } }
        let hasMore = waiting.withLock { waiting in
            waiting.isScheduled = !waiting.calls.isEmpty
            return waiting.isScheduled
        }
        if hasMore { pool.asyncWriteWithoutTransaction { [self] db in applyNextGroup(db) } }
        return result
    }

    /// Runs work on the writer's queue that may take long. Commits that arrive in the meantime wait for it without
    /// blocking a thread.
    private func asynchronously(_ work: @escaping @Sendable (Database) -> Void) {
        waiting.withLock { $0.otherWork += 1 }
        pool.asyncWriteWithoutTransaction { [waiting] db in
            work(db)
            waiting.withLock { $0.otherWork -= 1 }
        }
    }

    /// Runs work on the writer's queue, in its own transaction.
    func transaction<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await perform { [self] db in try inTransaction(db) { try work(db) } }
    }

    /// Runs work on the writer's queue. Unlike the pool's own method, it does not stop if the caller is cancelled.
    func perform<Result: Sendable>(_ work: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            asynchronously { [health, turn] db in
                continuation.resume(with: Swift.Result { try health.guarding { try turn.taken { try work(db) } } })
            }
        }
    }

    /// Empties the log after a deletion, so that the removed text is in no file any more.
    ///
    /// While others read from the log, it is tried again for a minute; then closing the store does it.
    func emptyLog() async throws {
        if try await tryEmptyLog() { return }
        Task.detached { [weak self, time] in
            for _ in 0..<Self.maximumTries {
                try await time.sleep(Self.pause)
                guard try await self?.tryEmptyLog() == false else { return }
            }
        }
    }

    /// How often the log is tried again, with a pause before each time.
    private static let maximumTries = 240

    /// - Returns: false if a reader needs the log.
    private func tryEmptyLog() async throws -> Bool { try await perform { [log] db in try log.empty(db) } }

    // MARK: On the writer's queue

    private func applyNextGroup(_ db: Database) {
        // Takes the turn before it counts the calls, so that calls that arrive during the wait belong to the group.
        let turn = Result { try health.guarding { try self.turn.take() } }
        let group = waiting.withLock { waiting in
            let group = Array(waiting.calls.prefix(Self.largestGroup))
            waiting.calls.removeFirst(group.count)
            return group
        }
        switch turn {
        case .success:
            apply(group, db)
            self.turn.giveBack()
        case .failure(let error):
            for call in group { call.continuation.resume(throwing: error) }
        }
        if isCheckpointDue(db) { checkpoint(db) }
        let hasMore = waiting.withLock { waiting in
            waiting.isScheduled = !waiting.calls.isEmpty
            return waiting.isScheduled
        }
        // Queued after all other work that was given to the writer in the meantime.
        if hasMore { pool.asyncWriteWithoutTransaction { [self] db in applyNextGroup(db) } }
    }

    private func apply(_ group: [Call], _ db: Database) {
        let together = Result {
            try attempt(db) { for call in group { try call.work(db) } }
        }
        if case .failure = together, group.count > 1 {
            for call in group {
                call.continuation.resume(
                    with: Result { try attempt(db) { try call.work(db) } })
            }
        } else {
            for call in group { call.continuation.resume(with: together) }
        }
    }

    private func attempt(_ db: Database, _ work: () throws -> Void) throws {
        try health.guarding { try inTransaction(db, work) }
    }

    private func inTransaction<Result>(_ db: Database, _ work: () throws -> Result) throws -> Result {
        try db.run("BEGIN IMMEDIATE")
        do {
            let result = try work()
            try db.run("COMMIT")
            return result
        } catch {
            // A full disk may have ended the transaction already.
            if db.isInsideTransaction { try db.rollback() }
            throw error
        }
    }

    // MARK: Checkpoints

    /// Whether a checkpoint is due at once. A checkpoint that can wait is scheduled for the next pause in the commits.
    private func isCheckpointDue(_ db: Database) -> Bool {
        switch log.need(db) {
        case .nothing: return false
        case .now: return true
        case .whenIdle(let commit):
            let mustWatch = waiting.withLock { waiting in
                defer { waiting.isWatchingForPause = true }
                return !waiting.isWatchingForPause
            }
            if mustWatch { checkpointAfterPause(since: commit) }
            return false
        }
    }

    /// If the store is released in the meantime, it needs no checkpoint here: closing does one.
    private func checkpointAfterPause(since commit: UInt64) {
        Task.detached { [weak self, time] in
            try? await time.sleep(Self.pause)
            self?.asynchronously { [weak self] db in self?.pauseEnded(since: commit, db) }
        }
    }

    private func pauseEnded(since commit: UInt64, _ db: Database) {
        switch log.need(db) {
        case .whenIdle(let latest) where latest != commit: checkpointAfterPause(since: latest)
        case .whenIdle:
            waiting.withLock { $0.isWatchingForPause = false }
            checkpoint(db)
        case .nothing, .now: waiting.withLock { $0.isWatchingForPause = false }
        }
    }

    private func checkpoint(_ db: Database) {
        // Commits continue if the checkpoint fails. `health` has noted every failure that makes commits impossible.
        try? health.guarding { try turn.taken { try log.checkpoint(db) } }
    }
}
