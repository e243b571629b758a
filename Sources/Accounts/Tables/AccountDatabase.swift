package import Plumbing
package import PostgreSQL
package import SQL
internal import SQLiteFile

/// Accounts in tables of a database, next to the stores of all scopes.
///
/// In an SQLite file, what is deleted is overwritten, so that erased persons do not stay in free pages.
package struct AccountDatabase: AccountStore, CopiedTables {
    package static let copies = [
        TableCopy("account", by: ["id"]), TableCopy("identity", by: ["lookup"]), TableCopy("session", by: ["id"]),
        TableCopy("token", by: ["hash"]), TableCopy("audit", by: ["number"]), TableCopy("nonce", by: ["digest"]),
        TableCopy("sealed_value", by: ["name"]), TableCopy("revocation", by: ["id"]),
        TableCopy("billing_notice", by: ["id"]), TableCopy("subscription", by: ["lookup"]),
        TableCopy("purchase_token", by: ["token"]), TableCopy("device_login", by: ["code"]),
        TableCopy("heir", by: ["guest"]),
    ]

    package let tables: any SQLDatabase

    /// Opens or makes an SQLite file, readable by its owner only. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `accounts.…`.
    package init(at path: String) throws(Problem) {
        tables = try SQLiteFile(
            at: path, of: .init(code: "accounts", name: "the accounts", erasesDeleted: true),
            steps: AccountSchema.steps)
    }

    /// Opens the tables of a PostgreSQL database, or makes them.
    package init(_ database: PostgreSQLDatabase) async throws {
        try await database.migrate(AccountSchema.postgreSQL)
        tables = database
    }

    package func read<Result: Sendable>(
        _ work: @escaping @Sendable (any AccountTables) throws -> Result
    ) async throws -> Result {
        try await tables.read { try work(SQLAccountTables(db: $0)) }
    }

    package func write<Result: Sendable>(
        _ work: @escaping @Sendable (any AccountTables) throws -> Result
    ) async throws -> Result {
        // A session or an account can be ended on a full disk, too. The rows are small.
        try await tables.erase { db in
            // One work at a time, because each entry of the audit log contains the hash of the one before it.
            try db.lock("accounts")
            return try work(SQLAccountTables(db: db))
        }
    }
}
