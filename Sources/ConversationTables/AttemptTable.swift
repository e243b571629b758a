package import Conversations
internal import Providers
internal import SQL

/// Rows of `attempt`.
package enum AttemptTable {
    static func begin(_ attempt: Attempt) -> Command {
        Command(insertion + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values(attempt))
    }

    /// Begins the attempt, or changes nothing if finished work is stored under its key.
    package static func beginUnlessFinished(_ attempt: Attempt) -> Command {
        Command(insertions[attempt.id.stage] ?? "", values(attempt))
    }

    private static let insertion = """
        INSERT INTO attempt
            (conversation, sequence, stage, number, provider, model, parameters, key, started_at, possible_cost)
        """

    private static let insertions = Dictionary(
        uniqueKeysWithValues: Stage.allCases.map { stage in
            let finished = "SELECT 1 FROM \(stage.answerTable.name) WHERE key = ?8"
            return (stage, insertion + " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 WHERE NOT EXISTS (\(finished))")
        })

    private static func values(_ attempt: Attempt) -> [SQLValue] {
        name(attempt.id) + [
            attempt.provider.name.value, attempt.provider.model.value,
            JSON.encode(attempt.provider.parameters).value, attempt.key.rawValue.value, attempt.startedAt.value,
            possible(attempt.mayCost),
        ]
    }

    /// An attempt ends once. A second call that ends it did not make the provider call that counts.
    static func end(
        _ id: AttemptID, at endedAt: Int64, failure: ProviderError.Failure?, message: String?,
        possibleCost: Money = .zero
    ) -> Command {
        Command(
            """
            UPDATE attempt SET ended_at = ?, failure = ?, message = ?, possible_cost = ?
            WHERE conversation = ? AND sequence = ? AND stage = ? AND number = ? AND ended_at IS NULL
            """,
            [
                endedAt.value, failure.map(\.rawValue).value, message.value,
                possible(possibleCost),
            ] + name(id),
            check: .found(.attempt(id)))
    }

    private static func possible(_ cost: Money) -> SQLValue { (cost == .zero ? nil : cost.nanodollars).value }

    private static func name(_ id: AttemptID) -> [SQLValue] {
        [
            id.utterance.conversation.rawValue.value, id.utterance.sequence.value, id.stage.rawValue.value,
            id.number.value,
        ]
    }

    /// The totals over the attempts at one stage of one utterance.
    struct Sum {
        /// How many were begun.
        var count = 0
        /// The highest number among them.
        var last = 0
        /// What the attempts without an answer may have cost.
        var unanswered: Money?

        mutating func add(number: Int, _ cost: Money?) {
            count += 1
            last = max(last, number)
            if let cost { unanswered = (unanswered ?? .zero) + cost }
        }
    }

    /// The totals for each utterance of a range and each stage.
    static func sums(
        of id: ConversationID, from first: Int, to last: Int, in db: any SQLConnection
    ) throws -> [Int: [Stage: Sum]] {
        // Not summed by SQL: there a sum that is too large is an error, and then nothing of the conversation could be read.
        let sql = """
            SELECT sequence, stage, number, possible_cost FROM attempt
            WHERE conversation = ? AND sequence BETWEEN ? AND ?
            """
        var sums: [Int: [Stage: Sum]] = [:]
        try db.forEachRow(sql, [id.rawValue.value, first.value, last.value]) { row in
            var reader = RowReader(row, of: "attempt")
            let sequence = try reader.integer("sequence")
            let stage: Stage = try reader.choice("stage")
            let number = try reader.integer("number", atLeast: 1)
            let cost = try reader.optionalInteger("possible_cost").map { Money(nanodollars: Int64($0)) }
            sums[sequence, default: [:]][stage, default: Sum()].add(number: number, cost)
        }
        return sums
    }
}
