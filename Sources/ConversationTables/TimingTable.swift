internal import Conversations
internal import Providers
internal import SQL

/// Rows of `timing`.
enum TimingTable {
    /// If a stage is repeated, its latest timing replaces the one before.
    static func upsert(_ timing: StageTiming, of id: UtteranceID) -> Command {
        Command(
            """
            INSERT INTO timing (conversation, sequence, stage, queued_ms, first_partial_ms, total_ms, reused,
                provider, model, connect_ms, first_byte_ms, connection_reused, calls)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (conversation, sequence, stage) DO UPDATE SET queued_ms = excluded.queued_ms,
                first_partial_ms = excluded.first_partial_ms, total_ms = excluded.total_ms, reused = excluded.reused,
                provider = excluded.provider, model = excluded.model,
                connect_ms = excluded.connect_ms, first_byte_ms = excluded.first_byte_ms,
                connection_reused = excluded.connection_reused, calls = excluded.calls
            """,
            [
                id.conversation.rawValue.value, id.sequence.value, timing.stage.rawValue.value,
                timing.queuedMilliseconds.value, timing.firstPartialMilliseconds.value,
                timing.totalMilliseconds.value, (timing.reused ? 1 : 0).value,
                timing.provider.value, timing.model.value,
                (timing.connection?.connectMilliseconds).value, (timing.connection?.firstByteMilliseconds).value,
                (timing.connection.map { $0.reused ? 1 : 0 }).value, timing.calls.value,
            ])
    }

    /// Timings of each utterance of a range, in the order of the stages.
    static func all(of id: ConversationID, from first: Int, to last: Int, in db: any SQLConnection) throws -> [Int:
        [StageTiming]]
    {
        let sql = """
            SELECT sequence, stage, queued_ms, first_partial_ms, total_ms, reused, provider, model, connect_ms,
                first_byte_ms, connection_reused, calls
            FROM timing
            WHERE conversation = ? AND sequence BETWEEN ? AND ?
            """
        var timings: [Int: [Stage: StageTiming]] = [:]
        try db.forEachRow(sql, [id.rawValue.value, first.value, last.value]) { row in
            var reader = RowReader(row, of: "timing")
            let sequence = try reader.integer("sequence")
            let stage: Stage = try reader.choice("stage")
            var timing = StageTiming(
                stage: stage, queuedMilliseconds: try reader.double("queued_ms"),
                firstPartialMilliseconds: try reader.optionalDouble("first_partial_ms"),
                totalMilliseconds: try reader.double("total_ms"), reused: try reader.integer("reused") != 0,
                provider: try reader.optionalText("provider"), model: try reader.optionalText("model"))
            timing.connection = try readConnection(&reader)
            if let calls = try reader.optionalInteger("calls") { timing.calls = calls }
            timings[sequence, default: [:]][stage] = timing
        }
        return timings.mapValues { timings in Stage.allCases.compactMap { timings[$0] } }
    }

    private static func readConnection(_ reader: inout RowReader) throws -> ConnectionTiming? {
        let connect = try reader.optionalDouble("connect_ms")
        let firstByte = try reader.optionalDouble("first_byte_ms")
        let reused = try reader.optionalInteger("connection_reused")
        guard let connect, let firstByte, let reused else { return nil }
        return ConnectionTiming(connectMilliseconds: connect, firstByteMilliseconds: firstByte, reused: reused != 0)
    }
}
