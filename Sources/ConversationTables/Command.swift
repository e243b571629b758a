internal import Conversations
internal import Plumbing
internal import Providers
package import SQL

/// One statement with its values, or a step of several. It is prepared on the thread of the caller, so that the writer only has to
/// run it.
package struct Command: Sendable {
    /// What must be true after the statement.
    enum Check: Sendable {
        case nothing
        /// The statement found the row that it is to change.
        case found(Subject)
        /// The statement changed a row, or else this is done about what is already in the store. It does not depend on its place among
        /// the commands of a commit.
        case otherwise(@Sendable (any SQLConnection) throws -> Void)
        /// This is done in any case. It does not depend on its place among the commands of a commit.
        case then(@Sendable (any SQLConnection) throws -> Void)
    }

    /// What a statement changes.
    enum Subject: Sendable {
        case conversation(ConversationID)
        case utterance(UtteranceID)
        case attempt(AttemptID)

        var missing: Problem {
            switch self {
            case .conversation(let id): TableProblem.conflict("conversation \(id) is not in the store")
            case .utterance(let id):
                TableProblem.conflict("utterance \(id.sequence) of conversation \(id.conversation) is not in the store")
            case .attempt(let id):
                TableProblem.conflict(
                    "attempt \(id.number) at the \(id.stage.rawValue) of utterance \(id.utterance.sequence) is not under way"
                )
            }
        }
    }

    fileprivate let statement: SQLStatement
    fileprivate let check: Check

    init(_ sql: String, _ values: [SQLValue] = [], check: Check = .nothing) {
        statement = SQLStatement(sql, values)
        self.check = check
    }

    /// Runs on the writer, inside a transaction.
    ///
    /// - Returns: the number of rows that it changed.
    @discardableResult
    package func run(_ db: any SQLConnection) throws -> Int {
        let changes = try db.run(statement.sql, statement.values)
        try hasChanged(changes)?(db)
        return changes
    }

    /// - Parameter changes: the number of rows that the statement changed.
    /// - Returns: what must be done now.
    /// - Throws: if the check fails.
    fileprivate func hasChanged(_ changes: Int) throws -> (@Sendable (any SQLConnection) throws -> Void)? {
        switch check {
        case .then(let step): return step
        case .otherwise(let step): return changes == 0 ? step : nil
        case .found(let subject): if changes == 0 { throw subject.missing }
        case .nothing: break
        }
        return nil
    }
}

extension [Command] {
    /// Runs all of them in their order, in one round trip if the database is far away. What must be done about one of them is done after
    /// the last one.
    ///
    /// - Parameters:
    ///   - before: statements before them.
    ///   - check: called for each of those with its index and the number of rows that it changed.
    func run(
        _ db: any SQLConnection, after before: [SQLStatement], check: (Int, Int) throws -> Void
    ) throws {
        var steps: [(any SQLConnection) throws -> Void] = []
        try db.run(before + map(\.statement)) { index, changes in
            guard index >= before.count else { return try check(index, changes) }
            if let step = try self[index - before.count].hasChanged(changes) { steps.append(step) }
        }
        for step in steps { try step(db) }
    }
}
