internal import Conversations
internal import GRDB

/// Rows of `event`.
///
/// An event's identity is its name and its utterance: what happened to an utterance is logged once, however many runs it
/// took. The two events that frame a run have the run's number in their identity as well: every `conversation.started`
/// opens the next run, and each run is finished once.
enum EventTable {
    static func append(_ event: Event) throws -> Command {
        let run =
            switch event.body {
            case .conversationStarted: "(SELECT COUNT(*) + 1 \(startedEvents))"
            case .conversationFinished: "(SELECT COUNT(*) \(startedEvents))"
            default: "0"
            }
        // The position and the insertion are one statement on the only writer, so positions have neither gaps nor twins.
        return Command(
            """
            INSERT INTO event (conversation, position, name, utterance, run, payload)
            SELECT ?1, COALESCE(MAX(position), 0) + 1, ?2, ?3, \(run), ?4 FROM event WHERE conversation = ?1
            ON CONFLICT (conversation, name, utterance, run) DO NOTHING
            """,
            [
                event.conversation.rawValue.value, event.name.value, (event.utterance ?? 0).value,
                try JSON.encode(event).value,
            ])
    }

    private static let startedEvents =
        "FROM event WHERE conversation = ?1 AND name = 'conversation.started' AND utterance = 0"

    static func page(of id: ConversationID, after: Int, limit: Int, in db: Database) throws -> [LoggedEvent] {
        let statement = try db.cachedStatement(
            sql: "SELECT position, payload FROM event WHERE conversation = ? AND position > ? ORDER BY position LIMIT ?"
        )
        return try Row.fetchCursor(statement, arguments: [id.rawValue, after, limit]).mapAll { row in
            var reader = RowReader(row, of: "event")
            return LoggedEvent(position: try reader.integer("position", atLeast: 1), event: try reader.json("payload"))
        }
    }
}
