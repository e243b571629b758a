package import GRDB
internal import GRDBSQLite
package import SQL

/// GRDB prepares, keeps and finalizes the statements. Binding, stepping and reading call SQLite directly. A commit runs half a dozen
/// statements, and GRDB's arguments and observation cost more than SQLite's own work on them.
extension Database: SQLConnection {
    @discardableResult
    package func run(_ sql: String, _ values: [SQLValue]) throws -> Int {
        let statement = try bound(sql, values)
        let code = sqlite3_step(statement)
        let failure = code == SQLITE_DONE ? nil : lastError
        sqlite3_reset(statement)
        if let failure { throw failure }
        return changesCount
    }

    package func run(_ statements: [SQLStatement], check: (Int, Int) throws -> Void) throws {
        for (index, statement) in statements.enumerated() {
            try check(index, try run(statement.sql, statement.values))
        }
    }

    package func scan(_ sql: String, _ values: [SQLValue], _ body: (SQLRow) throws -> Bool) throws {
        let statement = try bound(sql, values)
        defer { sqlite3_reset(statement) }
        let columns = sqlite3_column_count(statement)
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                let row = SQLRow((0..<columns).map { Self.value(of: statement, at: $0) })
                guard try body(row) else { return }
            case SQLITE_DONE: return
            default: throw lastError
            }
        }
    }

    package func columns(of table: String) throws -> [String] {
        try texts("SELECT name FROM pragma_table_info(?)", [table.value])
    }

    private func bound(_ sql: String, _ values: [SQLValue]) throws -> SQLiteStatement {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        for (index, value) in values.enumerated() {
            guard Self.bind(value, to: statement, at: Int32(index + 1)) == SQLITE_OK else { throw lastError }
        }
        return statement
    }

    private var lastError: DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(sqliteConnection)), message: lastErrorMessage)
    }

    // MARK: Values

    private static func bind(_ value: SQLValue, to statement: SQLiteStatement, at index: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .real(let number): sqlite3_bind_double(statement, index, number)
        case .text(let text): bind(text, to: statement, at: index)
        case .bytes(let bytes):
            bytes.withUnsafeBytes { bytes in
                // A null pointer would be NULL.
                bytes.baseAddress.map { sqlite3_bind_blob64(statement, index, $0, UInt64(bytes.count), copied) }
                    ?? sqlite3_bind_zeroblob(statement, index, 0)
            }
        }
    }

    private static func bind(_ text: String, to statement: SQLiteStatement, at index: Int32) -> Int32 {
        var text = withoutNUL(text)
        return text.withUTF8 { bytes in
            // An empty string may have no address, and SQLite would take a null pointer for NULL.
            guard let start = bytes.baseAddress else {
                return sqlite3_bind_text64(statement, index, "", 0, copied, utf8)
            }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_bind_text64(statement, index, $0, UInt64(bytes.count), copied, utf8)
            }
        }
    }

    private static func value(of statement: SQLiteStatement, at column: Int32) -> SQLValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT: .text(text(of: statement, at: column))
        case SQLITE_BLOB: .bytes(bytes(of: statement, at: column))
        default: .null
        }
    }

    private static func text(of statement: SQLiteStatement, at column: Int32) -> String {
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    private static func bytes(of statement: SQLiteStatement, at column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    private static let utf8 = UInt8(SQLITE_UTF8)
    /// `SQLITE_TRANSIENT`: SQLite makes its own copy.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}
