package import Conversations
internal import Language
internal import Providers
package import SQL

/// Rows of `phrase`.
package enum PhraseTable {
    private static let columns = """
        id, text, translation, language_from, language_to, tags, created_at, flags, translation_key, speech_key, blob,
        voice, sample_rate, sample_count, usage
        """

    private static let upsertion = """
        INSERT INTO phrase (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET text = excluded.text, translation = excluded.translation,
            tags = excluded.tags, flags = excluded.flags, blob = excluded.blob, voice = excluded.voice, sample_rate = excluded.sample_rate,
            sample_count = excluded.sample_count, usage = excluded.usage,
            translation_key = excluded.translation_key, speech_key = excluded.speech_key
        """

    package static func upsert(_ phrase: Phrase) throws -> Command {
        let speech = phrase.speech
        return Command(
            upsertion,
            [
                phrase.id.rawValue.value, phrase.text.value, phrase.translation.value,
                phrase.pair.source.rawValue.value,
                phrase.pair.target.rawValue.value, try JSON.encode(phrase.tags, empty: "[]").value,
                phrase.createdAt.value,
                try JSON.encode(phrase.flags, empty: "[]").value,
                (phrase.translationKey?.rawValue).value, (phrase.speechKey?.rawValue).value,
                (speech?.blob.rawValue).value, (speech?.voice).value, (speech?.sampleRate).value,
                (speech?.sampleCount).value, try speech.map { try JSON.encode($0.usage) }.value,
            ])
    }

    package static func find(_ id: PhraseID, in db: any SQLConnection) throws -> Phrase? {
        let sql = "SELECT \(columns) FROM phrase WHERE id = ?"
        return try db.row(sql, [id.rawValue.value]).map(read)
    }

    package static func list(_ filter: PhraseFilter, limit: Int, in db: any SQLConnection) throws -> [Phrase] {
        let sql = "SELECT \(columns) FROM phrase ORDER BY created_at, id"
        var phrases: [Phrase] = []
        try db.scan(sql, []) { row in
            let phrase = try read(row)
            if filter.admits(phrase) { phrases.append(phrase) }
            return phrases.count < limit
        }
        return phrases
    }

    /// The blob of the phrase's audio.
    package static func blob(of id: PhraseID, in db: any SQLConnection) throws -> BlobID? {
        let sql = "SELECT blob FROM phrase WHERE id = ? AND blob IS NOT NULL"
        return try db.text(sql, [id.rawValue.value]).map(BlobID.init(rawValue:))
    }

    /// - Returns: whether it was there.
    package static func remove(_ id: PhraseID, in db: any SQLConnection) throws -> Bool {
        try db.run("DELETE FROM phrase WHERE id = ?", [id.rawValue.value]) > 0
    }

    private static func read(_ row: SQLRow) throws -> Phrase {
        var reader = RowReader(row, of: "phrase")
        let id = PhraseID(rawValue: try reader.text("id"))
        let text = try reader.text("text")
        let translation = try reader.text("translation")
        let pair = try reader.pair("language_from, language_to")
        let tags: [String] = try reader.json("tags")
        let createdAt = Int64(try reader.integer("created_at"))
        let flags: [TranslationFlag] = try reader.json("flags")
        var phrase = Phrase(
            text: text, translation: translation, pair: pair, tags: tags, flags: flags, createdAt: createdAt)
        phrase.id = id
        phrase.translationKey = try reader.optionalText("translation_key").map(ContentKey.init(rawValue:))
        phrase.speechKey = try reader.optionalText("speech_key").map(ContentKey.init(rawValue:))
        guard let blob = try reader.optionalText("blob") else { return phrase }
        phrase.speech = SpokenAudio(
            blob: BlobID(rawValue: blob), voice: try reader.text("voice"),
            sampleRate: try reader.integer("sample_rate", atLeast: 0),
            sampleCount: try reader.integer("sample_count", atLeast: 0), usage: try reader.json("usage"))
        return phrase
    }
}
