package import Plumbing
package import PostgreSQL
internal import SQL
internal import SQLiteFile

/// Accounts in tables of a database, next to the stores of all scopes.
///
/// In an SQLite file, what is deleted is overwritten, so that erased persons do not stay in free pages.
package struct AccountDatabase: AccountStore {
    private let database: any SQLDatabase

    /// Opens or makes an SQLite file, readable by its owner only. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `accounts.…`.
    package init(at path: String) throws(Problem) {
        database = try SQLiteFile(
            at: path, of: .init(code: "accounts", name: "the accounts", erasesDeleted: true),
            steps: AccountSchema.steps)
    }

    /// Opens the tables of a PostgreSQL database, or makes them.
    package init(_ database: PostgreSQLDatabase) async throws {
        try await database.migrate(AccountSchema.postgreSQL)
        self.database = database
    }

    package func read<Result: Sendable>(
        _ work: @escaping @Sendable (any AccountTables) throws -> Result
    ) async throws -> Result {
        try await database.read { try work(SQLAccountTables(db: $0)) }
    }

    package func write<Result: Sendable>(
        _ work: @escaping @Sendable (any AccountTables) throws -> Result
    ) async throws -> Result {
        // A session or an account can be ended on a full disk, too. The rows are small.
        try await database.erase { db in
            // One work at a time, because each entry of the audit log contains the hash of the one before it.
            try db.lock("accounts")
            return try work(SQLAccountTables(db: db))
        }
    }
}
