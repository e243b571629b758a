package import Conversations
internal import Language
package import Providers
package import SQL

/// The columns that every table of answers ends with: what the call consumed.
package enum UsageColumns {
    static let names =
        "usage_audio_seconds, usage_characters, usage_input_tokens, usage_output_tokens, usage_cached_tokens"

    static func values(_ usage: Usage) -> [SQLValue] {
        [
            usage.audioSeconds.value, usage.characters.value, usage.inputTokens.value, usage.outputTokens.value,
            usage.cachedInputTokens.value,
        ]
    }

    static func read(_ reader: inout RowReader) throws -> Usage {
        var usage = Usage()
        usage.audioSeconds = try reader.optionalDouble("usage_audio_seconds")
        usage.characters = try reader.optionalInteger("usage_characters")
        usage.inputTokens = try reader.optionalInteger("usage_input_tokens")
        usage.outputTokens = try reader.optionalInteger("usage_output_tokens")
        usage.cachedInputTokens = try reader.optionalInteger("usage_cached_tokens")
        return usage
    }
}

/// Rows of `transcript`.
package enum TranscriptTable {
    static let columns = ["key", "text", "language", "confidence", "words", "signals"]

    private static let insertion = """
        INSERT INTO transcript (key, text, language, confidence, words, signals, \(UsageColumns.names))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING
        """

    static func insert(_ recognition: Recognition, key: ContentKey) throws -> Command {
        Command(
            insertion,
            [
                key.rawValue.value, recognition.text.value, recognition.language.rawValue.value,
                recognition.confidence.value,
                try JSON.encode(recognition.words).value,
                try recognition.signals.map { try JSON.encode($0) }.value,
            ] + UsageColumns.values(recognition.usage))
    }

    /// Returns nil if the key is NULL: the utterance does not have this answer.
    static func read(_ reader: inout RowReader) throws -> Recognition? {
        guard try reader.optionalText("key") != nil else {
            reader.skip(10)
            return nil
        }
        return Recognition(
            text: try reader.text("text"), language: try reader.choice("language"),
            confidence: try reader.optionalDouble("confidence"), words: try reader.json("words"),
            signals: try reader.optionalJSON("signals"), usage: try UsageColumns.read(&reader))
    }
}

/// Rows of `translation`.
package enum TranslationTable {
    static let columns = ["key", "text", "language", "notes", "flags", "refused"]

    private static let insertion = """
        INSERT INTO translation (key, text, language, notes, flags, refused, \(UsageColumns.names))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING
        """

    static func insert(_ translation: Translation, key: ContentKey) throws -> Command {
        Command(
            insertion,
            [
                key.rawValue.value, translation.text.value, translation.tag.rawValue.value,
                try JSON.encode(translation.notes, empty: "[]").value,
                try JSON.encode(translation.flags, empty: "[]").value,
                try JSON.encode(translation.refused, empty: "[]").value,
            ] + UsageColumns.values(translation.usage))
    }

    /// The flags follow from the two texts alone, so all utterances that share the translation share its flags.
    static func setFlags(_ flags: [TranslationFlag], refused: [TranslationFlag], of id: UtteranceID) throws -> Command {
        Command(
            """
            UPDATE translation SET flags = ?, refused = ? WHERE key =
                (SELECT translation_key FROM utterance WHERE conversation = ? AND sequence = ?)
            """,
            [
                try JSON.encode(flags, empty: "[]").value, try JSON.encode(refused, empty: "[]").value,
                id.conversation.rawValue.value, id.sequence.value,
            ],
            check: .found(.utterance(id)))
    }

    static func read(_ reader: inout RowReader) throws -> Translation? {
        guard try reader.optionalText("key") != nil else {
            reader.skip(10)
            return nil
        }
        return Translation(
            text: try reader.text("text"), tag: try reader.choice("language"), notes: try reader.json("notes"),
            flags: try reader.json("flags"), refused: try reader.json("refused"), usage: try UsageColumns.read(&reader))
    }
}

/// Rows of `speech`.
package enum SpeechTable {
    static let columns = ["key", "blob", "voice", "sample_rate", "sample_count"]

    private static let insertion = """
        INSERT INTO speech (key, blob, voice, sample_rate, sample_count, \(UsageColumns.names))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING
        """

    static func insert(_ speech: SpokenAudio, key: ContentKey) -> Command {
        Command(
            insertion,
            [
                key.rawValue.value, speech.blob.rawValue.value, speech.voice.value, speech.sampleRate.value,
                speech.sampleCount.value,
            ] + UsageColumns.values(speech.usage))
    }

    static func read(_ reader: inout RowReader) throws -> SpokenAudio? {
        guard try reader.optionalText("key") != nil else {
            reader.skip(9)
            return nil
        }
        return SpokenAudio(
            blob: BlobID(rawValue: try reader.text("blob")), voice: try reader.text("voice"),
            sampleRate: try reader.integer("sample_rate", atLeast: 0),
            sampleCount: try reader.integer("sample_count", atLeast: 0), usage: try UsageColumns.read(&reader))
    }
}

/// The three tables of answers as one.
package enum AnswerTables {
    static func insert(_ answer: StageAnswer, key: ContentKey) throws -> Command {
        switch answer {
        case .recognition(let recognition): try TranscriptTable.insert(recognition, key: key)
        case .translation(let translation): try TranslationTable.insert(translation, key: key)
        case .speech(let speech): SpeechTable.insert(speech, key: key)
        }
    }

    /// A key names one stage's work only, so at most one of the tables has it.
    package static func find(_ key: ContentKey, in db: any SQLConnection) throws -> StageAnswer? {
        for stage in Stage.allCases {
            if let answer = try find(key, of: stage, in: db) { return answer }
        }
        return nil
    }

    /// Finished work of one stage.
    package static func find(_ key: ContentKey, of stage: Stage, in db: any SQLConnection) throws -> StageAnswer? {
        guard let row = try db.row(selection(of: stage), [key.rawValue.value]) else { return nil }
        var reader = RowReader(row, of: stage.answerTable.name)
        switch stage {
        case .recognition: return try TranscriptTable.read(&reader).map { .recognition($0) }
        case .translation: return try TranslationTable.read(&reader).map { .translation($0) }
        case .synthesis: return try SpeechTable.read(&reader).map { .speech($0) }
        }
    }

    private static let selections = Dictionary(
        uniqueKeysWithValues: zip(
            Stage.allCases, [TranscriptTable.columns, TranslationTable.columns, SpeechTable.columns]
        ).map { stage, columns in
            let names = columns.joined(separator: ", ") + ", " + UsageColumns.names
            return (stage, "SELECT \(names) FROM \(stage.answerTable.name) WHERE key = ?")
        })

    private static func selection(of stage: Stage) -> String { selections[stage] ?? "" }
}

extension Stage {
    /// The table of the stage's answers, and the column of `utterance` that refers to it.
    var answerTable: (name: String, reference: String) {
        switch self {
        case .recognition: ("transcript", "transcript_key")
        case .translation: ("translation", "translation_key")
        case .synthesis: ("speech", "speech_key")
        }
    }
}
