internal import Audio
package import Conversations
package import Plumbing
internal import Providers
package import SQL

/// Sums over all conversations and single calls, by days.
package enum UsageQuery {
    private static let conversations = """
        SELECT conversation.created_at / 86400000 AS day, COUNT(DISTINCT conversation.id), COUNT(utterance.sequence),
            SUM(COALESCE(utterance.range_end - utterance.range_start, 0))
        FROM conversation LEFT JOIN utterance ON utterance.conversation = conversation.id
        WHERE conversation.created_at >= ? GROUP BY day
        """

    /// Charges of earlier versions have no attempt. They count on the day of their conversation.
    private static let charges = """
        SELECT COALESCE(attempt.started_at, conversation.created_at) / 86400000 AS day, charge.provider, charge.stage,
            SUM(charge.calls), SUM(COALESCE(charge.cost, 0)),
            SUM(CASE WHEN charge.cost IS NULL THEN charge.calls ELSE 0 END), 0
        FROM charge
        JOIN conversation ON conversation.id = charge.conversation
        LEFT JOIN attempt ON attempt.conversation = charge.conversation AND attempt.sequence = charge.caller
            AND attempt.stage = charge.stage AND attempt.number = charge.number
        WHERE COALESCE(attempt.started_at, conversation.created_at) >= ?
        GROUP BY day, charge.provider, charge.stage
        """

    private static let unanswered = """
        SELECT started_at / 86400000 AS day, provider, stage, 0, 0, 0, SUM(possible_cost) FROM attempt
        WHERE possible_cost IS NOT NULL AND started_at >= ? GROUP BY day, provider, stage
        """

    private static let singles = """
        SELECT started_at / 86400000 AS day, provider, stage, SUM(calls), SUM(cost), SUM(unpriced), SUM(possible_cost)
        FROM single_call WHERE started_at >= ? GROUP BY day, provider, stage
        """

    /// The days on which anything was used, the newest first.
    package static func days(since first: CalendarDay, in db: any SQLConnection) throws -> [UsageDay] {
        var days: [Int: UsageDay] = [:]
        func day(_ reader: inout RowReader) throws -> Int {
            let number = try reader.integer("day")
            days[number] = days[number] ?? UsageDay(CalendarDay(number: number))
            return number
        }
        try db.forEachRow(conversations, [first.beginning.value]) { row in
            var reader = RowReader(row, of: "conversation")
            let number = try day(&reader)
            days[number]?.conversations = try reader.integer("conversations", atLeast: 0)
            days[number]?.utterances = try reader.integer("utterances", atLeast: 0)
            let samples = try reader.integer("samples", atLeast: 0)
            days[number]?.seconds = Double(samples) / Double(speechSampleRate)
        }
        for sql in [charges, unanswered, singles] {
            try db.forEachRow(sql, [first.beginning.value]) { row in
                var reader = RowReader(row, of: "charge")
                let number = try day(&reader)
                let provider = try reader.optionalText("provider")
                let stage: Stage = try reader.choice("stage")
                let calls = try reader.integer("calls", atLeast: 0)
                let cost = Money(nanodollars: Int64(try reader.integer("cost")))
                let unpriced = try reader.integer("unpriced", atLeast: 0)
                let possible = Money(nanodollars: Int64(try reader.integer("possible_cost")))
                days[number]?.add(
                    UsedCalls(
                        provider: provider, stage: stage, calls: calls, cost: cost, unpriced: unpriced,
                        possibleCost: possible))
            }
        }
        return days.values.sorted { $0.day > $1.day }
    }
}
