internal import Conversations
internal import GRDB

/// What a blob is good for: found out only to say what to do about one that is damaged.
enum BlobUse {
    /// What makes the blob anew; nil if nothing does, as for what was said into a microphone.
    static func cure(of blob: BlobID, in db: Database) throws -> String? {
        // A clause's speech belongs to no utterance by itself, but an attempt was made for it.
        let spoken = try String.fetchOne(
            db,
            sql: """
                SELECT conversation FROM utterance WHERE speech_key IN (SELECT key FROM speech WHERE blob = ?1)
                UNION ALL SELECT conversation FROM attempt WHERE key IN (SELECT key FROM speech WHERE blob = ?1)
                LIMIT 1
                """, arguments: [blob.rawValue])
        if let spoken { return "make it anew with 'verbio resume \(spoken)', or restore a backup" }
        let phrase = try String.fetchOne(
            db, sql: "SELECT id FROM phrase WHERE blob = ? LIMIT 1", arguments: [blob.rawValue])
        return phrase.map { "make it anew with 'verbio phrases say \($0)', or restore a backup" }
    }
}
