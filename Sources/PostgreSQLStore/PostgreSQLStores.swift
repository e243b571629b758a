internal import ConversationTables
package import Conversations
package import Coordination
package import Plumbing
package import PostgreSQL
package import S3
internal import SQL

/// The stores of all scopes in one PostgreSQL database.
///
///     let stores = try await PostgreSQLStores.open(PostgreSQLDatabase("postgresql://verbio@db.example/verbio"))
///     let store = try await stores.store(for: Scope("acme"))
package final class PostgreSQLStores: ScopedStores, WorkTurns {
    package let database: PostgreSQLDatabase
    private let leases: Leases
    /// The bucket with the audio; nil if it is in the database.
    package let audio: S3Bucket?
    private let objects: AudioObjects?
    private let isPrepared = Locked(false)
    private let preparing = Limiter(limit: 1)
    /// The scopes whose stores this process has looked through for what others have left.
    private let opened = Locked<Set<Scope>>([])

    /// Opens nothing yet.
    ///
    /// - Parameters:
    ///   - audio: the bucket that keeps the audio, the same for all machines; nil if the database keeps it.
    ///   - time: when leases are renewed.
    package init(_ database: PostgreSQLDatabase, audio: S3Bucket? = nil, time: TimeSource = .system) {
        self.database = database
        self.audio = audio
        objects = audio.map { AudioObjects($0, database, time: time) }
        leases = Leases(database, time: time)
    }

    package func store(for scope: Scope) async throws -> any ScopeStore {
        try await prepare()
        let store = PostgreSQLStore(scope, of: self, leases: leases, objects: objects)
        if opened.withLock({ $0.insert(scope).inserted }) {
            do {
                try await database.write { db in
                    _ = try db.run("INSERT INTO scope (name) VALUES (?) ON CONFLICT DO NOTHING", [scope.name.value])
                }
                try await store.repair()
            } catch {
                opened.withLock { _ = $0.remove(scope) }
                throw error
            }
        }
        return store
    }

    /// Makes the tables, or brings them up to date.
    func prepare() async throws {
        if isPrepared.withLock(\.self) { return }
        try await preparing.run {
            if isPrepared.withLock(\.self) { return }
            try await database.migrate(ConversationSchema.schema)
            try await AudioObjects.require(audio?.place, in: database)
            // What earlier processes could not remove.
            objects?.beginSweep()
            isPrepared.withLock { $0 = true }
        }
    }

    package func scopes() async throws -> [Scope] {
        try await prepare()
        let names = try await database.read { db in try db.texts("SELECT name FROM scope") }
        return Set(try names.map { try Scope($0) } + [.local]).sorted { $0.name < $1.name }
    }

    package func remove(_ scope: Scope) async throws -> Bool {
        guard !scope.isLocal else { throw TableProblem.localScope.at(database.place) }
        try await prepare()
        let place = database.place
        try await objects?.requireUsable()
        opened.withLock { _ = $0.remove(scope) }
        let wasThere = try await database.scoped(scope.name).erase { db in
            try Self.requireUnused(scope, at: place, in: db)
            try AudioObjects.removeFolders(of: scope, in: db)
            return try Self.removeAll(of: scope, in: db)
        }
        // If that fails, another call continues.
        try await objects?.sweep()
        return wasThere
    }

    package func move(_ scope: Scope, into other: Scope) async throws -> Bool {
        guard !scope.isLocal else { throw TableProblem.localScope.at(database.place) }
        guard scope != other else { return false }
        try await prepare()
        let place = database.place
        opened.withLock { _ = $0.remove(scope) }
        let wasThere = try await database.scoped(scope.name).write { db in
            try Self.requireUnused(scope, at: place, in: db)
            try AudioObjects.moveFolders(of: scope, to: other, in: db)
            // Row security shows one scope at a time, so that everything goes through tables of this connection.
            for table in ConversationSchema.tables {
                try db.run("CREATE TEMPORARY TABLE moved_\(table) ON COMMIT DROP AS SELECT * FROM \(table)")
                try db.run("UPDATE moved_\(table) SET scope = ?", [other.name.value])
            }
            guard try Self.removeAll(of: scope, in: db) else { return false }
            _ = try db.row("SELECT set_config('verbio.scope', ?, true)", [other.name.value])
            try AudioObjects.mergeMoved(in: db)
            for table in ConversationSchema.tables {
                try db.run("INSERT INTO \(table) SELECT * FROM moved_\(table) ON CONFLICT DO NOTHING")
            }
            try db.run("INSERT INTO scope (name) VALUES (?) ON CONFLICT DO NOTHING", [other.name.value])
            return true
        }
        await objects?.sweepIfPossible()
        return wasThere
    }

    package func close() async throws {
        objects?.endSweep()
        await leases.close()
    }

    /// The right to work that one process of all machines does at a time, by a lease.
    package func right(to work: String) async throws -> WorkRight? {
        try await prepare()
        let name = Leases.Name(work: work)
        guard let claim = try await leases.claim(name) else { return nil }
        return WorkRight(
            isHeld: { [leases] in leases.isHeld(name) },
            ending: { [leases] in
                claim.release()
                return Task { await leases.settle() }
            })
    }

    /// - Throws: `scope.busy` if anything of the scope has an owner.
    private static func requireUnused(_ scope: Scope, at place: String, in db: any SQLConnection) throws {
        if try Leases.isUsed(scope, in: db) { throw TableProblem.scopeInUse(scope, by: nil).at(place) }
    }

    /// - Returns: whether the scope had a store.
    private static func removeAll(of scope: Scope, in db: any SQLConnection) throws -> Bool {
        for table in ConversationSchema.tables.reversed() { try db.run("DELETE FROM \(table)") }
        return try db.run("DELETE FROM scope WHERE name = ?", [scope.name.value]) > 0
    }
}
