package import Conversations
package import SQL

/// Rows of `request`.
package enum RequestTable {
    package static func find(_ key: String, in db: any SQLConnection) throws -> StoredRequest? {
        let sql = "SELECT key, fingerprint, conversation, created_at FROM request WHERE key = ?"
        guard let row = try db.row(sql, [key.value]) else { return nil }
        var reader = RowReader(row, of: "request")
        return StoredRequest(
            key: try reader.text("key"), fingerprint: try reader.text("fingerprint"),
            conversation: try reader.optionalText("conversation").map { ConversationID(rawValue: $0) },
            createdAt: Int64(try reader.integer("created_at")))
    }

    package static func upsert(
        _ request: StoredRequest, forgettingBefore limit: Int64, keeping most: Int, in db: any SQLConnection
    )
        throws
    {
        try db.run(
            """
            INSERT INTO request (key, fingerprint, conversation, created_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET fingerprint = excluded.fingerprint,
                conversation = excluded.conversation, created_at = excluded.created_at
            """,
            [
                request.key.value, request.fingerprint.value, (request.conversation?.rawValue).value,
                request.createdAt.value,
            ])
        try db.run("DELETE FROM request WHERE created_at < ?", [limit.value])
        let count = try db.integer("SELECT COUNT(*) FROM request") ?? 0
        guard count > most else { return }
        try db.run(
            "DELETE FROM request WHERE key IN (SELECT key FROM request ORDER BY created_at, key LIMIT ?)",
            [(count - most).value])
    }
}
