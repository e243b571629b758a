internal import GRDB
internal import SQL
internal import SQLiteFile

/// The tables of a store, behind its own queue of transactions.
struct StoreTables: SQLDatabase {
    let store: SQLiteStore

    func read<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try await store.read { try work($0) }
    }

    func write<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try await store.write { try work($0) }
    }

    func erase<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try await write(work)
    }
}
