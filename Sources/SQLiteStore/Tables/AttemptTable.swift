internal import Conversations
internal import GRDB
internal import Providers

/// Rows of `attempt`.
enum AttemptTable {
    static func begin(_ attempt: Attempt) throws -> Command {
        Command(
            """
            INSERT INTO attempt (conversation, sequence, stage, number, provider, model, parameters, key, started_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            name(attempt.id) + [
                attempt.provider.name.value, attempt.provider.model.value,
                JSON.encode(attempt.provider.parameters).value,
                attempt.key.rawValue.value, attempt.startedAt.value,
            ])
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
