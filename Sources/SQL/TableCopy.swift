/// Copies the rows of a table from one database to another, in the order of a key and a page at a time.
///
/// Rows that are there already stay as they are. So a copy that was cut off can be made again, and continues.
package struct TableCopy: Sendable {
    package var table: String
    /// The columns that name a row in both databases.
    package var key: [String]
    /// A number that each database gives its rows in the order in which they come; nil if there is none. It is not copied.
    package var number: String?

    /// Rows that are copied in one transaction.
    static let pageSize = 1_000
    /// Rows of one statement.
    private static let rowsAtOnce = 50

    package init(_ table: String, by key: [String], numberedBy number: String? = nil) {
        self.table = table
        self.key = key
        self.number = number
    }

    /// Copies all rows.
    ///
    /// - Parameters:
    ///   - column: a column whose values are needed before the rows are written, such as the names of files.
    ///   - preparing: receives these values of a page.
    ///   - copied: called with the number of rows of each page.
    package func run(
        from source: any SQLDatabase, to target: any SQLDatabase, needing column: String? = nil,
        preparing: ([String]) async throws -> Void = { _ in }, copied: (Int) -> Void = { _ in }
    ) async throws {
        var last: [SQLValue]?
        let order = number.map { [$0] } ?? key
        let columns = try await columns(of: source)
        while let page = try await page(of: source, columns, by: order, after: last, needing: column) {
            try await preparing(page.needed)
            let statements = insertions(of: page, columns)
            try await target.write { db in try db.run(statements) { _, _ in } }
            copied(page.rows.count)
            last = page.last
        }
    }

    /// Statements with several rows each: a database that is far away spends most of its time on the statements themselves.
    private func insertions(of page: Page, _ columns: [String]) -> [SQLStatement] {
        let marks = "(" + columns.map { _ in "?" }.joined(separator: ", ") + ")"
        let columns = columns.joined(separator: ", ")
        return stride(from: 0, to: page.rows.count, by: Self.rowsAtOnce).map { start in
            let rows = page.rows[start..<min(start + Self.rowsAtOnce, page.rows.count)]
            let all = Array(repeating: marks, count: rows.count).joined(separator: ", ")
            return SQLStatement(
                "INSERT INTO \(table) (\(columns)) VALUES \(all) ON CONFLICT DO NOTHING", rows.flatMap(\.values))
        }
    }

    /// Whether all rows of the first database are in the second one as well, with the same values.
    package func isComplete(from source: any SQLDatabase, in target: any SQLDatabase) async throws -> Bool {
        var last: [SQLValue]?
        let columns = try await columns(of: source)
        let names = key.joined(separator: ", ")
        let marks = key.map { _ in "?" }.joined(separator: ", ")
        while let page = try await page(of: source, columns, by: key, after: last) {
            let start = last == nil ? "" : "(\(names)) > (\(marks)) AND "
            let copy = try await target.read { [table, last] db in
                try db.rows(
                    """
                    SELECT \(columns.joined(separator: ", ")) FROM \(table)
                    WHERE \(start)(\(names)) <= (\(marks))
                    """, (last ?? []) + page.last, \.values)
            }
            guard Set(copy).isSuperset(of: page.rows.map(\.values)) else { return false }
            last = page.last
        }
        return true
    }

    /// Rows that follow each other.
    private struct Page: Sendable {
        var rows: [SQLRow]
        /// The values of the column that is needed, without NULL.
        var needed: [String]
        /// The last row's place in the order.
        var last: [SQLValue]
    }

    /// The columns that are copied.
    private func columns(of source: any SQLDatabase) async throws -> [String] {
        try await source.read { [table, number] db in try db.columns(of: table).filter { $0 != number } }
    }

    /// - Returns: nil if there are no more rows.
    private func page(
        of source: any SQLDatabase, _ columns: [String], by order: [String], after last: [SQLValue]?,
        needing needed: String? = nil
    ) async throws -> Page? {
        try await source.read { [table] db in
            let names = order.joined(separator: ", ")
            let condition =
                last == nil ? "" : "WHERE (\(names)) > (\(order.map { _ in "?" }.joined(separator: ", ")))"
            let extra = order + [needed].compactMap(\.self)
            let rows = try db.rows(
                """
                SELECT \((columns + extra).joined(separator: ", ")) FROM \(table) \(condition)
                ORDER BY \(names) LIMIT \(Self.pageSize)
                """, last ?? [], \.values)
            guard let end = rows.last else { return nil }
            return Page(
                rows: rows.map { SQLRow(Array($0.prefix(columns.count))) },
                needed: rows.compactMap { row in
                    guard needed != nil, case .text(let text)? = row.last else { return nil }
                    return text
                },
                last: Array(end[columns.count..<columns.count + order.count]))
        }
    }
}

/// A store of which all is in tables, so that it can be copied.
package protocol CopiedTables: Sendable {
    var tables: any SQLDatabase { get }

    /// Its tables. Those that others refer to come first.
    static var copies: [TableCopy] { get }
}

extension CopiedTables {
    /// Copies all rows into the tables of another store of the kind, and compares them.
    ///
    /// - Returns: the number of rows of each table, and the first table with a row that is not in the copy; nil if none is missing.
    package func copy(to other: any SQLDatabase) async throws -> (rows: [String: Int], difference: String?) {
        var rows: [String: Int] = [:]
        for copy in Self.copies {
            try await copy.run(from: tables, to: other, copied: { rows[copy.table, default: 0] += $0 })
        }
        for copy in Self.copies where try await !copy.isComplete(from: tables, in: other) {
            return (rows, copy.table)
        }
        return (rows, nil)
    }
}
