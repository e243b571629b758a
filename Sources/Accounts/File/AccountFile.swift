package import Plumbing
internal import SQLiteFile

/// Accounts in an SQLite file of their own, next to the stores of all scopes.
///
/// What is deleted is overwritten in the file, so that erased persons do not stay in free pages.
package final class AccountFile: AccountStore {
    private let file: SQLiteFile

    /// Opens or makes the file, readable by its owner only. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `accounts.…`.
    package init(at path: String) throws(Problem) {
        file = try SQLiteFile(
            at: path, of: .init(code: "accounts", name: "the accounts", erasesDeleted: true),
            migrator: AccountSchema.migrator)
    }

    package func read<Result: Sendable>(
        _ work: @escaping @Sendable (any AccountTables) throws -> Result
    ) async throws -> Result {
        try await file.read { try work(AccountFileTables(db: $0)) }
    }

    package func write<Result: Sendable>(
        _ work: @escaping @Sendable (any AccountTables) throws -> Result
    ) async throws -> Result {
        // A session or an account can be ended on a full disk, too. The rows are small.
        try await file.erase { try work(AccountFileTables(db: $0)) }
    }
}
