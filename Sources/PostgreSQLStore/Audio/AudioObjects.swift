internal import ConversationTables
internal import Conversations
internal import Plumbing
internal import S3
internal import SQL

/// The objects in S3 that have the audio of all scopes.
///
/// The objects of a scope are in folders of its own, `FOLDER/HASH-TOKEN`. No name is used twice, neither of a folder nor of an object:
/// so whatever removes an object late, such as a process that was paused, cannot remove a newer one with the same sound.
///
/// What is to be removed is a row of `removed_object`, written in the transaction that removes the rows of the audio.
final class AudioObjects: Sendable {
    private static let damagedAtMost = 1_024
    private static let removalsAtOnce = 8
    private static let pageSize = 256
    /// How long a name is removed again and again: an upload that began before may end after the first removal.
    private static let lateUploads = "interval '15 minutes'"

    private let bucket: S3Bucket
    /// For all scopes: these tables have no row security.
    private let database: any SQLDatabase
    private let time: TimeSource
    private let sweeping = Limiter(limit: 1)
    private let state = Locked(State())

    private struct State {
        var wasReached = false
        var sweep: Task<Void, Never>?
        /// Blobs that were found damaged or missing: the next `put` writes them again.
        var damaged: Set<BlobID> = []
    }

    init(_ bucket: S3Bucket, _ database: any SQLDatabase, time: TimeSource) {
        self.bucket = bucket
        self.database = database
        self.time = time
    }

    // MARK: Places

    static let unknownPlace = Problem(
        .store, "store.other-audio", "the audio of this database is in an S3 store that is not named here",
        cure: "set store.audio to it")

    /// Checks that the audio of the database is where this process looks for it, and notes the place at the first use.
    ///
    /// - Parameter place: bucket and prefix; nil if this process keeps audio in the database.
    /// - Throws: `store.other-audio`.
    static func require(_ place: String?, in database: any SQLDatabase) async throws {
        var known = try await database.read { try $0.text("SELECT place FROM audio_place") }
        if known == nil, let place {
            known = try await database.write { db in
                try db.run(
                    "INSERT INTO audio_place (number, place) VALUES (1, ?) ON CONFLICT DO NOTHING", [place.value])
                return try db.text("SELECT place FROM audio_place")
            }
        }
        guard let known, known != place else { return }
        throw Problem(
            .store, "store.other-audio",
            "the audio of this database is in \(known)" + (place.map { ", and not in \($0)" } ?? ""),
            at: "store.audio", cure: "set store.audio to that bucket and prefix, with its endpoint")
    }

    /// Finds out at the first call whether the bucket can be used, before anything is paid for.
    func requireUsable() async throws {
        if state.withLock(\.wasReached) { return }
        _ = try await bucket.list("", limit: 1)
        state.withLock { $0.wasReached = true }
    }

    /// A folder of the scope, which is made if there is none. It is the scope's at least until the end of the transaction.
    static func folder(of scope: Scope, in db: any SQLConnection) throws -> String {
        let known = try db.text(
            "SELECT name FROM audio_folder WHERE scope = ? ORDER BY name LIMIT 1 FOR SHARE", [scope.name.value])
        if let known { return known }
        let name = unique(scope.name)
        try db.run("INSERT INTO audio_folder (name, scope) VALUES (?, ?)", [name.value, scope.name.value])
        return name
    }

    /// A name that was never used.
    static func unique(_ name: String) -> String {
        let token = String(UInt64.random(in: .min ... .max), radix: 36)
        return name + "-" + String(repeating: "0", count: 13 - token.count) + token
    }

    // MARK: Bytes

    /// - Returns: whether it took no longer than a limit.
    func put(_ object: String, _ bytes: [UInt8], id: BlobID, replaces: Bool, within limit: Duration) async throws
        -> Bool
    {
        let start = time.now()
        try await bucket.put(object, bytes, replaces: replaces)
        if replaces { state.withLock { _ = $0.damaged.remove(id) } }
        return time.now() - start < limit
    }

    func get(_ object: String) async throws -> [UInt8]? { try await bucket.get(object) }

    func isDamaged(_ id: BlobID) -> Bool { state.withLock { $0.damaged.contains(id) } }

    func noteDamage(_ id: BlobID) {
        state.withLock { state in
            if state.damaged.count < Self.damagedAtMost { state.damaged.insert(id) }
        }
    }

