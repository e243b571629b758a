internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import Plumbing

/// Watches the length of the write-ahead log and checkpoints it from time to time.
///
/// A checkpoint waits for the disk, so it must not delay commits. It runs if the log has grown past `idlePages` and no commit
/// has come for a moment. Only if the log is longer than `maximumPages`, which bounds its file, it is checkpointed at once.
final class WriteAheadLog: @unchecked Sendable {
    /// Pages of 4 KiB: 1 MiB and 32 MiB.
    static let idlePages = 256
    static let maximumPages = 8_192
    /// Seconds that a statement waits for another connection.
    static let patience = 5.0

    // Only used on the writer's queue: by SQLite's hook, which runs inside COMMIT, and by the methods that take `db`.
    private var pages = 0
    private var commits: UInt64 = 0
    /// The length at which the log is checkpointed at once. If a reader keeps the log from restarting, the limit rises, so that
    /// not every commit runs a checkpoint.
    private var limit = maximumPages

    /// SQLite reports the log's length after every commit. SQLite keeps no reference to this object: the caller keeps the
    /// object for as long as the connection.
    func watch(_ db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { context, _, _, pages in
                guard let context else { return SQLITE_OK }
                let log = Unmanaged<WriteAheadLog>.fromOpaque(context).takeUnretainedValue()
                log.pages = Int(pages)
                log.commits &+= 1
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    enum Need: Equatable {
        case nothing
        /// When no commit follows the commit of this number for a while.
        case whenIdle(commit: UInt64)
        case now
    }

    func need(_ db: Database) -> Need {
        if pages < Self.maximumPages { limit = Self.maximumPages }
        if pages >= limit { return .now }
        return pages >= Self.idlePages ? .whenIdle(commit: commits) : .nothing
    }

    /// Checkpoints as many pages of the log as the readers allow.
    func checkpoint(_ db: Database) throws {
        limit = max(Self.maximumPages, pages + Self.maximumPages / 4)
        let (total, moved) = try db.checkpoint(.passive)
        guard total == moved, total > 0 else { return }
        // The next commit restarts the log, and SQLite waits for the new header to be on the disk. That wait belongs here and
        // not in a commit. So this writes a value that does not change any data.
        let version = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        try db.execute(sql: "PRAGMA user_version = \(version == 0 ? 1 : 0)")
    }

    /// Moves everything into the database and empties the file of the log, in which bytes of removed rows are left otherwise.
    ///
    /// - Returns: false if a reader needs the log; it is not waited for.
    func empty(_ db: Database) throws -> Bool {
        let connection = db.sqliteConnection
        sqlite3_busy_timeout(connection, 0)
        defer { sqlite3_busy_timeout(connection, Int32(Self.patience * 1_000)) }
        do {
            _ = try db.checkpoint(.truncate)
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return false
        }
    }
}
