internal import GRDB
internal import Glibc
package import Plumbing

/// Accounts in an SQLite file of their own, beside the stores of all scopes.
///
/// It has a rollback journal and no write-ahead log: several processes write to it now and then, and SQLite 3.7.0 to 3.51.2
/// may damage a log that several processes reset. What is deleted is overwritten in the file, so that erased persons do not stay
/// in free pages.
package final class AccountFile: AccountStore {
    private let path: String
    private let queue: DatabaseQueue

    /// Opens or makes the file, readable by its owner only. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `accounts.…`.
    package init(at path: String) throws(Problem) {
        self.path = path
        if mknod(path, S_IFREG | 0o600, 0) != 0, errno != EEXIST {
            throw Problem(
                .store, "accounts.unwritable", "the accounts cannot be kept here (\(String(cString: strerror(errno))))",
                at: path, cure: "give this user the right to write, or another folder with --store")
        }
        var configuration = Configuration()
        configuration.label = "verbio.accounts"
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase { db in
            try db.execute(
                sql: "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA; PRAGMA secure_delete = ON")
        }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            if try queue.read(AccountSchema.migrator.hasBeenSuperseded) { throw Self.newer.at(path) }
            do { try AccountSchema.migrator.migrate(queue) } catch {
                // Another process may have made the tables of the new file meanwhile.
                guard try queue.read(AccountSchema.migrator.hasCompletedMigrations) else { throw error }
            }
        } catch {
            throw Self.problem(error, path)
        }
    }

    package func read<Result: Sendable>(
        _ work: @escaping @Sendable (any AccountTables) throws -> Result
    ) async throws -> Result {
        do { return try await queue.read { try work(AccountFileTables(db: $0)) } } catch { throw passed(error) }
    }

    package func write<Result: Sendable>(
        _ work: @escaping @Sendable (any AccountTables) throws -> Result
    ) async throws -> Result {
        do { return try await queue.write { try work(AccountFileTables(db: $0)) } } catch { throw passed(error) }
    }

    /// Errors of the database become problems; those of the work itself stay as they are.
    private func passed(_ error: any Error) -> any Error {
        error is DatabaseError ? Self.problem(error, path) : error
    }

    private static let newer = Problem(
        .store, "accounts.newer", "the accounts were written by a newer Verbio", cure: "update Verbio")

    private static func problem(_ error: any Error, _ path: String) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            Problem(
                .store, "accounts.busy", "another process has been changing the accounts for too long", at: path,
                cure: "try again")
        case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
            Problem(
                .store, "accounts.damaged", "the file of the accounts is damaged", at: path,
                cure: "restore it from a backup")
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            Problem(.store, "store.full", "there is no room left for accounts", at: path, cure: "free some space")
        default:
            Problem(
                .store, "accounts.failed", "the accounts cannot be read or written (\(error))", at: path,
                cure: "look at the disk and the permissions of the file")
        }
    }
}
