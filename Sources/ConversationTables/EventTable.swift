package import Conversations
package import SQL

/// Rows of `event`.
///
/// An event's identity is its name and its utterance: an event of an utterance is logged once, even if the utterance took
/// several runs. The two events that frame a run also have the run's number in their identity. Every `conversation.started`
/// opens the next run, and each run is finished once. The failure of an utterance has the run's number as well, because the
/// next run tries again.
///
/// After an utterance is reopened for the n-th time, its events are logged once more. They have n times 2^32 in place of a
/// run's number. No run ever has such a number.
package enum EventTable {
    static func append(_ event: Event) throws -> Command {
        let sql =
            switch event.body {
            case .conversationStarted: openRun
            case .conversationFinished: oncePerRun
            case .utteranceFinished(let body) where !body.isFinal: oncePerRun
            case .utteranceReopened: reopen
            case .speakersCorrected: each
            default: appendOnce
            }
        return Command(
            sql,
            [
                event.conversation.rawValue.value, event.name.value, (event.utterance ?? 0).value,
                try JSON.encode(event).value,
            ])
    }

    private static let appendOnce = insertion(run: "(SELECT COALESCE(MAX(run), 0) * 4294967296 \(reopenedEvents))")
    private static let reopen = insertion(run: "(SELECT COALESCE(MAX(run), 0) + 1 \(reopenedEvents))")
    private static let reopenedEvents =
        "FROM event WHERE conversation = ?1 AND name = 'utterance.reopened' AND utterance = ?3"
    /// Each one is logged.
    private static let each = insertion(
        run: """
            (SELECT COALESCE(MAX(run), 0) + 1 FROM event WHERE conversation = ?1 AND name = 'speakers.corrected' \
            AND utterance = 0)
            """)
    private static let openRun = insertion(run: "(SELECT COALESCE(MAX(run), 0) + 1 \(startedEvents))")
    private static let oncePerRun = insertion(run: "(SELECT COALESCE(MAX(run), 0) \(startedEvents))")
    private static let startedEvents =
        "FROM event WHERE conversation = ?1 AND name = 'conversation.started' AND utterance = 0"

    /// The statement that inserts the event also computes its position. Commits of one conversation take turns, in each kind of store.
    /// So positions have neither gaps nor duplicates.
    private static func insertion(run: String) -> String {
        """
        INSERT INTO event (conversation, position, name, utterance, run, payload)
        SELECT ?1, COALESCE(MAX(position), 0) + 1, ?2, ?3, \(run), ?4 FROM event WHERE conversation = ?1
        ON CONFLICT (conversation, name, utterance, run) DO NOTHING
        """
    }

    /// The event that ended the last run of the conversation `id`; NULL if no run has ended.
    static let lastEnding = """
        (SELECT payload FROM event WHERE conversation = id AND name = 'conversation.finished' AND utterance = 0
            ORDER BY run DESC LIMIT 1)
        """

    package static func page(of id: ConversationID, after: Int, limit: Int, in db: any SQLConnection) throws
        -> [LoggedEvent]
    {
        let sql =
            "SELECT position, payload FROM event WHERE conversation = ? AND position > ? ORDER BY position LIMIT ?"
        return try db.rows(sql, [id.rawValue.value, after.value, limit.value]) { row in
            var reader = RowReader(row, of: "event")
            return LoggedEvent(position: try reader.integer("position", atLeast: 1), event: try reader.json("payload"))
        }
    }
}
