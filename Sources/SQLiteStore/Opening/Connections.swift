internal import GRDB
internal import GRDBSQLite
internal import Plumbing

/// Opens the connections to a database file.
///
/// Debian's SQLite 3.40.1 can corrupt a file if two connections write or checkpoint at the same moment (the WAL-reset bug,
/// fixed in 3.51.3). So only one connection in a process writes and checkpoints: the writer of a `DatabasePool`. It takes turns
/// with the writers of other processes (``WriteTurn``). The pool's readers are opened read-only and refuse writes by
/// `query_only`. They never checkpoint, not even if they are the last ones to be closed. A checkpoint needs a lock for
/// which a file must be open for writing.
///
/// This is a pool and not a queue, so that reading a long page of events does not hold up commits. Nothing is mapped into
/// memory: a damaged file must give an error, not a signal.
enum Connections {
    static let readers = 4

    /// Opens or creates the database, checks it and migrates it. Blocks; runs on a worker that has the turn.
    ///
    /// If other processes have the store open, this one neither checks what they are writing nor changes the schema.
    static func open(_ directory: StoreDirectory, lock: StoreLock, log: WriteAheadLog) throws -> DatabasePool {
        let isAlone = lock.isAlone
        let wasLeftOpen = isAlone && directory.wasLeftOpen
        let pool = try DatabasePool(
            path: directory.database,
            configuration: configuration { db in
                // Every connection captures the lock, so that the lock is released only after the last connection is closed.
                _ = lock
                if !db.configuration.readonly { log.watch(db) }
            })
        try pool.writeWithoutTransaction { db in
            if wasLeftOpen { try check(db) }
            if try Schema.migrator.hasBeenSuperseded(db) { throw StoreProblem.newer }
            guard try isAlone || Schema.migrator.hasCompletedMigrations(db) else {
                throw StoreProblem.outdatedInUse(by: lock.latest)
            }
        }
        if isAlone { try Schema.migrator.migrate(pool) }
        return pool
    }

    /// Opens an existing database for reading: takes no lock, does not migrate and writes nothing.
    static func openReadOnly(_ directory: StoreDirectory) throws -> DatabasePool {
        try directory.requireDatabase()
        guard let size = Files.size(directory.database), size > 0 else { throw StoreProblem.missing }
        var configuration = configuration { _ in }
        configuration.readonly = true
        let pool = try DatabasePool(path: directory.database, configuration: configuration)
        try pool.read { db in
            // Fixes the state that is read: GRDB asks for its table twice, and another process may make it in the
            // meantime.
            _ = try Row.fetchOne(db, sql: "SELECT 1 FROM sqlite_master")
            if try Schema.migrator.hasBeenSuperseded(db) { throw StoreProblem.newer }
            guard try Schema.migrator.hasCompletedMigrations(db) else { throw StoreProblem.outdated }
        }
        return pool
    }

    private static func configuration(
        _ prepare: @escaping @Sendable (Database) -> Void
    ) -> Configuration {
        var configuration = Configuration()
        configuration.label = "verbio.store"
        configuration.maximumReaderCount = readers
        configuration.busyMode = .timeout(WriteAheadLog.patience)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            if db.configuration.readonly {
                try db.execute(sql: "PRAGMA query_only = 1")
            } else {
                // If the log was unusually large, the space that it keeps after a restart is given back.
                try db.execute(sql: "PRAGMA journal_size_limit = 33554432")
            }
            // After the pragma above, because the pragma replaces the same hook.
            prepare(db)
        }
        return configuration
    }

    /// Checks the file after a crash, before anything is written to it.
    private static func check(_ db: Database) throws {
        let verdict = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
        if verdict != "ok" { throw StoreProblem.corrupt("the database is damaged (\(verdict))") }
    }
}
