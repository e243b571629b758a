internal import Conversations
internal import GRDB
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

extension Optional where Wrapped: DatabaseValueConvertible {
    var value: DatabaseValue { self?.databaseValue ?? .null }
}
