internal import Conversations
internal import GRDB
internal import Providers

/// Takes a conversation out of the database.
enum Deletion {
    /// The number of blobs that one batch checks, so that commits do not wait for the end of a long list.
    static let blobsAtOnce = 64

    /// Removes the conversation, all data that belongs to it, and the answers that no other conversation refers to.
    ///
    /// - Returns: the blobs that may be without a reference now, or nil if there was no such conversation.
    static func remove(_ id: ConversationID, in db: Database) throws -> [BlobID]? {
        // Answers are found through attempts and former answers as well. If an answer was replaced later, the utterance no
        // longer refers to it.
        var keys: [Stage: [String]] = [:]
        for stage in Stage.allCases {
            keys[stage] = try String.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT \(stage.answerTable.reference) FROM utterance
                        WHERE conversation = ?1 AND \(stage.answerTable.reference) IS NOT NULL
                        UNION SELECT key FROM attempt WHERE conversation = ?1 AND stage = ?2
                        UNION SELECT key FROM former_answer WHERE conversation = ?1 AND stage = ?2
                        """),
                arguments: [id.rawValue, stage.rawValue])
        }
        // If an answer was reused from finished work, it has no attempt.
        keys[.translation, default: []] += try String.fetchAll(
            db.cachedStatement(sql: "SELECT key FROM summary WHERE conversation = ? AND key IS NOT NULL"),
            arguments: [id.rawValue])
        var blobs = try String.fetchAll(
            db.cachedStatement(sql: "SELECT audio FROM utterance WHERE conversation = ? AND audio IS NOT NULL"),
            arguments: [id.rawValue])

        try db.cachedStatement(sql: "DELETE FROM conversation WHERE id = ?").execute(arguments: [id.rawValue])
        guard db.changesCount > 0 else { return nil }

        for stage in Stage.allCases {
            let (table, reference) = stage.answerTable
            let blob = try db.cachedStatement(sql: "SELECT blob FROM speech WHERE key = ?")
            let summed = stage == .translation ? "AND NOT EXISTS (SELECT 1 FROM summary WHERE key = ?1)" : ""
            let delete = try db.cachedStatement(
                sql: """
                    DELETE FROM \(table)
                    WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM utterance WHERE \(reference) = ?1) \(summed)
                    """)
            for key in keys[stage] ?? [] {
                let held = stage == .synthesis ? try String.fetchOne(blob, arguments: [key]) : nil
                try delete.execute(arguments: [key])
                if db.changesCount > 0, let held { blobs.append(held) }
            }
        }
        return Set(blobs).map { BlobID(rawValue: $0) }
    }

    /// Whether anything in the database refers to the blob.
    static func isReferenced(_ blob: BlobID, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM utterance WHERE audio = ?1) OR EXISTS (SELECT 1 FROM speech WHERE blob = ?1)
                    OR EXISTS (SELECT 1 FROM phrase WHERE blob = ?1)
                """)
        return try Bool.fetchOne(statement, arguments: [blob.rawValue]) ?? true
    }
}