    /// - Parameter cure: how the audio can be made again; nil if it cannot.
    func missing(_ id: BlobID, cure: String?) -> Problem {
        Problem(
            .store, TableProblem.damagedBlobCode, "the stored audio \(id.rawValue) is not there any more",
            at: bucket.place, cure: cure ?? "restore a backup; all text of the conversation is there without it")
    }

    // MARK: Removal

    /// The statement that decides that an object is removed, or all objects whose names begin with a text.
    static func removing(_ name: String, isPrefix: Bool) -> SQLStatement {
        SQLStatement(
            "INSERT INTO removed_object (name, is_prefix) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [name.value, isPrefix.value])
    }

    /// Decides that all folders of a scope are removed. It waits for those that put something into them.
    static func removeFolders(of scope: Scope, in db: any SQLConnection) throws {
        let names = try db.texts("DELETE FROM audio_folder WHERE scope = ? RETURNING name", [scope.name.value])
        for name in names { try db.run(removing(name + "/", isPrefix: true)) }
    }

    /// Gives the folders of a scope, with all that is in them, to another one.
    static func moveFolders(of scope: Scope, to other: Scope, in db: any SQLConnection) throws {
        try db.run("UPDATE audio_folder SET scope = ? WHERE scope = ?", [other.name.value, scope.name.value])
    }

    /// Decides between two rows of the same audio: those of `moved_blob`, and those of this scope. A row whose audio is certainly
    /// stored takes the place of another one. The object of the other one is removed.
    static func mergeMoved(in db: any SQLConnection) throws {
        let incomplete = try db.texts(
            """
            DELETE FROM blob USING moved_blob WHERE blob.id = moved_blob.id AND blob.object IS NOT NULL
                AND blob.expected_until IS NOT NULL AND moved_blob.expected_until IS NULL RETURNING blob.object
            """)
        let replaced = try db.texts(
            """
            SELECT moved_blob.object FROM moved_blob JOIN blob ON blob.id = moved_blob.id
            WHERE moved_blob.object IS NOT NULL
            """)
        for name in incomplete + replaced { try db.run(removing(name, isPrefix: true)) }
    }

    private struct Removal: Sendable {
        var name: String
        var isPrefix: Bool
        var isOver: Bool
    }

    /// Removes all objects whose removal is decided.
    func sweep() async throws {
        try await sweeping.run {
            var last = ""
            while true {
                let page = try await database.read { [last] db in try Self.removals(after: last, in: db) }
                guard let end = page.last else { return }
                try await remove(page)
                let names = page.filter { !$0.isPrefix || $0.isOver }.map(\.name)
                try await database.write { db in
                    let statements = names.map {
                        SQLStatement("DELETE FROM removed_object WHERE name = ?", [$0.value])
                    }
                    try db.run(statements) { _, _ in }
                }
                last = end.name
            }
        }
    }

    /// The same when nothing depends on it: what cannot be removed now is removed by the next call.
    func sweepIfPossible() async { do { try await sweep() } catch {} }

    /// Begins to remove in the background.
    func beginSweep() {
        state.withLock { state in
            if state.sweep == nil { state.sweep = Task { [self] in await sweepIfPossible() } }
        }
    }

    /// Ends it before it is complete.
    func endSweep() { state.withLock { $0.sweep }?.cancel() }

    private static func removals(after last: String, in db: any SQLConnection) throws -> [Removal] {
        try db.rows(
            """
            SELECT name, is_prefix, CASE WHEN since < clock_timestamp() - \(lateUploads) THEN 1 ELSE 0 END
            FROM removed_object WHERE name > ? ORDER BY name LIMIT \(pageSize)
            """, [last.value]
        ) { row in
            var reader = RowReader(row, of: "removed_object")
            return Removal(
                name: try reader.text("name"), isPrefix: try reader.integer("is_prefix") == 1,
                isOver: try reader.integer("since") == 1)
        }
    }

    private func remove(_ page: [Removal]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, removal) in page.enumerated() {
                if index >= Self.removalsAtOnce { try await group.next() }
                group.addTask { [bucket] in
                    if removal.isPrefix {
                        try await bucket.deleteAll(removal.name)
                    } else {
                        try await bucket.delete(removal.name)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
