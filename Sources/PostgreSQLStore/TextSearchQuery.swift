internal import ConversationTables
internal import Conversations
internal import SQL

/// The search for words in the texts of one scope.
///
/// It reads all texts of the scope, the newest first, until it has found enough. Row security keeps PostgreSQL from using an index of
/// letters here: it must not compare a row before it knows the row's scope.
enum TextSearchQuery {
    static func find(
        _ search: SearchWords, before position: Int?, limit: Int, in db: any SQLConnection
    ) throws -> [TextMatch] {
        let words = search.words.map { _ in
            "(strpos(spoken_text.source, ?) > 0 OR strpos(spoken_text.translation, ?) > 0)"
        }
        let conditions = ["spoken_text.id < ?", SpokenTextTable.isFindable] + words
        let rows = try db.rows(
            """
            SELECT spoken_text.id, spoken_text.conversation, spoken_text.sequence FROM spoken_text
            JOIN utterance ON utterance.conversation = spoken_text.conversation
                AND utterance.sequence = spoken_text.sequence
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY spoken_text.id DESC LIMIT ?
            """, [(position ?? .max).value] + search.words.flatMap { [$0.value, $0.value] } + [limit.value], \.self)
        return try rows.compactMap { try SpokenTextTable.match($0, in: db) }
    }
}
