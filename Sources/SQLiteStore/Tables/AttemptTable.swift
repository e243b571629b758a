internal import Conversations
internal import GRDB
internal import Providers

/// Rows of `attempt`.
enum AttemptTable {
    static func begin(_ attempt: Attempt) -> Command {
        Command(insertion + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values(attempt))
    }

    /// Begins the attempt, or changes nothing where finished work is there under its key.
    static func beginUnlessFinished(_ attempt: Attempt) -> Command {
        Command(insertions[attempt.id.stage] ?? "", values(attempt))
    }

    private static let insertion =
        "INSERT INTO attempt (conversation, sequence, stage, number, provider, model, parameters, key, started_at)"

    private static let insertions = Dictionary(
        uniqueKeysWithValues: Stage.allCases.map { stage in
            let finished = "SELECT 1 FROM \(stage.answerTable.name) WHERE key = ?8"
            return (stage, insertion + " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE NOT EXISTS (\(finished))")
        })

    private static func values(_ attempt: Attempt) -> [Value] {
        name(attempt.id) + [
            attempt.provider.name.value, attempt.provider.model.value,
            JSON.encode(attempt.provider.parameters).value, attempt.key.rawValue.value, attempt.startedAt.value,
        ]
    }

    /// An attempt ends once: whoever comes second did not make the call that counts.
    static func end(_ id: AttemptID, at endedAt: Int64, failure: ProviderError.Failure?, message: String?) -> Command {
        Command(
            """
            UPDATE attempt SET ended_at = ?, failure = ?, message = ?
            WHERE conversation = ? AND sequence = ? AND stage = ? AND number = ? AND ended_at IS NULL
            """,
            [endedAt.value, failure.map(\.rawValue).value, message.value] + name(id),
            check: .found(.attempt(id)))
    }

    private static func name(_ id: AttemptID) -> [Value] {
        [
            id.utterance.conversation.rawValue.value, id.utterance.sequence.value, id.stage.rawValue.value,
            id.number.value,
        ]
    }

    /// Attempts begun for each utterance of a stretch and each stage.
    static func counts(
        of id: ConversationID, from first: Int, to last: Int, in db: Database
    ) throws -> [Int: [Stage: Int]] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT sequence, stage, COUNT(*) FROM attempt WHERE conversation = ? AND sequence BETWEEN ? AND ?
                GROUP BY sequence, stage
                """)
        var counts: [Int: [Stage: Int]] = [:]
        let rows = try Row.fetchCursor(statement, arguments: [id.rawValue, first, last])
        while let row = try rows.next() {
            var reader = RowReader(row, of: "attempt")
            let sequence = try reader.integer("sequence")
            let stage: Stage = try reader.choice("stage")
            counts[sequence, default: [:]][stage] = try reader.integer("number")
        }
        return counts
    }
}
