/// A connection to a database, inside a transaction.
///
/// Statements are written in the SQL that SQLite and PostgreSQL share. Their values have the places `?` or `?1`, `?2`. Databases that
/// hold several scopes add the scope to each statement by themselves.
///
/// Calls block. Errors are those of the database; its ``SQLDatabase`` turns them into `Problem`s.
package protocol SQLConnection: AnyObject {
    /// Runs a statement for what it changes.
    ///
    /// - Returns: the number of rows that it changed.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue]) throws -> Int

    /// Runs statements in their order. A database far away receives all of them at once.
    ///
    /// - Parameter check: called for each statement with its index and the number of rows that it changed. It runs no statement. If it
    ///   throws, the transaction must be rolled back.
    func run(_ statements: [SQLStatement], check: (Int, Int) throws -> Void) throws

    /// The rows of a query, one after the other.
    ///
    /// - Parameter body: returns false if it needs no more of them. It runs no statement with the same text.
    func scan(_ sql: String, _ values: [SQLValue], _ body: (SQLRow) throws -> Bool) throws

    /// The columns of a table, without the scope.
    func columns(of table: String) throws -> [String]

    /// Waits until no other transaction holds a name, and holds it until the end of this one.
    ///
    /// A transaction calls it before it reads a value that it is going to change. If it calls it several times, the names are always
    /// in the same order.
    func lock(_ name: String) throws
}

extension SQLConnection {
    /// Nothing, for databases whose transactions that write run one after the other.
    package func lock(_ name: String) throws {}

    @discardableResult
    package func run(_ sql: String) throws -> Int { try run(sql, []) }

    @discardableResult
    package func run(_ statement: SQLStatement) throws -> Int { try run(statement.sql, statement.values) }

    /// The rows of a query, one after the other.
    ///
    /// - Parameter body: runs no statement with the same text.
    package func forEachRow(_ sql: String, _ values: [SQLValue] = [], _ body: (SQLRow) throws -> Void) throws {
        try scan(sql, values) { row in
            try body(row)
            return true
        }
    }

    /// All rows of a query, each transformed.
    package func rows<Value>(
        _ sql: String, _ values: [SQLValue] = [], _ transform: (SQLRow) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try forEachRow(sql, values) { found.append(try transform($0)) }
        return found
    }

    /// The first row of a query.
    package func row(_ sql: String, _ values: [SQLValue] = []) throws -> SQLRow? {
        var first: SQLRow?
        try scan(sql, values) { row in
            first = row
            return false
        }
        return first
    }

    /// The first column of all rows.
    ///
    /// - Throws: also a `Problem` if it is no text.
    package func texts(_ sql: String, _ values: [SQLValue] = []) throws -> [String] {
        try rows(sql, values) { row in
            var reader = RowReader(row, of: "row")
            return try reader.text("text")
        }
    }

    /// The first column of the first row.
    ///
    /// - Returns: nil if there is no row, or no value.
    /// - Throws: also a `Problem` if it is no text.
    package func text(_ sql: String, _ values: [SQLValue] = []) throws -> String? {
        guard let row = try row(sql, values) else { return nil }
        var reader = RowReader(row, of: "row")
        return try reader.optionalText("text")
    }

    /// The first column of the first row.
    ///
    /// - Returns: nil if there is no row, or no value.
    /// - Throws: also a `Problem` if it is no whole number.
    package func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int? {
        guard let row = try row(sql, values) else { return nil }
        var reader = RowReader(row, of: "row")
        return try reader.optionalInteger("number")
    }
}

/// A statement with its values.
package struct SQLStatement: Sendable {
    package var sql: String
    package var values: [SQLValue]

    package init(_ sql: String, _ values: [SQLValue] = []) {
        self.sql = sql
        self.values = values
    }
}

/// The columns of a row, from left to right.
package struct SQLRow: Sendable {
    package var values: [SQLValue]

    package init(_ values: [SQLValue]) { self.values = values }
}

/// A database that a store is in.
///
/// Errors are `Problem`s of kind `store`, and what the work itself throws.
package protocol SQLDatabase: Sendable {
    /// Reads from one moment of the database, without blocking a thread of the caller.
    func read<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result

    /// Does the work in one transaction, without blocking a thread of the caller. When the call returns, the change is durable. The
    /// work may be done again if the transaction conflicts with another one.
    @discardableResult
    func write<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result

    /// The same for work that erases. It also works if there is no room left.
    @discardableResult
    func erase<Result: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws -> Result
    ) async throws -> Result
}
