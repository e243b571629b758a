internal import FoundationEssentials
internal import GRDB
package import Plumbing
internal import SQLiteFile

/// Keys in an SQLite file.
package final class KeyFile: KeyStore {
    private let database: SQLiteFile

    /// Opens or makes the file, readable by its owner only. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `keys.…`.
    package init(at path: String) throws(Problem) {
        database = try SQLiteFile(
            at: path, of: .keys,
            tables:
                "CREATE TABLE key (id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, content TEXT NOT NULL) STRICT")
    }

    package func keys() async throws -> [AccessKey] {
        try await database.read { db in
            try String.fetchAll(db, sql: "SELECT content FROM key ORDER BY number").map(Self.decoded)
        }
    }

    package func key(_ id: String) async throws -> AccessKey? {
        try await database.read { try Self.find(id, in: $0) }
    }

    package func hasKeys() async throws -> Bool {
        try await database.read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM key)") } ?? false
    }

    package func add(_ key: AccessKey) async throws {
        try await database.write { db in
            try db.execute(
                sql: "INSERT INTO key SELECT ?, COALESCE(MAX(number), 0) + 1, ? FROM key",
                arguments: [key.id, try Self.encoded(key)])
        }
    }

    package func change(
        _ id: String, _ change: @escaping @Sendable (inout AccessKey) throws -> Void
    ) async throws -> AccessKey? {
        // A key can be revoked on a full disk, too.
        try await database.erase { db in
            guard var key = try Self.find(id, in: db) else { return nil }
            try change(&key)
            try db.execute(sql: "UPDATE key SET content = ? WHERE id = ?", arguments: [try Self.encoded(key), id])
            return key
        }
    }

    private static func find(_ id: String, in db: Database) throws -> AccessKey? {
        let statement = try db.cachedStatement(sql: "SELECT content FROM key WHERE id = ?")
        return try String.fetchOne(statement, arguments: [id]).map(decoded)
    }

    private static func encoded(_ key: AccessKey) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(key), as: UTF8.self)
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
