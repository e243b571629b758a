package import Conversations
package import SQL

/// What a blob is used for. It is only looked up to say how to repair a damaged blob.
package enum BlobUse {
    /// How the blob can be made again; nil if it cannot, as for audio from a microphone.
    package static func cure(of blob: BlobID, in db: any SQLConnection) throws -> String? {
        // The speech of a clause does not belong to an utterance by itself, but an attempt was made for it.
        let spoken = try db.text(
            """
            SELECT conversation FROM utterance WHERE speech_key IN (SELECT key FROM speech WHERE blob = ?1)
            UNION ALL SELECT conversation FROM attempt WHERE key IN (SELECT key FROM speech WHERE blob = ?1)
            LIMIT 1
            """, [blob.rawValue.value])
        if let spoken { return "make it anew with 'verbio resume \(spoken)', or restore a backup" }
        let phrase = try db.text("SELECT id FROM phrase WHERE blob = ? LIMIT 1", [blob.rawValue.value])
        return phrase.map { "make it anew with 'verbio phrases say \($0)', or restore a backup" }
    }
}
