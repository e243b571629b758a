internal import Conversations
internal import GRDB
internal import Language
internal import Providers

/// Rows of `spoken_text`: the texts of utterances, folded for the search, under numbers that `text_index` refers to.
///
/// Triggers of the schema keep the index equal to the rows.
enum SpokenTextTable {
    /// `SearchText.folded` for statements; NULL is folded to an empty text.
    static let folding = DatabaseFunction("verbio_folded", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(SearchText.folded) ?? ""
    }

    // MARK: Writing

    /// Takes over the text of an answer that has just been stored; nil if the answer has none.
    ///
    /// The text is read from the table of answers, because finished work may have taken the answer's place.
    static func take(_ stage: Stage, _ key: ContentKey, of id: UtteranceID) -> Command? {
        let values = name(id) + [key.rawValue.value]
        switch stage {
        case .recognition: return Command(insertion("source", "(SELECT text FROM transcript WHERE key = ?3)"), values)
        case .translation:
            return Command(insertion("translation", "(SELECT text FROM translation WHERE key = ?3)"), values)
        case .synthesis: return nil
        }
    }

    static func setSource(_ text: String, of id: UtteranceID) -> Command {
        Command(insertion("source", "?3"), name(id) + [text.value])
    }

    /// Leaves the texts that the utterance still has after it was reopened.
    static func reopen(_ id: UtteranceID, from first: Stage) -> Command {
        let said = """
            verbio_folded((SELECT text FROM transcript WHERE key =
                (SELECT transcript_key FROM utterance WHERE conversation = ?1 AND sequence = ?2)))
            """
        let translation = first == .synthesis ? "translation" : "''"
        return Command(
            """
            UPDATE spoken_text SET source = \(said), translation = \(translation)
            WHERE conversation = ?1 AND sequence = ?2
            """, name(id))
    }

    private static func insertion(_ column: String, _ text: String) -> String {
        """
        INSERT INTO spoken_text (conversation, sequence, \(column)) VALUES (?1, ?2, verbio_folded(\(text)))
        ON CONFLICT (conversation, sequence) DO UPDATE SET \(column) = excluded.\(column)
        """
    }

    private static func name(_ id: UtteranceID) -> [Value] { [id.conversation.rawValue.value, id.sequence.value] }

    /// Fills the table of a store that is older than it, the oldest conversation first.
    static func fill(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT utterance.conversation, utterance.sequence, utterance.correction, transcript.text,
                    translation.text
                FROM utterance
                JOIN conversation ON conversation.id = utterance.conversation
                JOIN transcript ON transcript.key = utterance.transcript_key
                LEFT JOIN translation ON translation.key = utterance.translation_key
                ORDER BY conversation.created_at, conversation.id, utterance.sequence
                """)
        let insertion = try db.makeStatement(
            sql: "INSERT INTO spoken_text (conversation, sequence, source, translation) VALUES (?, ?, ?, ?)")
        while let row = try rows.next() {
            var reader = RowReader(row, of: "utterance")
            let (conversation, sequence) = (try reader.text("conversation"), try reader.integer("sequence"))
            let correction: CorrectedText? = try reader.optionalJSON("correction")
            let said = try reader.text("text")
            let translation = try reader.optionalText("text") ?? ""
            try insertion.execute(arguments: [
                conversation, sequence, SearchText.folded(correction?.text ?? said), SearchText.folded(translation),
            ])
        }
    }

    /// Erases a part of what removed rows have left in the index.
    ///
    /// - Parameter isFirst: whether it begins, or continues with what the step before has left.
    /// - Returns: whether anything was left.
    static func merge(isFirst: Bool, in db: Database) throws -> Bool {
        let before = db.totalChangesCount
        // Pages of the index that one step writes. A negative number begins the merge of all that there is.
        try db.execute(
            sql: "INSERT INTO text_index (text_index, rank) VALUES ('merge', ?)", arguments: [isFirst ? -64 : 64])
        // The statement itself counts as one change.
        return db.totalChangesCount - before > 1
    }

    // MARK: Reading

    /// The shortest word that the index finds: it has sequences of three characters.
    private static let shortestIndexed = 3

    /// The utterances that match, the newest first. What was left out because it was most likely not said is not found.
    static func find(
        _ search: SearchWords, before position: Int?, limit: Int, in db: Database
    ) throws -> [TextMatch] {
        let isIndexed = { (word: String) in word.unicodeScalars.count >= shortestIndexed }
        let indexed = search.words.filter(isIndexed)
        var conditions = [
            "spoken_text.id < ?", "(utterance.outcome <> 'dropped' OR utterance.outcome_reason = 'other-language')",
        ]
        var arguments: StatementArguments = [position ?? .max]
        if !indexed.isEmpty {
            conditions.append("text_index MATCH ?")
            arguments += [indexed.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: " ")]
        }
        for word in search.words where !isIndexed(word) {
            conditions.append("(instr(spoken_text.source, ?) OR instr(spoken_text.translation, ?))")
            arguments += [word, word]
        }
        let from = indexed.isEmpty ? "spoken_text" : "text_index JOIN spoken_text ON spoken_text.id = text_index.rowid"
        let order = indexed.isEmpty ? "spoken_text.id" : "text_index.rowid"
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT spoken_text.id, spoken_text.conversation, spoken_text.sequence FROM \(from)
                JOIN utterance ON utterance.conversation = spoken_text.conversation
                    AND utterance.sequence = spoken_text.sequence
                WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order) DESC LIMIT ?
                """, arguments: arguments + [limit])
        return try rows.compactMap { row in
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
}
