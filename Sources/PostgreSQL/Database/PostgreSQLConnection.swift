internal import Plumbing
internal import SQL

/// One transaction on a connection. It begins with its first statement, in the same round trip.
final class PostgreSQLConnection: SQLConnection {
    enum Access {
        /// All statements see the database of one moment.
        case read
        /// Each statement sees what other transactions have committed before it.
        case write
        /// The same, and the commit does not wait for the disk.
        case brief
        /// The same as for `write`, and statements may take any time.
        case migration
    }

    private let link: PostgreSQLLink
    private let access: Access
    private let isScoped: Bool
    /// What is sent before the next statement.
    private var waiting: [SQLStatement]
    private var hasBegun = false
    /// Whether a statement has changed a row or a table.
    private(set) var hasChanged = false

    /// - Parameter scope: whose rows the transaction sees; nil if the tables have no scopes.
    init(on link: PostgreSQLLink, _ access: Access, scope: String?, _ limits: PostgreSQLLimits) {
        self.link = link
        link.patience = access == .migration ? nil : limits.answer
        self.access = access
        isScoped = scope != nil
        let begin = access == .read ? "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY" : "BEGIN READ WRITE"
        var settings = "SELECT set_config('lock_timeout', $1, true)"
        var values: [SQLValue] = [.text(access == .migration ? "0" : "\(limits.lock)s")]
        if access == .brief { settings += ", set_config('synchronous_commit', 'off', true)" }
        if let scope {
            settings += ", set_config('verbio.scope', $2, true)"
            values.append(.text(scope))
        }
        waiting = [SQLStatement(begin), SQLStatement(settings, values)]
    }

    // MARK: Statements

    @discardableResult
    func run(_ sql: String, _ values: [SQLValue]) throws -> Int {
        var changes = 0
        try exchange([SQLStatement(sql, values)]) { changes = $1.changes }
        return changes
    }

    func run(_ statements: [SQLStatement], check: (Int, Int) throws -> Void) throws {
        guard !statements.isEmpty else { return }
        try exchange(statements) { try check($0, $1.changes) }
    }

    func scan(_ sql: String, _ values: [SQLValue], _ body: (SQLRow) throws -> Bool) throws {
        var rows: [SQLRow] = []
        // All of them, because the body may run other statements on the connection.
        try exchange([SQLStatement(sql, values)]) { rows = $1.rows() }
        for row in rows {
            guard try body(row) else { return }
        }
    }

    func columns(of table: String) throws -> [String] {
        try texts(
            """
            SELECT column_name FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name = ? AND column_name <> 'scope'
            ORDER BY ordinal_position
            """, [.text(table)])
    }

    func lock(_ name: String) {
        waiting.append(SQLStatement("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [.text(name)]))
    }

    private func exchange(_ statements: [SQLStatement], _ receive: (Int, PostgreSQLResult) throws -> Void) throws {
        let before = waiting
        waiting = []
        hasBegun = true
        let translated = statements.map {
            SQLStatement(link.translated($0.sql, isScoped: isScoped), $0.values)
        }
        try link.exchange(before + translated) { index, result in
            if result.changesDatabase { hasChanged = true }
            if index >= before.count { try receive(index - before.count, result) }
        }
    }

    // MARK: The end

    /// Ends the transaction. When the call returns, its changes are durable.
    ///
    /// - Parameter mark: sent before the commit.
    /// - Returns: whether the mark has changed a row.
    /// - Throws: ``PostgreSQLFailure``. If the connection has broken, the changes may be stored or not.
    @discardableResult
    func commit(with mark: SQLStatement?) throws -> Bool {
        guard hasBegun else { return false }
        let statement = SQLStatement("COMMIT")
        guard access != .read else {
            try link.post(statement)
            return false
        }
        var (command, isMarked) = ("", false)
        try link.exchange([mark, statement].compactMap(\.self)) { _, result in
            command = result.command
            isMarked = isMarked || result.changes > 0
        }
        guard command == "COMMIT" else {
            throw Problem(
                .store, "store.failed", "a transaction went on after a statement of it had failed, and was rolled back",
                cure: "report this as a fault of Verbio")
        }
        return isMarked
    }

    /// Ends the transaction without its changes.
    ///
    /// - Throws: ``PostgreSQLFailure`` if the connection has broken; the server then does the same by itself.
    func rollBack() throws {
        if hasBegun { try link.post(SQLStatement("ROLLBACK")) }
    }
}
