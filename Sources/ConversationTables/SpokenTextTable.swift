package import Conversations
internal import Language
internal import Providers
package import SQL

/// Rows of `spoken_text`: the texts of utterances, folded for the search.
package enum SpokenTextTable {
    // MARK: Writing

    /// Takes over the text of an answer that has just been stored; nil if the answer has none.
    ///
    /// Finished work may have taken the answer's place. Then its text is taken over.
    static func take(_ answer: StageAnswer, _ key: ContentKey, of id: UtteranceID) -> Command? {
        let (column, text): (String, String)
        switch answer {
        case .recognition(let recognition): (column, text) = ("source", recognition.text)
        case .translation(let translation): (column, text) = ("translation", translation.text)
        case .speech: return nil
        }
        return Command(
            """
            INSERT INTO spoken_text (conversation, sequence, \(column))
            SELECT ?1, ?2, ?3 FROM \(answer.stage.answerTable.name) WHERE key = ?4 AND text = ?5
            ON CONFLICT (conversation, sequence) DO UPDATE SET \(column) = excluded.\(column)
            """, name(id) + [SearchText.folded(text).value, key.rawValue.value, text.value],
            check: .otherwise { try renew(id, in: $0) })
    }

    static func setSource(_ text: String, of id: UtteranceID) -> Command {
        Command(
            """
            INSERT INTO spoken_text (conversation, sequence, source) VALUES (?, ?, ?)
            ON CONFLICT (conversation, sequence) DO UPDATE SET source = excluded.source
            """, name(id) + [SearchText.folded(text).value])
    }

    /// Leaves the texts that the utterance still has after it was reopened.
    static func reopen(_ id: UtteranceID) -> Command {
        Command(
            "UPDATE spoken_text SET source = '', translation = '' WHERE conversation = ? AND sequence = ?", name(id),
            check: .then { try renew(id, in: $0) })
    }

    /// Takes over the texts that the utterance has now.
    private static func renew(_ id: UtteranceID, in db: any SQLConnection) throws {
        let row = try db.row(
            """
            SELECT utterance.conversation, utterance.sequence, utterance.correction, transcript.text, translation.text
            FROM utterance
            LEFT JOIN transcript ON transcript.key = utterance.transcript_key
            LEFT JOIN translation ON translation.key = utterance.translation_key
            WHERE utterance.conversation = ? AND utterance.sequence = ?
            """, name(id))
        if let row { try insert(row, in: db) }
    }

    /// Stores the texts of an utterance; nothing if it has none.
    ///
    /// - Parameter row: its conversation, its sequence, its correction, its transcript's text and its translation's text.
    package static func insert(_ row: SQLRow, in db: any SQLConnection) throws {
        var reader = RowReader(row, of: "utterance")
        let place = [try reader.text("conversation").value, try reader.integer("sequence").value]
        let correction: CorrectedText? = try reader.optionalJSON("correction")
        let said = try reader.optionalText("text")
        let texts = [correction?.text ?? said ?? "", try reader.optionalText("text") ?? ""]
        guard texts != ["", ""] else { return }
        try db.run(
            """
            INSERT INTO spoken_text (conversation, sequence, source, translation) VALUES (?, ?, ?, ?)
            ON CONFLICT (conversation, sequence) DO UPDATE SET source = excluded.source,
                translation = excluded.translation
            """, place + texts.map { SearchText.folded($0).value })
    }

    private static func name(_ id: UtteranceID) -> [SQLValue] { [id.conversation.rawValue.value, id.sequence.value] }

    // MARK: Reading

    /// What a search may find: what was left out because it was most likely not said is not found.
    package static let isFindable = "(utterance.outcome <> 'dropped' OR utterance.outcome_reason = 'other-language')"

    /// The match that a row of a search stands for: the row has the text's `id`, its conversation and its sequence.
    ///
    /// - Returns: nil if the utterance has been deleted since.
    package static func match(_ row: SQLRow, in db: any SQLConnection) throws -> TextMatch? {
        var reader = RowReader(row, of: "spoken_text")
        let position = try reader.integer("id")
        let id = ConversationID(rawValue: try reader.text("conversation"))
        let sequence = try reader.integer("sequence", atLeast: 1)
        guard let conversation = try ConversationTable.find(id, in: db),
            let record = try UtteranceTable.page(of: id, after: sequence - 1, limit: 1, in: db).first
        else { return nil }
        return TextMatch(position: position, conversation: conversation, record: record)
    }
}
