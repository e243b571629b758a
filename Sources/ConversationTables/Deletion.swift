package import Conversations
internal import Providers
package import SQL

/// Takes a conversation out of the database.
package enum Deletion {
    /// The number of blobs that one batch checks, so that commits do not wait for the end of a long list.
    package static let blobsAtOnce = 64

    /// Removes the conversation, all data that belongs to it, and the answers that no other conversation refers to.
    ///
    /// - Returns: the blobs that may be without a reference now, or nil if there was no such conversation.
    package static func remove(_ id: ConversationID, in db: any SQLConnection) throws -> [BlobID]? {
        // Answers are found through attempts and former answers as well. If an answer was replaced later, the utterance no
        // longer refers to it.
        let place = [id.rawValue.value]
        var keys: [Stage: [String]] = [:]
        for stage in Stage.allCases {
            keys[stage] = try db.texts(Self.keys(of: stage), place + [stage.rawValue.value])
        }
        let spoken = try db.rows(
            "SELECT key, blob FROM speech WHERE key IN (\(Self.keys(of: .synthesis)))",
            place + [Stage.synthesis.rawValue.value]
        ) { row in
            var reader = RowReader(row, of: "speech")
            return (key: try reader.text("key"), blob: try reader.text("blob"))
        }
        // If an answer was reused from finished work, it has no attempt.
        keys[.translation, default: []] += try db.texts(
            "SELECT key FROM summary WHERE conversation = ? AND key IS NOT NULL", place)
        var blobs = try db.texts("SELECT audio FROM utterance WHERE conversation = ? AND audio IS NOT NULL", place)

        guard try db.run("DELETE FROM conversation WHERE id = ?", place) > 0 else { return nil }

        let held = Dictionary(spoken.map { ($0.key, $0.blob) }) { first, _ in first }
        for stage in Stage.allCases {
            let (table, reference) = stage.answerTable
            let summed = stage == .translation ? "AND NOT EXISTS (SELECT 1 FROM summary WHERE key = ?1)" : ""
            let delete = """
                DELETE FROM \(table)
                WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM utterance WHERE \(reference) = ?1) \(summed)
                """
            let keys = keys[stage] ?? []
            try db.run(keys.map { SQLStatement(delete, [$0.value]) }) { index, changes in
                if stage == .synthesis, changes > 0, let blob = held[keys[index]] { blobs.append(blob) }
            }
        }
        return Set(blobs).map { BlobID(rawValue: $0) }
    }

    /// Whether anything in the database refers to the blob.
    package static func isReferenced(_ blob: BlobID, in db: any SQLConnection) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM utterance WHERE audio = ?1) OR EXISTS (SELECT 1 FROM speech WHERE blob = ?1)
                OR EXISTS (SELECT 1 FROM phrase WHERE blob = ?1)
            """
        return try db.integer(sql, [blob.rawValue.value]) != 0
    }

    /// The keys of all answers that a conversation `?1` ever had at a stage `?2`.
    private static func keys(of stage: Stage) -> String {
        """
        SELECT \(stage.answerTable.reference) FROM utterance
        WHERE conversation = ?1 AND \(stage.answerTable.reference) IS NOT NULL
        UNION SELECT key FROM attempt WHERE conversation = ?1 AND stage = ?2
        UNION SELECT key FROM former_answer WHERE conversation = ?1 AND stage = ?2
        """
    }
}
