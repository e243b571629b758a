package import SQL

/// A table of the conversations, phrases and requests of a scope.
package struct StoredTable: Sendable {
    package var copy: TableCopy
    /// The column that names audio.
    package var blob: String?

    private init(_ name: String, by key: [String], numberedBy number: String? = nil, blob: String? = nil) {
        copy = TableCopy(name, by: key, numberedBy: number)
        self.blob = blob
    }

    private static let utterance = ["conversation", "sequence"]

    /// All of them, each after those that it refers to. Audio and spools are not among them, because they are in files for SQLite.
    package static let all = [
        StoredTable("conversation", by: ["id"]),
        StoredTable("transcript", by: ["key"]),
        StoredTable("translation", by: ["key"]),
        StoredTable("speech", by: ["key"], blob: "blob"),
        StoredTable("utterance", by: utterance, blob: "audio"),
        StoredTable("timing", by: utterance + ["stage"]),
        StoredTable("attempt", by: utterance + ["stage", "number"]),
        StoredTable("charge", by: utterance + ["stage", "caller", "number", "purpose"]),
        StoredTable("summary", by: utterance),
        StoredTable("former_answer", by: utterance + ["stage", "key"]),
        StoredTable("event", by: ["conversation", "position"]),
        StoredTable("spoken_text", by: utterance, numberedBy: "id"),
        StoredTable("phrase", by: ["id"], blob: "blob"),
        StoredTable("request", by: ["key"]),
        StoredTable("single_call", by: ["id"]),
    ]
}
