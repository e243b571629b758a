package import Conversations
internal import FoundationEssentials
internal import Plumbing
internal import Providers
package import SQL

/// Rows of `single_call`.
package enum SingleCallTable {
    package static func insert(_ calls: UsedCalls, at start: Int64, in db: any SQLConnection) throws {
        // If stores are joined, a name keeps a row from being counted twice.
        try db.run(
            """
            INSERT INTO single_call (id, started_at, provider, stage, calls, cost, unpriced, possible_cost)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                UUID().uuidString.value, start.value, calls.provider.value, calls.stage.rawValue.value,
                calls.calls.value, calls.cost.nanodollars.value, calls.unpriced.value,
                calls.possibleCost.nanodollars.value,
            ])
        let oldest = CalendarDay(number: CalendarDay(at: start).number - UsageDay.longestCount)
        try db.run("DELETE FROM single_call WHERE started_at < ?", [oldest.beginning.value])
    }
}
