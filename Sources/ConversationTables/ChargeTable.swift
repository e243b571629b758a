internal import Conversations
internal import Providers
internal import SQL

/// Rows of `charge`.
enum ChargeTable {
    /// Fails if the call is already charged to the utterance.
    static func insert(_ charge: Charge, to id: UtteranceID) -> Command {
        Command(
            """
            INSERT INTO charge
                (conversation, sequence, stage, caller, number, purpose, provider, model, cost, usage, calls)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                id.conversation.rawValue.value, id.sequence.value, charge.call.stage.rawValue.value,
                charge.call.utterance.sequence.value, charge.call.number.value, charge.purpose.rawValue.value,
                charge.provider.value, charge.model.value, (charge.cost?.nanodollars).value,
                JSON.encode(consumed: charge.usage).value, charge.calls.value,
            ])
    }

    /// The charges of each utterance of a range, by stage and in the order of the calls.
    static func all(of id: ConversationID, from first: Int, to last: Int, in db: any SQLConnection) throws -> [Int:
        [Charge]]
    {
        let sql = """
            SELECT sequence, stage, caller, number, purpose, provider, model, cost, usage, calls FROM charge
            WHERE conversation = ? AND sequence BETWEEN ? AND ?
            ORDER BY conversation, sequence, stage, caller, number, purpose
            """
        var charges: [Int: [Charge]] = [:]
        try db.forEachRow(sql, [id.rawValue.value, first.value, last.value]) { row in
            var reader = RowReader(row, of: "charge")
            let sequence = try reader.integer("sequence")
            let stage: Stage = try reader.choice("stage")
            let caller = UtteranceID(conversation: id, sequence: try reader.integer("caller"))
            charges[sequence, default: []].append(
                Charge(
                    call: AttemptID(utterance: caller, stage: stage, number: try reader.integer("number")),
                    purpose: try reader.choice("purpose"), provider: try reader.optionalText("provider"),
                    model: try reader.optionalText("model"),
                    cost: try reader.optionalInteger("cost").map { Money(nanodollars: Int64($0)) },
                    usage: try reader.optionalJSON("usage") ?? Usage(), calls: try reader.integer("calls")))
        }
        return charges
    }
}
