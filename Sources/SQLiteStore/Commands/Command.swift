internal import Conversations
internal import GRDB
internal import GRDBSQLite
internal import Plumbing
internal import Providers

/// One statement with its values. It is prepared on the thread of the caller, so that the writer only has to run it.
struct Command: Sendable {
    /// What must be true after the statement.
    enum Check: Sendable {
        case nothing
        /// The statement found the row that it is to change.
        case found(Subject)
        /// The statement changed a row, or else this check passes for what is already in the store.
        case otherwise(@Sendable (Database) throws -> Void)
    }

    /// What a statement changes.
    enum Subject: Sendable {
        case conversation(ConversationID)
        case utterance(UtteranceID)
        case attempt(AttemptID)

        var missing: Problem {
            switch self {
            case .conversation(let id): StoreProblem.conflict("conversation \(id) is not in the store")
            case .utterance(let id):
                StoreProblem.conflict("utterance \(id.sequence) of conversation \(id.conversation) is not in the store")
            case .attempt(let id):
                StoreProblem.conflict(
                    "attempt \(id.number) at the \(id.stage.rawValue) of utterance \(id.utterance.sequence) is not under way"
                )
            }
        }
    }

    private var sql: String
    private var values: [Value]
    private var check: Check

    init(_ sql: String, _ values: [Value] = [], check: Check = .nothing) {
        self.sql = sql
        self.values = values
        self.check = check
    }

    /// Runs on the writer, inside a transaction.
    ///
    /// GRDB prepares, keeps and finalizes the statement. Binding and stepping call SQLite directly. A commit runs half a dozen
    /// of these, and GRDB's arguments and observation cost more than SQLite's own work on them.
    func run(_ db: Database) throws {
        let statement = try db.cachedStatement(sql: sql).sqliteStatement
        for (index, value) in values.enumerated() { try value.bind(to: statement, at: Int32(index + 1), db) }
        let code = sqlite3_step(statement)
        let failure = code == SQLITE_DONE ? nil : Self.lastError(db)
        sqlite3_reset(statement)
        if let failure { throw failure }
        switch check {
        case .nothing: break
        case .found(let subject):
            if db.changesCount == 0 { throw subject.missing }
        case .otherwise(let verify):
            if db.changesCount == 0 { try verify(db) }
        }
    }

    fileprivate static func lastError(_ db: Database) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(db.sqliteConnection)),
            message: db.lastErrorMessage)
    }
}

/// A value as SQLite keeps it.
enum Value: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)

    fileprivate func bind(to statement: SQLiteStatement, at index: Int32, _ db: Database) throws {
        let code =
            switch self {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, number)
            case .real(let number): sqlite3_bind_double(statement, index, number)
            case .text(let text): Self.bind(text, to: statement, at: index)
            }
        if code != SQLITE_OK { throw Command.lastError(db) }
    }

    /// Binds a text. A NUL ends a text for the database, and PostgreSQL does not accept one at all. So that what follows a NUL
    /// is not lost, it is written as U+FFFD.
    private static func bind(_ text: String, to statement: SQLiteStatement, at index: Int32) -> Int32 {
        var text = text
        let code = text.withUTF8 { bytes -> Int32? in
            bytes.contains(0) ? nil : bind(bytes, to: statement, at: index)
        }
        if let code { return code }
        var replaced = text.replacing("\0", with: "\u{FFFD}")
        return replaced.withUTF8 { bind($0, to: statement, at: index) }
    }

    private static func bind(_ bytes: UnsafeBufferPointer<UInt8>, to statement: SQLiteStatement, at index: Int32)
        -> Int32
    {
        // An empty string may have no address, and SQLite would take a null pointer for NULL.
        guard let start = bytes.baseAddress else { return sqlite3_bind_text64(statement, index, "", 0, copied, utf8) }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
            sqlite3_bind_text64(statement, index, $0, UInt64(bytes.count), copied, utf8)
        }
    }

    private static let utf8 = UInt8(SQLITE_UTF8)
    /// `SQLITE_TRANSIENT`: SQLite makes its own copy.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}

/// A value that can be written into a column.
protocol Storable {
    var value: Value { get }
}

extension String: Storable { var value: Value { .text(self) } }
extension Int: Storable { var value: Value { .integer(Int64(self)) } }
extension Int64: Storable { var value: Value { .integer(self) } }
extension Double: Storable { var value: Value { .real(self) } }
extension Optional: Storable where Wrapped: Storable { var value: Value { self?.value ?? .null } }
