internal import Conversations
internal import Providers
internal import SQL

/// Rows of `summary`.
enum SummaryTable {
    /// - Parameter key: the key of the text; nil if there is no text.
    static func insert(_ key: ContentKey?, _ timing: StageTiming, of id: UtteranceID) -> Command {
        Command(
            """
            INSERT INTO summary (conversation, sequence, key, queued_ms, total_ms, reused, provider, model, calls)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (conversation, sequence) DO NOTHING
            """,
            [
                id.conversation.rawValue.value, id.sequence.value, (key?.rawValue).value,
                timing.queuedMilliseconds.value, timing.totalMilliseconds.value, (timing.reused ? 1 : 0).value,
                timing.provider.value, timing.model.value, timing.calls.value,
            ])
    }

    /// The summaries of those utterances of a range that have one.
    static func all(
        of id: ConversationID, from first: Int, to last: Int, in db: any SQLConnection
    ) throws -> [Int: RollingSummary] {
        let sql = """
            SELECT sequence, text, queued_ms, total_ms, reused, provider, model, calls
            FROM summary LEFT JOIN translation ON translation.key = summary.key
            WHERE conversation = ? AND sequence BETWEEN ? AND ?
            """
        var summaries: [Int: RollingSummary] = [:]
        try db.forEachRow(sql, [id.rawValue.value, first.value, last.value]) { row in
            var reader = RowReader(row, of: "summary")
            let sequence = try reader.integer("sequence")
            let text = try reader.optionalText("text")
            var timing = StageTiming(
                stage: .translation, queuedMilliseconds: try reader.double("queued_ms"),
                firstPartialMilliseconds: nil, totalMilliseconds: try reader.double("total_ms"),
                reused: try reader.integer("reused") != 0, provider: try reader.optionalText("provider"),
                model: try reader.optionalText("model"))
            timing.calls = try reader.integer("calls")
            summaries[sequence] = RollingSummary(text: text, timing: timing)
        }
        return summaries
    }
}
