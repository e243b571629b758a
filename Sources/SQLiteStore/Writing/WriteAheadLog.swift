internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import Plumbing

/// Watches the write-ahead log's length and moves it into the database now and then.
///
/// A checkpoint waits for the disk, so it is kept out of the way of commits: it runs when the log has grown past
/// `idlePages` and nothing has been committed for a moment; only a log past `maximumPages`, which bounds its file, is
/// moved at once.
final class WriteAheadLog: @unchecked Sendable {
    /// Pages of 4 KiB: 1 MiB and 32 MiB.
    static let idlePages = 256
    static let maximumPages = 8_192

    // Only touched on the writer's queue: by SQLite's hook, which runs inside COMMIT, and by the methods that take `db`.
    private var pages = 0
    private var commits: UInt64 = 0
    /// The length at which the log is moved at once. While a reader keeps it from beginning anew, not at every commit.
    private var limit = maximumPages

    /// SQLite reports the log's length after every commit. It keeps no reference: whoever calls this keeps the log for as
    /// long as the connection.
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
        /// Once no commit follows the one of this number for a while.
        case whenIdle(commit: UInt64)
        case now
    }

    func need(_ db: Database) -> Need {
        if pages < Self.maximumPages { limit = Self.maximumPages }
        if pages >= limit { return .now }
        return pages >= Self.idlePages ? .whenIdle(commit: commits) : .nothing
    }

    /// Moves the log into the database as far as no reader is in the way.
    func checkpoint(_ db: Database) throws {
        limit = max(Self.maximumPages, pages + Self.maximumPages / 4)
        let (total, moved) = try db.checkpoint(.passive)
        guard total == moved, total > 0 else { return }
        // The next commit begins the log anew, and SQLite waits for the new header to be on the disk. That wait belongs
        // here and not in a commit: hence a write that changes nothing anybody reads.
        let version = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        try db.execute(sql: "PRAGMA user_version = \(version == 0 ? 1 : 0)")
    }
}
