internal import Conversations
internal import Plumbing

/// Makes what has been stored survive a power loss. All callers that ask while the disk is busy share the next round.
///
/// Commits are written to the log without waiting for the disk (`synchronous = NORMAL`). One `fdatasync` of the log
/// makes all of them durable. It needs neither the writer nor a transaction, so commits continue in the meantime. Blobs
/// are synchronized first, so that a row on the disk has its blob there too.
///
/// Before SQLite restarts the log it has itself waited for the database to be on the disk. So a transaction is always on the
/// disk in the log or in the database. This also holds for commits of other processes: all processes share one log. It stays
/// the same file for as long as one of them has the database open.
///
/// To check this: `strace -f -e trace=fsync,fdatasync,rename verbio translate …` shows, before the exit, `fsync` of each blob
/// and its folders and `fdatasync` of `verbio.sqlite-wal`, and none between two commits.
final class PowerLossBarrier: Sendable {
    private struct State {
        var unsynchronized: Set<BlobID> = []
        var waiters: [CheckedContinuation<Void, any Error>] = []
        var isRunning = false
        var isWanted = false
    }

    /// If this many blobs are waiting, a round starts in the background.
    private static let eagerBlobs = 64
    /// If this many blobs are waiting, the caller that puts the next one waits for the disk.
    private static let maximumBlobs = 1_024

    private let log: OpenFile
    private let blobs: BlobFiles
    private let health: Health
    private let worker = WorkerThread("store.barrier")
    private let state = Locked(State())

    init(log: OpenFile, blobs: BlobFiles, health: Health) {
        self.log = log
        self.blobs = blobs
        self.health = health
    }

    /// Notes a blob that may not be on the disk yet.
    func add(_ blob: BlobID) async throws {
        let count = state.withLock { state in
            state.unsynchronized.insert(blob)
            return state.unsynchronized.count
        }
        if count >= Self.maximumBlobs {
            try await wait()
        } else if count >= Self.eagerBlobs {
            start(nil)
        }
    }

    /// Notes blobs that were restored under their names: the next round synchronizes these names.
    func add(restored blobs: [BlobID]) {
        guard !blobs.isEmpty else { return }
        state.withLock { $0.unsynchronized.formUnion(blobs) }
    }

    /// Returns once everything stored before the call is on the disk.
    func wait() async throws {
        try health.check()
        try await withCheckedThrowingContinuation { continuation in start(continuation) }
    }

    private func start(_ waiter: CheckedContinuation<Void, any Error>?) {
        let mustRun = state.withLock { state in
            if let waiter { state.waiters.append(waiter) }
            state.isWanted = true
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustRun { Task.detached { [self] in await runRounds() } }
    }

    private func runRounds() async {
        while true {
            let round = state.withLock { state -> (Set<BlobID>, [CheckedContinuation<Void, any Error>])? in
                guard state.isWanted else {
                    state.isRunning = false
                    return nil
                }
                defer {
                    state.isWanted = false
                    state.unsynchronized = []
                    state.waiters = []
                }
                return (state.unsynchronized, state.waiters)
            }
            guard let (ids, waiters) = round else { return }
            let result: Result<Void, any Error>
            do {
                try await worker.run { [self] in
                    try health.guarding {
                        try blobs.synchronize(ids)
                        try log.synchronizeData()
                    }
                }
                result = .success(())
            } catch {
                // The blobs still have to be synchronized. If the disk failed, `health` prevents any later round.
                state.withLock { $0.unsynchronized.formUnion(ids) }
                result = .failure(error)
            }
            for waiter in waiters { waiter.resume(with: result) }
        }
    }
}
