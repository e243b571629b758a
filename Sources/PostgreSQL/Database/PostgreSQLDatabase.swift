package import Plumbing
package import SQL

/// A database of a PostgreSQL server, version 12 or later, over a bounded number of connections. PgBouncer may be in between, also if
/// it gives a connection for one transaction only.
///
/// Transactions that write see what others have committed in the meantime. Those that write a value which depends on one that they
/// have read call `lock` first. Connections are closed when the last copy of the value is gone.
package struct PostgreSQLDatabase: SQLDatabase {
    private let pool: PostgreSQLPool
    private let scope: String?

    /// Reads an address. Connections are opened when they are needed.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `store.address` and `store.no-library`.
    package init(
        _ address: String, _ limits: PostgreSQLLimits = PostgreSQLLimits(), time: TimeSource = .system
    ) throws(Problem) {
        self.init(PostgreSQLPool(try PostgreSQLAddress(address), limits, time), scope: nil)
    }

    private init(_ pool: PostgreSQLPool, scope: String?) {
        self.pool = pool
        self.scope = scope
    }

    /// Where the database is, without a password.
    package var place: String { pool.address.description }

    /// The same database for the rows of one scope, over the same connections.
    ///
    /// The tables have the row security of ``PostgreSQLSchema/rowSecurity(of:)``, and keys that begin with the scope.
    package func scoped(_ name: String) -> PostgreSQLDatabase { PostgreSQLDatabase(pool, scope: name) }

    package func read<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        let scope = scope
        return try await pool.run { try $0.transaction(.read, scope: scope, work) }
    }

    @discardableResult
    package func write<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        let scope = scope
        return try await pool.run { try $0.transaction(.write, scope: scope, work) }
    }

    /// The same for changes that a crash of the database may undo. If the connection breaks during the commit, the call fails, and it is
    /// not known whether they are stored.
    @discardableResult
    package func writeBriefly<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        let scope = scope
        return try await pool.run { try $0.transaction(.brief, scope: scope, work) }
    }

    func beginMarking() { pool.beginMarking() }

    /// The same for a change of the tables, which may take any time.
    func change<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try await pool.run { try $0.transaction(.migration, scope: nil, work) }
    }

    @discardableResult
    package func erase<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result {
        try await write(work)
    }
}
