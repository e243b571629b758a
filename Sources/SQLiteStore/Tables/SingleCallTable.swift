internal import Conversations
internal import FoundationEssentials
internal import GRDB
internal import Plumbing
internal import Providers

/// Rows of `single_call`.
enum SingleCallTable {
    static func insert(_ calls: UsedCalls, at start: Int64, in db: Database) throws {
        // If stores are joined, a name keeps a row from being counted twice.
        try db.execute(
            sql: """
                INSERT INTO single_call (id, started_at, provider, stage, calls, cost, unpriced, possible_cost)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                UUID().uuidString, start, calls.provider, calls.stage.rawValue, calls.calls, calls.cost.nanodollars,
                calls.unpriced, calls.possibleCost.nanodollars,
            ])
        let oldest = CalendarDay(number: CalendarDay(at: start).number - UsageDay.longestCount)
        try db.execute(sql: "DELETE FROM single_call WHERE started_at < ?", arguments: [oldest.beginning])
    }
}
