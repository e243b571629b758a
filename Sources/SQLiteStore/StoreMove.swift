internal import ConversationTables
internal import Conversations
internal import GRDB
internal import SQL
internal import SQLiteFile

/// Moves everything of one store into another one: first files, then the rows that refer to them, in parts.
///
/// Nothing is removed from the first store but files. After a crash it is done again, and what has arrived is skipped.
struct StoreMove: Sendable {
    let source: SQLiteStore
    let target: SQLiteStore

    /// How many rows with files, or conversations, are looked up at once.
    private static let pageSize = 256

    /// The tables with the rows of a conversation, each after those that it refers to.
    private static let tables = StoredTable.all.map(\.copy).filter { $0.key.contains("conversation") }.map(\.table)

    func run() async throws {
        // Answers come first, because utterances refer to them.
        for table in ["transcript", "translation"] { try await copy(table) }
        try await copyWithFiles("speech", by: "key")
        try await copyWithFiles("phrase", by: "id")
        var last: ConversationPlace?
        while true {
            let page = try await source.conversations(after: last, limit: Self.pageSize).map(\.conversation)
            for conversation in page { try await move(conversation.id) }
            guard let end = page.last else { break }
            last = ConversationPlace(end)
        }
        for table in ["request", "single_call"] { try await copy(table) }
        try await target.synchronize()
    }

    private func move(_ id: ConversationID) async throws {
        try await target.adoptSpool(of: id, from: source)
        let files = try await source.read { db in
            try db.texts(
                "SELECT DISTINCT audio FROM utterance WHERE conversation = ? AND audio IS NOT NULL", [id.rawValue.value]
            )
        }
        // All of its rows come at once, so that no reader finds half of a conversation.
        try await write(referringTo: files) { from, db in
            try Self.copy("conversation", "id = ?", [id.rawValue.value], from: from, to: db)
            for table in Self.tables {
                try Self.copy(table, "conversation = ?", [id.rawValue.value], from: from, to: db)
            }
        }
    }

    private func copyWithFiles(_ table: String, by key: String) async throws {
        var last = ""
        while true {
            let page = try await source.read { [last] db in
                try db.rows(
                    "SELECT \(key), blob FROM \(table) WHERE \(key) > ? ORDER BY \(key) LIMIT ?",
                    [last.value, Self.pageSize.value]
                ) { row in
                    var reader = RowReader(row, of: table)
                    return (key: try reader.text(key), file: try reader.optionalText("blob"))
                }
            }
            guard let end = page.last?.key else { return }
            try await write(referringTo: page.compactMap(\.file)) { [last] from, db in
                try Self.copy(table, "\(key) > ? AND \(key) <= ?", [last.value, end.value], from: from, to: db)
            }
            last = end
        }
    }

    private func copy(_ table: String) async throws {
        try await write(referringTo: []) { from, db in try Self.copy(table, "TRUE", [], from: from, to: db) }
    }

    /// Takes over files, and then the rows that refer to them, in one transaction.
    private func write(
        referringTo files: [String], _ work: @escaping @Sendable (Database, Database) throws -> Void
    ) async throws {
        let blobs = Set(files).map { BlobID(rawValue: $0) }
        try await target.adopt(blobs, from: source)
        try await target.write(referringTo: blobs) { [source] db in try source.lookUp { try work($0, db) } }
        target.settle(blobs)
    }

    private static func copy(
        _ table: String, _ condition: String, _ values: [SQLValue], from: Database, to db: Database
    ) throws {
        // Texts get new numbers: those of the other store may be in use here.
        let columns = try db.columns(in: table).map(\.name).filter { table != "spoken_text" || $0 != "id" }
        let names = columns.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let insertion = "INSERT INTO \(table) (\(names)) VALUES (\(marks)) ON CONFLICT DO NOTHING"
        let order = table == "spoken_text" ? " ORDER BY id" : ""
        try from.forEachRow("SELECT \(names) FROM \(table) WHERE \(condition)\(order)", values) { row in
            try db.run(insertion, row.values)
        }
    }
}
