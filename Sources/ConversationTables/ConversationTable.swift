internal import Audio
package import Conversations
package import SQL

/// Rows of `conversation`.
package enum ConversationTable {
    static let columns =
        "id, title, created_at, origin_path, origin_sha256, source, settings, state, files, files_written, successor, "
        + "lost_speech, origin_upload, kind, caption_head, persons, caption_file"

    private static let insertion = """
        INSERT INTO conversation (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id)
        """

    private static let update = """
        DO UPDATE SET title = excluded.title, origin_path = excluded.origin_path,
            origin_sha256 = excluded.origin_sha256, origin_upload = excluded.origin_upload, source = excluded.source, settings = excluded.settings,
            state = excluded.state, kind = excluded.kind, caption_head = excluded.caption_head, persons = excluded.persons,
            caption_file = excluded.caption_file, files = excluded.files, files_written = excluded.files_written,
            successor = COALESCE(excluded.successor, conversation.successor)
        """

    /// If the conversation is already stored, it keeps its creation time. All other columns take the new values, because a file
    /// may have been moved since.
    package static func upsert(_ conversation: Conversation) throws -> Command {
        try insert(conversation, orElse: update)
    }

    /// If the conversation is already stored, it stays as it is.
    static func insertIfNew(_ conversation: Conversation) throws -> Command {
        try insert(conversation, orElse: "DO NOTHING")
    }

    private static func insert(_ conversation: Conversation, orElse resolution: String) throws -> Command {
        let (path, hash, upload): (String?, String?, String?) =
            switch conversation.origin {
            case .file(let path, let sha256): (path, sha256, nil)
            case .upload(let path): (nil, nil, path)
            case .stream: (nil, nil, nil)
            }
        return Command(
            "\(insertion) \(resolution)",
            [
                conversation.id.rawValue.value, conversation.title.value, conversation.createdAt.value, path.value,
                hash.value, try JSON.encode(conversation.source).value, try JSON.encode(conversation.settings).value,
                conversation.state.rawValue.value, try conversation.files.map { try JSON.encode($0) }.value,
                (conversation.filesAreWritten ? 1 : 0).value, (conversation.successor?.rawValue).value,
                try conversation.lostSpeech.map { try JSON.encode($0) }.value, upload.value,
                conversation.kind.rawValue.value, try conversation.captionHead.map { try JSON.encode($0) }.value,
                try conversation.persons.map { try JSON.encode($0) }.value,
                try conversation.captionFile.map { try JSON.encode($0) }.value,
            ])
    }

    static func setFilesWritten(of id: ConversationID) -> Command {
        Command(
            "UPDATE conversation SET files_written = 1 WHERE id = ?", [id.rawValue.value],
            check: .found(.conversation(id)))
    }

    static func setSuccessor(_ successor: ConversationID, of id: ConversationID) -> Command {
        Command(
            "UPDATE conversation SET successor = ? WHERE id = ?", [successor.rawValue.value, id.rawValue.value],
            check: .found(.conversation(id)))
    }

    static func setLostSpeech(_ speech: LostSpeech?, of id: ConversationID) throws -> Command {
        Command(
            "UPDATE conversation SET lost_speech = ? WHERE id = ?",
            [try speech.map { try JSON.encode($0) }.value, id.rawValue.value], check: .found(.conversation(id)))
    }

    static func setPersons(_ persons: Persons?, of id: ConversationID) throws -> Command {
        Command(
            "UPDATE conversation SET persons = ? WHERE id = ?",
            [try persons.map { try JSON.encode($0) }.value, id.rawValue.value], check: .found(.conversation(id)))
    }

    package static func setState(_ state: ConversationState, of id: ConversationID) -> Command {
        Command(
            "UPDATE conversation SET state = ? WHERE id = ?", [state.rawValue.value, id.rawValue.value],
            check: .found(.conversation(id)))
    }

    /// The conversations whose stored state is running.
    package static func running(in db: any SQLConnection) throws -> [ConversationID] {
        try db.texts("SELECT id FROM conversation WHERE state = 'running'").map(ConversationID.init(rawValue:))
    }

    static func read(_ reader: inout RowReader) throws -> Conversation {
        let id = ConversationID(rawValue: try reader.text("id"))
        let title = try reader.text("title")
        let createdAt = Int64(try reader.integer("created_at"))
        let origin: AudioOrigin =
            switch (try reader.optionalText("origin_path"), try reader.optionalText("origin_sha256")) {
            case (let path?, let hash?): .file(path: path, sha256: hash)
            case (nil, nil): .stream
            default: throw reader.damage("origin")
            }
        var conversation = Conversation(
            id: id, title: title, createdAt: createdAt, origin: origin, source: try reader.json("source"),
            settings: try reader.json("settings"), state: try reader.choice("state"))
        conversation.files = try reader.optionalJSON("files")
        conversation.filesAreWritten = try reader.integer("files_written") != 0
        conversation.successor = try reader.optionalText("successor").map { ConversationID(rawValue: $0) }
        conversation.lostSpeech = try reader.optionalJSON("lost_speech")
        if let path = try reader.optionalText("origin_upload") { conversation.origin = .upload(path: path) }
        conversation.kind = try reader.choice("kind")
        conversation.captionHead = try reader.optionalJSON("caption_head")
        conversation.persons = try reader.optionalJSON("persons")
        conversation.captionFile = try reader.optionalJSON("caption_file")
        return conversation
    }

    package static func find(_ id: ConversationID, in db: any SQLConnection) throws -> Conversation? {
        let sql = "SELECT \(columns) FROM conversation WHERE id = ?"
        guard let row = try db.row(sql, [id.rawValue.value]) else { return nil }
        var reader = RowReader(row, of: "conversation")
        return try read(&reader)
    }

    /// The newest first. Conversations of the same age are sorted by name, so that the order is always the same.
    ///
    /// - Parameter place: only conversations after it; nil begins with the newest.
    package static func list(
        after place: ConversationPlace?, limit: Int, in db: any SQLConnection
    ) throws -> [ConversationSummary] {
        let condition = place == nil ? "" : "WHERE created_at <= ?1 AND (created_at < ?1 OR id > ?2)"
        let sql = """
            SELECT \(columns),
                (SELECT COUNT(*) FROM utterance WHERE conversation = id),
                (SELECT COUNT(*) FROM utterance WHERE conversation = id AND outcome = 'failed'),
                (SELECT MAX(range_end) FROM utterance WHERE conversation = id), \(EventTable.lastEnding)
            FROM conversation \(condition) ORDER BY created_at DESC, id LIMIT ?
            """
        let behind = place.map { [$0.createdAt.value, $0.id.rawValue.value] } ?? []
        return try db.rows(sql, behind + [limit.value]) { row in
            var reader = RowReader(row, of: "conversation")
            let conversation = try read(&reader)
            let utterances = try reader.integer("utterances", atLeast: 0)
            let failed = try reader.integer("failed", atLeast: 0)
            let end = try reader.optionalInteger("end", atLeast: 0) ?? 0
            return ConversationSummary(
                conversation: conversation, utterances: utterances, failed: failed,
                seconds: max(SampleRange(start: 0, end: end).endSeconds, try heardSeconds(&reader)),
                beginning: try UtteranceTable.beginning(of: conversation.id, in: db))
        }
    }

    /// The seconds that the last run heard; 0 if no run has ended.
    private static func heardSeconds(_ reader: inout RowReader) throws -> Double {
        /// The part of the event that is needed here.
        struct Ending: Decodable { var seconds: Double }
        let ending: Ending? = try reader.optionalJSON("payload")
        return ending?.seconds ?? 0
    }
}
