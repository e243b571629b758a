internal import Conversations
internal import FoundationEssentials
internal import GRDB
internal import Glibc
public import Plumbing

/// Keys in an SQLite file of their own, beside the stores of all scopes.
///
/// It has a rollback journal and no write-ahead log: several processes write to it now and then, and SQLite 3.7.0 to 3.51.2
/// may damage a log that several processes reset. A change is on the disk when the call returns.
public final class KeyFile: KeyStore {
    private let path: String
    private let queue: DatabaseQueue
    private let known = Locked(false)

    /// Opens or makes the file, readable by its owner only. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `keys.…`.
    public init(at path: String) throws(Problem) {
        self.path = path
        if mknod(path, S_IFREG | 0o600, 0) != 0, errno != EEXIST {
            throw Problem(
                .store, "keys.unwritable", "the keys cannot be kept here (\(String(cString: strerror(errno))))",
                at: path, cure: "give this user the right to write, or another folder with --store")
        }
        var configuration = Configuration()
        configuration.label = "verbio.keys"
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA")
        }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            try Self.migrator.migrate(queue)
        } catch {
            throw Self.problem(error, path)
        }
    }

    private static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(
                sql: """
                    CREATE TABLE key (id TEXT PRIMARY KEY, number INTEGER NOT NULL UNIQUE, content TEXT NOT NULL) STRICT;
                    """)
        }
        return migrator
    }()

    public func keys() throws -> [AccessKey] {
        try guarding {
            try queue.read { db in
                try String.fetchAll(db, sql: "SELECT content FROM key ORDER BY number").map(Self.decoded)
            }
        }
    }

    public func key(_ id: String) throws -> AccessKey? { try guarding { try queue.read { try Self.find(id, in: $0) } } }

    public func hasKeys() throws -> Bool {
        // Keys are revoked, never removed. So once there is one, there will always be one.
        if known.withLock({ $0 }) { return true }
        let found = try guarding { try queue.read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM key)") } }
        if found == true { known.withLock { $0 = true } }
        return found ?? false
    }

    public func add(_ key: AccessKey) throws {
        try guarding {
            try queue.write { db in
                try db.execute(
                    sql: "INSERT INTO key SELECT ?, COALESCE(MAX(number), 0) + 1, ? FROM key",
                    arguments: [key.id, try Self.encoded(key)])
            }
        }
    }

    public func change(_ id: String, _ change: (inout AccessKey) throws -> Void) throws -> AccessKey? {
        try guarding {
            try queue.write { db in
                guard var key = try Self.find(id, in: db) else { return nil }
                try change(&key)
                try db.execute(
                    sql: "UPDATE key SET content = ? WHERE id = ?", arguments: [try Self.encoded(key), id])
                return key
            }
        }
    }

    private static func find(_ id: String, in db: Database) throws -> AccessKey? {
        let statement = try db.cachedStatement(sql: "SELECT content FROM key WHERE id = ?")
        return try String.fetchOne(statement, arguments: [id]).map(decoded)
    }

    private static func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func decoded<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    private func guarding<Result>(_ work: () throws -> Result) throws -> Result {
        do { return try work() } catch { throw Self.problem(error, path) }
    }

    private static func problem(_ error: any Error, _ path: String) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            Problem(
                .store, "keys.busy", "another process has been changing the keys for too long", at: path,
                cure: "try again")
        case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
            Problem(
                .store, "keys.damaged", "the file of the keys is damaged", at: path, cure: "restore it from a backup")
        default:
            Problem(
                .store, "keys.failed", "the keys cannot be read or written (\(error))", at: path,
                cure: "look at the disk and the permissions of the file")
        }
    }
}
