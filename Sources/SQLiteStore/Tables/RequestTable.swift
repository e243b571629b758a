internal import Conversations
internal import GRDB

/// Rows of `request`.
enum RequestTable {
    static func find(_ key: String, in db: Database) throws -> StoredRequest? {
        let statement = try db.cachedStatement(
            sql: "SELECT key, fingerprint, conversation, created_at FROM request WHERE key = ?")
        guard let row = try Row.fetchOne(statement, arguments: [key]) else { return nil }
        var reader = RowReader(row, of: "request")
        return StoredRequest(
            key: try reader.text("key"), fingerprint: try reader.text("fingerprint"),
            conversation: try reader.optionalText("conversation").map { ConversationID(rawValue: $0) },
            createdAt: Int64(try reader.integer("created_at")))
    }

    static func upsert(_ request: StoredRequest, forgettingBefore limit: Int64, keeping most: Int, in db: Database)
        throws
    {
        try db.execute(
            sql: """
                INSERT INTO request (key, fingerprint, conversation, created_at) VALUES (?, ?, ?, ?)
                ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint,
                    conversation = excluded.conversation, created_at = excluded.created_at
                """,
            arguments: [request.key, request.fingerprint, request.conversation?.rawValue, request.createdAt])
        try db.execute(sql: "DELETE FROM request WHERE created_at < ?", arguments: [limit])
        let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM request") ?? 0
        guard count > most else { return }
        try db.execute(
            sql: "DELETE FROM request WHERE key IN (SELECT key FROM request ORDER BY created_at, key LIMIT ?)",
            arguments: [count - most])
    }
}
