internal import FoundationEssentials
package import Plumbing
package import PostgreSQL
package import SQL
internal import SQLiteFile

/// Keys in a table of a database.
package struct KeyTable: KeyStore, CopiedTables {
    package static let copies = [TableCopy("key", by: ["id"])]

    package let tables: any SQLDatabase

    /// Opens or makes an SQLite file, readable by its owner only. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `keys.…`.
    package init(at path: String) throws(Problem) {
        tables = try SQLiteFile(at: path, of: .keys, tables: "\(Self.table("TEXT", "INTEGER")) STRICT")
    }

    /// Opens the table of a PostgreSQL database, or makes it.
    package init(_ database: PostgreSQLDatabase) async throws {
        let table = PostgreSQLSchema.Step("1", Self.table("TEXT COLLATE \"C\"", "BIGINT"))
        try await database.migrate(PostgreSQLSchema("keys", [table]))
        tables = database
    }

    private static func table(_ name: String, _ number: String) -> String {
        "CREATE TABLE key (id \(name) PRIMARY KEY, number \(number) NOT NULL UNIQUE, content TEXT NOT NULL)"
    }

    package func keys() async throws -> [AccessKey] {
        try await tables.read { try $0.texts("SELECT content FROM key ORDER BY number").map(Self.decoded) }
    }

    package func key(_ id: String) async throws -> AccessKey? {
        try await tables.read { try Self.find(id, in: $0) }
    }

    package func hasKeys() async throws -> Bool {
        try await tables.read { try $0.row("SELECT 1 FROM key LIMIT 1") != nil }
    }

    package func add(_ key: AccessKey) async throws {
        try await tables.write { db in
            try db.lock("key")
            try db.run(
                "INSERT INTO key (id, number, content) SELECT ?, COALESCE(MAX(number), 0) + 1, ? FROM key",
                [.text(key.id), .text(try Self.encoded(key))])
        }
    }

    package func change(
        _ id: String, _ change: @escaping @Sendable (inout AccessKey) throws -> Void
    ) async throws -> AccessKey? {
        // A key can be revoked on a full disk, too.
        try await tables.erase { db in
            try db.lock("key \(id)")
            guard var key = try Self.find(id, in: db) else { return nil }
            try change(&key)
            try db.run("UPDATE key SET content = ? WHERE id = ?", [.text(try Self.encoded(key)), .text(id)])
            return key
        }
    }

    private static func find(_ id: String, in db: any SQLConnection) throws -> AccessKey? {
        try db.text("SELECT content FROM key WHERE id = ?", [.text(id)]).map(decoded)
    }

    private static func encoded(_ key: AccessKey) throws -> String {
        try JSONEncoder.sorted.text(key)
    }

    private static func decoded(_ text: String) throws -> AccessKey {
        try JSONDecoder().decode(AccessKey.self, from: Data(text.utf8))
    }
}

extension SQLiteFile.Contents {
    /// The files of keys, and of what was used with them.
    static var keys: SQLiteFile.Contents {
        SQLiteFile.Contents(code: "keys", name: "the keys", erasesDeleted: true)
    }
}
