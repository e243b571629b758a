internal import Conversations
internal import GRDB
internal import Glibc
internal import Plumbing

/// One statement with its values, made ready where the change is made so that the writer only has to run it.
struct Command: Sendable {
    /// What must be true after the statement.
    enum Check: Sendable {
        case nothing
        /// It found a row to change.
        case changed(orElse: Problem)
        /// The utterance in the store is this one, whether it was put there just now or before.
        case stored(Utterance, audio: BlobID?)
    }

    var sql: String
    var arguments: StatementArguments
    var check: Check

    init(_ sql: String, _ values: [DatabaseValue], check: Check = .nothing) {
        self.sql = sql
        arguments = StatementArguments(values)
        self.check = check
    }

    /// Runs on the writer, inside a transaction.
    func run(_ db: Database) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
        switch check {
        case .nothing: break
        case .changed(let problem):
            if db.changesCount == 0 { throw problem }
        case .stored(let utterance, let audio):
            if db.changesCount == 0 { try UtteranceTable.verify(utterance, audio: audio, in: db) }
        }
    }
}

extension DatabaseValueConvertible {
    /// Short for lists of values.
    var value: DatabaseValue { databaseValue }
}

extension String {
    /// Text ends for the database at its first NUL, and PostgreSQL takes none at all; so that what stands behind one is not
    /// lost, it is written as U+FFFD.
    var value: DatabaseValue {
        var text = self
        let hasNUL = text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return false }
            return memchr(start, 0, bytes.count) != nil
        }
        return hasNUL ? replacing("\0", with: "\u{FFFD}").databaseValue : databaseValue
    }
}

extension String? {
    var value: DatabaseValue { self?.value ?? .null }
}

extension Optional where Wrapped: DatabaseValueConvertible {
    var value: DatabaseValue { self?.databaseValue ?? .null }
}
