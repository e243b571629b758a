internal import Conversations
internal import FoundationEssentials
internal import GRDB
internal import Glibc
package import Plumbing
internal import SQLiteFile

/// Keys in an SQLite file.
package final class KeyFile: KeyStore {
    private let database: SQLiteFile
    private let path: String
    /// What ``hasKeys()`` has found.
    private let found = Locked(Found())

    private struct Found {
        var hasKeys = false
        /// What the file was like while it had none; nil if that is not known.
        var emptyState: KeyFileState?
    }

    /// Opens or makes the file, readable by its owner only. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `keys.…`.
    package init(at path: String) throws(Problem) {
        self.path = path
        database = try SQLiteFile(
            at: path, of: .keys,
            tables:
                "CREATE TABLE key (id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, content TEXT NOT NULL) STRICT")
    }

    package func keys() throws -> [AccessKey] {
        try database.read { db in
            try String.fetchAll(db, sql: "SELECT content FROM key ORDER BY number").map(Self.decoded)
        }
    }

    package func key(_ id: String) throws -> AccessKey? { try database.read { try Self.find(id, in: $0) } }

    package func hasKeys() throws -> Bool {
        // Keys are revoked, never removed, so a server that had a key always has one. Each request asks, so the file is
        // only read if it has changed.
        let known = found.withLock { $0 }
        if known.hasKeys { return true }
        let state = KeyFileState(path)
        if let state, state == known.emptyState { return false }
        let hasKeys = try database.read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM key)") } ?? false
        found.withLock { $0 = Found(hasKeys: hasKeys, emptyState: hasKeys ? nil : state) }
        return hasKeys
    }

    package func add(_ key: AccessKey) throws {
        try database.write { db in
            try db.execute(
                sql: "INSERT INTO key SELECT ?, COALESCE(MAX(number), 0) + 1, ? FROM key",
                arguments: [key.id, try Self.encoded(key)])
        }
    }

    package func change(_ id: String, _ change: (inout AccessKey) throws -> Void) throws -> AccessKey? {
        // A key can be revoked on a full disk, too.
        try database.erase { db in
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

/// Tells whether a file may have changed.
private struct KeyFileState: Sendable, Hashable {
    private var inode: UInt64
    private var seconds: Int
    private var nanoseconds: Int

    /// - Returns: nil if the file was changed within the last seconds: a further change might leave the same time.
    init?(_ path: String) {
        var status = stat()
        var now = timespec()
        guard stat(path, &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0,
            !(0...2).contains(now.tv_sec - status.st_mtim.tv_sec)
        else { return nil }
        (inode, seconds, nanoseconds) = (UInt64(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}
