internal import GRDB
internal import Glibc
internal import Plumbing

/// An SQLite file beside the stores of all scopes, readable by its owner only.
///
/// It has a rollback journal and no write-ahead log: several processes write to it now and then, and SQLite 3.7.0 to 3.51.2
/// may damage a log that several processes reset. A change is on the disk when the call returns.
final class AccessDatabase: Sendable {
    private let path: String
    private let queue: DatabaseQueue

    /// Opens or makes the file. Blocks.
    ///
    /// - Parameter tables: creates the tables of a new file.
    /// - Throws: ``Problem`` of kind `store`, codes `keys.…`.
    init(at path: String, tables: String) throws(Problem) {
        self.path = path
        if mknod(path, S_IFREG | 0o600, 0) != 0, errno != EEXIST {
            throw Problem(
                .store, "keys.unwritable", "the keys cannot be kept here (\(String(cString: strerror(errno))))",
                at: path, cure: "give this user the right to write, or another folder with --store")
        }
        var configuration = Configuration()
        configuration.label = "verbio.access"
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA")
        }
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try $0.execute(sql: tables) }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            do { try migrator.migrate(queue) } catch {
                // Another process may have made the tables of the new file meanwhile.
                guard try queue.read(migrator.hasCompletedMigrations) else { throw error }
            }
        } catch {
            throw Self.problem(error, path)
        }
    }

    func read<Result>(_ work: (Database) throws -> Result) throws -> Result {
        do { return try queue.read(work) } catch { throw Self.problem(error, path) }
    }

    /// Does the work in one transaction.
    func write<Result>(_ work: (Database) throws -> Result) throws -> Result {
        do { return try queue.write(work) } catch { throw Self.problem(error, path) }
    }

    private static func problem(_ error: any Error, _ path: String) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            Problem(
                .store, "keys.busy", "another process has been changing the keys for too long", at: path,
                cure: "try again")
        case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
            Problem(.store, "keys.damaged", "the file is damaged", at: path, cure: "restore it from a backup")
        default:
            Problem(
                .store, "keys.failed", "the keys cannot be read or written (\(error))", at: path,
                cure: "look at the disk and the permissions of the file")
        }
    }
}
