internal import GRDB
internal import Glibc
package import Plumbing
package import SQL

/// An SQLite file next to the stores of all scopes, readable by its owner only.
///
/// It has a rollback journal and no write-ahead log. Several processes write to it now and then, and SQLite 3.7.0 to
/// 3.51.2 may damage a log that several processes reset. A change is on the disk when the call returns.
package final class SQLiteFile: Sendable {
    /// What a file holds, as its errors name it.
    package struct Contents: Sendable {
        /// The first part of the errors' codes, such as `keys`.
        package var code: String
        /// With its article, such as `the keys`.
        package var name: String
        /// Whether what is deleted is overwritten, so that nothing of it stays in free pages.
        package var erasesDeleted: Bool

        package init(code: String, name: String, erasesDeleted: Bool = false) {
            self.code = code
            self.name = name
            self.erasesDeleted = erasesDeleted
        }
    }

    /// A change of the tables. It is never edited after a release.
    package struct Step: Sendable {
        package var name: String
        /// Statements that `;` separates.
        package var sql: String

        package init(_ name: String, _ sql: String) {
            self.name = name
            self.sql = sql
        }
    }

    private let path: String
    private let contents: Contents
    private let queue: DatabaseQueue
    /// The room for erasing, which it shares with the stores in its folder.
    private let reserve: DiskReserve

    /// Opens or makes the file. Blocks.
    ///
    /// - Parameter steps: make the tables of a new file, and change those of an earlier version.
    /// - Throws: ``Problem`` of kind `store`: `CODE.unwritable`, `CODE.newer`, `CODE.busy`, `CODE.damaged`, `CODE.failed` or
    ///   `store.full`.
    package init(at path: String, of contents: Contents, steps: [Step]) throws(Problem) {
        self.path = path
        self.contents = contents
        reserve = DiskReserve(in: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        if mknod(path, S_IFREG | 0o600, 0) != 0, errno != EEXIST {
            throw Problem(
                .store, contents.code + ".unwritable",
                "\(contents.name) cannot be kept here (\(String(cString: strerror(errno))))", at: path,
                cure: "give this user the right to write, or another folder with --store")
        }
        var configuration = Configuration()
        configuration.label = "verbio.\(contents.code)"
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA")
            if contents.erasesDeleted { try db.execute(sql: "PRAGMA secure_delete = ON") }
        }
        var migrator = DatabaseMigrator()
        for step in steps { migrator.registerMigration(step.name) { try $0.execute(sql: step.sql) } }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            // In a transaction that writes, because several processes may make the tables of a new file at once. GRDB
            // asks for its table twice and assumes that both answers are from the same moment.
            if try queue.write(migrator.hasBeenSuperseded) {
                throw Problem(
                    .store, contents.code + ".newer", "\(contents.name) were written by a newer Verbio", at: path,
                    cure: "update Verbio")
            }
            do { try migrator.migrate(queue) } catch {
                // Another process may have made the tables of the new file in the meantime.
                guard try queue.write(migrator.hasCompletedMigrations) else { throw error }
            }
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Self.problem(error, with: contents, path)
        }
    }

    /// Opens or makes a file whose tables have never changed.
    package convenience init(at path: String, of contents: Contents, tables: String) throws(Problem) {
        try self.init(at: path, of: contents, steps: [Step("1", tables)])
    }

    private func explained(_ error: any Error) -> any Error {
        error is DatabaseError ? Self.problem(error, with: contents, path) : error
    }

    private static func problem(_ error: any Error, with contents: Contents, _ path: String) -> Problem {
        let (code, name) = (contents.code, contents.name)
        return switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_BUSY?:
            Problem(
                .store, code + ".busy", "another process has been changing \(name) for too long", at: path,
                cure: "try again")
        case .SQLITE_CORRUPT?, .SQLITE_NOTADB?:
            Problem(
                .store, code + ".damaged", "the file of \(name) is damaged", at: path,
                cure: "restore it from a backup")
        case .SQLITE_FULL?:
            Problem(.store, "store.full", "there is no room left for \(name)", at: path, cure: "free some space")
        default:
            Problem(
                .store, code + ".failed", "\(name) cannot be read or written (\(error))", at: path,
                cure: "look at the disk and the permissions of the file")
        }
    }
}

extension SQLiteFile: SQLDatabase {
    package func read<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        do { return try await queue.read { try work($0) } } catch { throw explained(error) }
    }

    @discardableResult
    package func write<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        do { return try await queue.write { try work($0) } } catch { throw explained(error) }
    }

    @discardableResult
    package func erase<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try await reserve.backing { try await write(work) }
    }
}
