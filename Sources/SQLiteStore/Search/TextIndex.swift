internal import ConversationTables
internal import Conversations
internal import GRDB
internal import SQL
internal import SQLiteFile

/// The index `text_index` of the folded texts in `spoken_text`, under whose numbers it has them. Triggers of the schema keep the index
/// equal to the rows.
enum TextIndex {
    /// Fills the table of texts of a store that is older than it, the oldest conversation first.
    static func fill(_ db: Database) throws {
        let texts = """
            SELECT utterance.conversation, utterance.sequence, utterance.correction, transcript.text, translation.text
            FROM utterance
            JOIN conversation ON conversation.id = utterance.conversation
            JOIN transcript ON transcript.key = utterance.transcript_key
            LEFT JOIN translation ON translation.key = utterance.translation_key
            ORDER BY conversation.created_at, conversation.id, utterance.sequence
            """
        try db.forEachRow(texts) { row in try SpokenTextTable.insert(row, in: db) }
    }

    /// Erases a part of what removed rows have left in the index.
    ///
    /// - Parameter isFirst: whether it begins, or continues with what the step before has left.
    /// - Returns: whether anything was left.
    static func merge(isFirst: Bool, in db: Database) throws -> Bool {
        let before = db.totalChangesCount
        // Pages of the index that one step writes. A negative number begins the merge of all that there is.
        try db.run("INSERT INTO text_index (text_index, rank) VALUES ('merge', ?)", [(isFirst ? -64 : 64).value])
        // The statement itself counts as one change.
        return db.totalChangesCount - before > 1
    }

    /// The shortest word that the index finds: it has sequences of three characters.
    private static let shortestIndexed = 3

    /// The utterances that match, the newest first.
    static func find(
        _ search: SearchWords, before position: Int?, limit: Int, in db: Database
    ) throws -> [TextMatch] {
        let isIndexed = { (word: String) in word.unicodeScalars.count >= shortestIndexed }
        let indexed = search.words.filter(isIndexed)
        var conditions = ["spoken_text.id < ?", SpokenTextTable.isFindable]
        var values = [(position ?? .max).value]
        if !indexed.isEmpty {
            conditions.append("text_index MATCH ?")
            values.append(
                indexed.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: " ").value)
        }
        for word in search.words where !isIndexed(word) {
            conditions.append("(instr(spoken_text.source, ?) OR instr(spoken_text.translation, ?))")
            values += [word.value, word.value]
        }
        let from = indexed.isEmpty ? "spoken_text" : "text_index JOIN spoken_text ON spoken_text.id = text_index.rowid"
        let order = indexed.isEmpty ? "spoken_text.id" : "text_index.rowid"
        let rows = try db.rows(
            """
            SELECT spoken_text.id, spoken_text.conversation, spoken_text.sequence FROM \(from)
            JOIN utterance ON utterance.conversation = spoken_text.conversation
                AND utterance.sequence = spoken_text.sequence
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order) DESC LIMIT ?
            """, values + [limit.value], \.self)
        return try rows.compactMap { try SpokenTextTable.match($0, in: db) }
    }
}
