internal import ConversationTables
package import Conversations
internal import GRDB
internal import Glibc
package import Plumbing
internal import Providers
package import SQL
internal import SQLiteFile

/// The store of one scope in one folder: a SQLite database and, next to it, audio in files named after their contents.
///
///     let store = try await SQLiteStore.open(at: "/home/me/.local/share/verbio")
///     try await store.commit([.conversation(conversation), .event(started)])
///     try await store.synchronize()
///     try await store.close()
///
/// Any number of processes of one machine may use it at once. Their transactions take turns, and each conversation has one
/// owner (``claim(_:)``). With `readOnly: true` nothing is written and no lock is kept.
///
/// Every error is a `Problem` of kind `store` at the folder: `store.locked`, `store.unwritable`, `store.full`, `store.corrupt`,
/// `store.corrupt-blob`, `store.newer`, `store.conflict`, `store.failed`, `store.missing`, `store.outdated`, `store.read-only`,
/// `store.closed`. If a call needs the owner of a conversation, the error is `conversation.busy`, of kind `usage`.
/// After a failed fsync or a damaged page every further call fails with the same problem. The contents of the disk are
/// known again only after the store has been reopened.
package final class SQLiteStore: ScopeStore, TableStore {
    /// The parts that only a store opened for writing has.
    private struct Writing {
        var writer: Writer
        var barrier: PowerLossBarrier
        var lock: StoreLock
        var turn: WriteTurn
        var reserve: DiskReserve
    }

    package let scope: Scope
    package var tables: any SQLDatabase { StoreTables(store: self) }
    /// Shows ``SQLiteStores`` that the store is in use; nil if it was opened alone.
    private let use: StoreUse?
    private let pool: DatabasePool
    /// Keeps a reader of the pool free for ``lookUp(_:)``. A query that waits for its thread holds its reader in the
    /// meantime. If such queries held all readers, and callers of `lookUp` blocked all threads, both would wait
    /// forever.
    private let waitingReads: Limiter
    private let writing: Writing?
    private let blobs: BlobFiles
    private let claims: ClaimFiles
    /// The folder of the spools.
    private let spools: String
    private let health: Health
    private let claimWorker: WorkerThread
    private let blobWriter: WorkerThread
    private let blobReader: WorkerThread

    private init(
        _ pool: DatabasePool, _ scope: Scope, writing: Writing?, in directory: StoreDirectory, blobs: BlobFiles,
        claims: ClaimFiles, health: Health
    ) {
        spools = directory.spools
        self.pool = pool
        waitingReads = Limiter(limit: Connections.readers - 1)
        self.scope = scope
        self.writing = writing
        self.blobs = blobs
        self.claims = claims
        self.health = health
        use = nil
        claimWorker = WorkerThread("store.claims")
        blobWriter = WorkerThread("store.blobs.write")
        blobReader = WorkerThread("store.blobs.read")
    }

    private init(sharing other: SQLiteStore, by use: StoreUse) {
        self.use = use
        (scope, pool, writing, health) = (other.scope, other.pool, other.writing, other.health)
        waitingReads = other.waitingReads
        (blobs, claims, spools) = (other.blobs, other.claims, other.spools)
        (claimWorker, blobWriter, blobReader) = (other.claimWorker, other.blobWriter, other.blobReader)
    }

    /// The same opened store for one more user.
    func shared(by use: StoreUse) -> SQLiteStore { SQLiteStore(sharing: self, by: use) }

    /// Opens the store of the local scope in a folder. If the folder is missing, it is made, for its owner only.
    ///
    /// - Parameters:
    ///   - directory: The folder's path.
    ///   - readOnly: Reads only: takes no lock, so that it works while another Verbio is running, and never writes.
    ///   - time: When to check the log in the background.
    /// - Throws: ``Problem`` of kind `store`.
    package static func open(
        at directory: String, readOnly: Bool = false, time: TimeSource = .system
    ) async throws -> SQLiteStore {
        try await WorkerThread("store.open").run {
            let directory = StoreDirectory(directory)
            let health = Health(place: directory.path)
            return try health.guarding {
                readOnly
                    ? try openReadOnly(directory, .local, health: health)
                    : try openWriting(directory, .local, health: health, time: time)
            }
        }
    }

    static func openReadOnly(_ directory: StoreDirectory, _ scope: Scope, health: Health) throws -> SQLiteStore {
        // SQLite needs some shared memory next to the database even for reading.
        let pool = try directory.reserve.backing { try Connections.openReadOnly(directory) }
        return SQLiteStore(
            pool, scope, writing: nil, in: directory, blobs: BlobFiles(directory), claims: ClaimFiles(directory),
            health: health)
    }

    static func openWriting(
        _ directory: StoreDirectory, _ scope: Scope, health: Health, time: TimeSource
    ) throws -> SQLiteStore {
        // A store is also opened to erase something when there is no room.
        let store = try directory.reserve.backing {
            try openAtOnce(directory, scope, health: health, time: time)
        }
        directory.reserve.fill()
        return store
    }

    private static func openAtOnce(
        _ directory: StoreDirectory, _ scope: Scope, health: Health, time: TimeSource
    ) throws -> SQLiteStore {
        let made = try Files.makeDirectory(directory.path)
        let turn = try WriteTurn(directory)
        return try turn.taken {
            let lock = try StoreLock(directory.lock)
            try directory.requireDatabase()
            try directory.create()
            try directory.restrict()
            let (blobs, claims) = (BlobFiles(directory), ClaimFiles(directory))
            if lock.isAlone {
                try blobs.removeUnfinished()
                try claims.removeLeftovers()
            }
            try blobs.forgetRemoved(isAlone: lock.isAlone)
            let log = WriteAheadLog()
            let pool = try Connections.open(directory, lock: lock, log: log)
            try pool.write { db in try interruptAbandoned(claims, db) }
            let logFile = try OpenFile(directory.writeAheadLog, O_RDONLY)
            try logFile.synchronizeData()
            try directory.synchronize(made: made)
            let writing = Writing(
                writer: Writer(pool, turn: turn, log: log, health: health, time: time),
                barrier: PowerLossBarrier(log: logFile, blobs: blobs, health: health), lock: lock, turn: turn,
                reserve: directory.reserve)
            return SQLiteStore(
                pool, scope, writing: writing, in: directory, blobs: blobs, claims: claims, health: health)
        }
    }

    /// Marks conversations as interrupted if they are stored as running and have no owner: a process that has ended left them.
    /// An owner takes its claim before it stores that the conversation runs, and keeps it until it has stored how the run
    /// ended.
    private static func interruptAbandoned(_ claims: ClaimFiles, _ db: Database) throws {
        for id in try ConversationTable.running(in: db) where claims.owner(of: id) == nil {
            try ConversationTable.setState(.interrupted, of: id).run(db)
        }
    }

    /// Checkpoints the database and releases the lock. The current transaction is finished. Calls that still wait, and all
    /// later ones, are refused. If a store is released without this call, it loses nothing. A store that ``SQLiteStores`` opened
    /// stays open if it has other users.
    package func close() async throws {
        if let use { return try await use.close() }
        guard health.close() else { return }
        let place = pool.path
        try await WorkerThread("store.close").run { [pool, writing] in
            if let writing {
                pool.writeWithoutTransaction { db in
                    // If the log cannot be emptied, because another process is reading or the disk fails, it is kept for the
                    // next time. It is also kept if other processes are writing: they checkpoint it as they continue.
                    try? writing.turn.taken { if writing.lock.isAlone { _ = try db.checkpoint(.truncate) } }
                }
            }
            do { try pool.close() } catch { throw StoreProblem.describe(error, at: place) }
            writing?.lock.release()
        }
    }

    // MARK: Writing

    /// Cancellation does not interrupt this call: the changes are made or refused.
    package func commit(_ changes: [StoreChange]) async throws {
        let writing = try requireWriting()
        guard !changes.isEmpty else { return }
        let prepared = try health.guarding { try PreparedCommit(changes) }
        try await writing.writer.commit { [blobs] db in
            try writing.barrier.add(restored: blobs.restore(prepared.blobs))
            try prepared.run(db)
        }
        blobs.settle(prepared.blobs)
    }

    package func commitUrgently(_ changes: [StoreChange]) async throws {
        try await onFullDisk { try await commit(changes) }
    }

    /// Does work that must succeed without room, too. On a full disk, the reserve is given up for it and the log is emptied: the
    /// log may take more room than anything else, and gives it back when it has been moved into the database.
    private func onFullDisk<Result>(_ work: () async throws -> Result) async throws -> Result {
        try await requireWriting().reserve.backing(work) { [self] in
            do { try await emptyLog() } catch {}
        }
    }

    package func begin(_ attempt: Attempt, after changes: [StoreChange]) async throws -> StageAnswer? {
        let writing = try requireWriting()
        let prepared = try health.guarding { try PreparedCommit(changes) }
        let beginning = AttemptTable.beginUnlessFinished(attempt)
        let finished = Locked<StageAnswer?>(nil)
        try await writing.writer.commit { [blobs] db in
            try writing.barrier.add(restored: blobs.restore(prepared.blobs))
            try prepared.run(db)
            let isBegun = try beginning.run(db) > 0
            let found = isBegun ? nil : try AnswerTables.find(attempt.key, of: attempt.id.stage, in: db)
            finished.withLock { $0 = found }
            // The caller is about to refer to the audio of this answer. So the blob is expected before any call can delete it.
            if case .speech(let speech) = found { blobs.expect(speech.blob) }
        }
        blobs.settle(prepared.blobs)
        return finished.withLock { $0 }
    }

    package func synchronize() async throws { try await requireWriting().barrier.wait() }

    package func claim(_ id: ConversationID) async throws -> ConversationClaim? {
        _ = try requireWriting()
        return try await claimWorker.run { [claims, health] in try health.guarding { try claims.claim(id) } }
    }

    package func owner(of id: ConversationID) async throws -> ConversationOwner? {
        try health.check()
        return try await claimWorker.run { [claims] in claims.owner(of: id) }
    }

    package func delete(_ id: ConversationID) async throws -> Bool {
        try await erasing { [self] in
            guard let claim = try await claim(id) else { throw await busy(id) }
            defer { claim.release() }
            let writer = try requireWriting().writer
            guard let orphans = try await writer.transaction({ db in try Deletion.remove(id, in: db) }) else {
                return false
            }
            try await removeOrphans(orphans)
            try await spool(of: id).remove()
            return true
        } then: { [self] in
            try await eraseRemovedTexts()
            try await emptyLog()
        }
    }

    /// Erases rows and files, and then what is left of their texts. Each of both works on a full disk.
    ///
    /// - Returns: what `work` returns: whether there was anything.
    func erasing(
        _ work: () async throws -> Bool, then rest: () async throws -> Void
    ) async throws -> Bool {
        let wasThere = try await onFullDisk(work)
        if wasThere { try await onFullDisk(rest) }
        return wasThere
    }

    package func requireRoom() async throws {
        guard let free = try requireWriting().reserve.free, free < Self.leastRoom else { return }
        throw health.note(StoreProblem.full("\(free >> 10) KB are free"))
    }

    /// A minute of kept sound, and some.
    private static let leastRoom: UInt64 = 4 << 20

    /// Leaves nothing of removed rows in the log.
    func emptyLog() async throws { try await requireWriting().writer.emptyLog() }

    package func spool(of id: ConversationID) async throws -> any SpeechSpool {
        _ = try requireWriting()
        return SpoolFiles(folder: spools + "/" + id.rawValue, health: health)
    }

    /// Runs changes in one transaction.
    ///
    /// - Parameter kept: blobs that the changes refer to.
    func write<Result: Sendable>(
        referringTo kept: [BlobID] = [], _ work: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        let writing = try requireWriting()
        return try await writing.writer.transaction { [blobs] db in
            try writing.barrier.add(restored: blobs.restore(kept))
            return try work(db)
        }
    }

    /// Notes that committed rows refer to these blobs now.
    func settle(_ ids: [BlobID]) { blobs.settle(ids) }

    /// Removes those of the blobs that no row refers to any more.
    func removeOrphans(_ orphans: [BlobID]) async throws {
        let (writer, lock) = (try requireWriting().writer, try requireWriting().lock)
        // Files are removed after the rows: a crash in between leaves an unused file, never a row without its file.
        for start in stride(from: 0, to: orphans.count, by: Deletion.blobsAtOnce) {
            let some = Array(orphans[start..<min(start + Deletion.blobsAtOnce, orphans.count)])
            try await writer.perform { [blobs] db in
                let isAlone = lock.isAlone
                for blob in some where try !Deletion.isReferenced(blob, in: db) {
                    try blobs.remove(blob, isAlone: isAlone)
                }
                if start == 0 { try blobs.forgetRemoved(isAlone: isAlone) }
            }
        }
    }

    package func put(_ bytes: [UInt8]) async throws -> BlobID {
        let barrier = try requireWriting().barrier
        let id = try await blobWriter.run { [blobs, health] in try health.guarding { try blobs.put(bytes) } }
        try await barrier.add(id)
        return id
    }

    // MARK: Moving

    /// Whether no other process has the store open for writing.
    func isAlone() throws -> Bool { try requireWriting().lock.isAlone }

    /// Takes the files of blobs over from another store. Rows that refer to them follow.
    func adopt(_ ids: [BlobID], from other: SQLiteStore) async throws {
        let barrier = try requireWriting().barrier
        try await blobWriter.run { [blobs, health, others = other.blobs] in
            try health.guarding { for id in ids { try blobs.adopt(id, from: others) } }
        }
        for id in ids { try await barrier.add(id) }
    }

    /// Takes over what another store has of the sound of a live conversation.
    func adoptSpool(of id: ConversationID, from other: SQLiteStore) async throws {
        _ = try requireWriting()
        try await blobWriter.run { [spools, health, others = other.spools] in
            try health.guarding {
                let (old, new) = (others + "/" + id.rawValue, spools + "/" + id.rawValue)
                guard Files.isDirectory(old), !Files.isDirectory(new) else { return }
                try Files.makeDirectory(spools)
                try Files.rename(old, to: new)
                try Files.synchronizeDirectory(spools)
            }
        }
    }

    private func requireWriting() throws -> Writing {
        try health.check()
        guard let writing else { throw health.note(StoreProblem.readOnly) }
        return writing
    }

    // MARK: Reading

    package func conversation(_ id: ConversationID) async throws -> Conversation? {
        try lookUp { db in try ConversationTable.find(id, in: db) }
    }

    package func conversations(
        after place: ConversationPlace?, limit: Int
    ) async throws -> [ConversationSummary] {
        guard limit > 0 else { return [] }
        return try await read { db in try ConversationTable.list(after: place, limit: limit, in: db) }
    }

    package func utterances(of id: ConversationID, after: Int, limit: Int) async throws -> [UtteranceRecord] {
        guard limit > 0 else { return [] }
        return try await read { db in try UtteranceTable.page(of: id, after: after, limit: limit, in: db) }
    }

    package func utterance(_ id: UtteranceID) async throws -> UtteranceRecord? {
        guard id.sequence >= 1 else { return nil }
        return try lookUp { db in
            try UtteranceTable.page(of: id.conversation, after: id.sequence - 1, limit: 1, in: db)
                .first { $0.utterance.sequence == id.sequence }
        }
    }

    package func request(_ key: String) async throws -> StoredRequest? {
        let request = try lookUp { db in try RequestTable.find(key, in: db) }
        return request
    }

    package func remember(_ request: StoredRequest, forgettingBefore limit: Int64, keeping most: Int) async throws {
        try await write { db in try RequestTable.upsert(request, forgettingBefore: limit, keeping: most, in: db) }
    }

    package func usage(since first: CalendarDay) async throws -> [UsageDay] {
        try await read { db in try UsageQuery.days(since: first, in: db) }
    }

    package func count(_ calls: UsedCalls, at start: Int64) async throws {
        try await write { db in try SingleCallTable.insert(calls, at: start, in: db) }
    }

    package func answer(for key: ContentKey) async throws -> StageAnswer? {
        let answer = try lookUp { db in try AnswerTables.find(key, in: db) }
        // The caller is about to refer to the audio of this answer.
        if case .speech(let speech) = answer { blobs.expect(speech.blob) }
        return answer
    }

    package func events(of id: ConversationID, after: Int, limit: Int) async throws -> [LoggedEvent] {
        guard limit > 0 else { return [] }
        return try await read { db in try EventTable.page(of: id, after: after, limit: limit, in: db) }
    }

    package func blob(_ id: BlobID) async throws -> [UInt8]? {
        try health.check()
        do {
            return try await blobReader.run { [blobs, health] in try health.guarding { try blobs.read(id) } }
        } catch let problem as Problem where problem.code == TableProblem.damagedBlobCode {
            let cure = try? await read { db in try BlobUse.cure(of: id, in: db) }
            throw health.note(TableProblem.damagedBlob(id, cure: cure))
        }
    }

    func read<Result: Sendable>(_ query: @Sendable (Database) throws -> Result) async throws -> Result {
        try health.check()
        do {
            return try await waitingReads.run { try await pool.read(query) }
        } catch {
            throw health.note(error)
        }
    }

    /// Runs a query for one row by its key, on the caller's thread. It takes some 20 µs, and waking a reader's thread would
    /// double that.
    func lookUp<Result>(_ query: (Database) throws -> Result) throws -> Result {
        try health.check()
        do { return try pool.read(query) } catch { throw health.note(error) }
    }
}
