public import Conversations
internal import FoundationEssentials
internal import GRDB
internal import Glibc
public import Plumbing

/// Jobs in an SQLite file beside the stores of all scopes, readable by its owner only.
///
/// It has a rollback journal and no write-ahead log, as the files of keys and use have: a change is on the disk when the call
/// returns, and a job changes a few times only.
public final class JobFile: JobStore {
    private let path: String
    private let queue: DatabaseQueue
    private let worker = WorkerThread("jobs")

    /// Opens or makes the file. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `jobs.…`.
    public init(at path: String) throws(Problem) {
        self.path = path
        if mknod(path, S_IFREG | 0o600, 0) != 0, errno != EEXIST {
            throw Problem(
                .store, "jobs.unwritable", "jobs cannot be kept here (\(String(cString: strerror(errno))))",
                at: path, cure: "give this user the right to write, or another folder with --store")
        }
        var configuration = Configuration()
        configuration.label = "verbio.jobs"
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA")
        }
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try $0.execute(sql: Self.tables) }
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            do { try migrator.migrate(queue) } catch {
                // Another process may have made the tables of the new file meanwhile.
                guard try queue.read(migrator.hasCompletedMigrations) else { throw error }
            }
        } catch {
            throw Self.problem(error, path)
        }
    }

    private static let tables = """
        CREATE TABLE job (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, scope TEXT NOT NULL,
            state TEXT NOT NULL, created INTEGER NOT NULL, bytes INTEGER NOT NULL, due INTEGER, request TEXT,
            fingerprint TEXT, content TEXT NOT NULL) STRICT;
        CREATE INDEX job_of_scope ON job (scope, created, id);
        CREATE INDEX job_in_state ON job (state, scope, number);
        CREATE INDEX job_due ON job (due) WHERE due IS NOT NULL;
        CREATE INDEX job_of_request ON job (scope, request) WHERE request IS NOT NULL
        """

    // MARK: One job

    public func add(_ job: Job, of request: JobRequest?, within limits: JobLimits) async throws -> JobAddition {
        try await write { db in
            let scope = job.owner.scope.name
            if let request, let found = try Self.known(request, in: scope, db) { return found }
            let (count, bytes) = try Self.waiting(in: scope, db)
            guard count < limits.jobs else { return .tooMany }
            guard bytes <= limits.bytes - job.bytes else { return .tooLarge }
            try db.execute(
                sql: """
                    INSERT INTO job (id, scope, state, created, bytes, due, request, fingerprint, content)
                    VALUES (?, ?, ?, ?, ?, NULL, ?, ?, ?)
                    """,
                arguments: [
                    job.id.rawValue, scope, job.state.rawValue, job.createdAt, job.bytes, request?.key,
                    request?.fingerprint, try Self.encoded(job),
                ])
            try db.execute(
                sql: """
                    DELETE FROM job WHERE number IN (SELECT number FROM job
                        WHERE scope = ? AND state NOT IN ('queued', 'running') AND due IS NULL
                        ORDER BY number DESC LIMIT -1 OFFSET ?)
                    """, arguments: [scope, limits.ended])
            return .added
        }
    }

    private static func waiting(in scope: String, _ db: Database) throws -> (jobs: Int, bytes: Int) {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT COUNT(*), COALESCE(SUM(bytes), 0) FROM job
                WHERE scope = ? AND state IN ('queued', 'running')
                """, arguments: [scope])
        return (row?[0] ?? 0, row?[1] ?? 0)
    }

    public func waiting(in scope: Scope) async throws -> (jobs: Int, bytes: Int) {
        try await read { try Self.waiting(in: scope.name, $0) }
    }

    private static func known(_ request: JobRequest, in scope: String, _ db: Database) throws -> JobAddition? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT fingerprint, content FROM job WHERE scope = ? AND request = ? AND created > ?
                ORDER BY number DESC LIMIT 1
                """, arguments: [scope, request.key, request.since])
        guard let row, let fingerprint: String = row[0], let content: String = row[1] else { return nil }
        return fingerprint == request.fingerprint ? .known(try decoded(content)) : .otherRequest
    }

    public func job(_ id: JobID, in scope: Scope) async throws -> Job? {
        try await read { db in
            try String.fetchOne(
                db, sql: "SELECT content FROM job WHERE id = ? AND scope = ?", arguments: [id.rawValue, scope.name]
            ).map(Self.decoded)
        }
    }

    public func change(_ id: JobID, _ change: @Sendable @escaping (inout Job) -> Void) async throws -> Job? {
        try await write { db in
            let content = try String.fetchOne(
                db, sql: "SELECT content FROM job WHERE id = ?", arguments: [id.rawValue])
            guard var job = try content.map(Self.decoded) else { return nil }
            change(&job)
            try db.execute(
                sql: "UPDATE job SET state = ?, due = ?, content = ? WHERE id = ?",
                arguments: [
                    job.state.rawValue, job.state.isEnd ? job.callback?.nextAt : nil, try Self.encoded(job),
                    id.rawValue,
                ])
            return job
        }
    }

    public func remove(_ id: JobID, in scope: Scope) async throws -> Bool {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM job WHERE id = ? AND scope = ? AND state NOT IN ('queued', 'running')",
                arguments: [id.rawValue, scope.name])
            return db.changesCount > 0
        }
    }

    // MARK: Many jobs

    public func jobs(in scope: Scope, after place: JobPlace?, limit: Int) async throws -> [Job] {
        try await read { db in
            let (created, id) = (place?.createdAt ?? .max, place?.id.rawValue ?? "")
            return try String.fetchAll(
                db,
                sql: """
                    SELECT content FROM job WHERE scope = ?1 AND (created < ?2 OR created = ?2 AND id > ?3)
                    ORDER BY created DESC, id LIMIT ?4
                    """, arguments: [scope.name, created, id, limit]
            ).map(Self.decoded)
        }
    }

    public func heads() async throws -> [Job] {
        try await contents(
            """
            SELECT content FROM job WHERE number IN (SELECT MIN(number) FROM job WHERE state = 'queued' GROUP BY scope)
            ORDER BY number
            """)
    }

    public func running() async throws -> [Job] {
        try await contents("SELECT content FROM job WHERE state = 'running' ORDER BY number")
    }

    private func contents(_ query: String) async throws -> [Job] {
        try await read { db in try String.fetchAll(db, sql: query).map(Self.decoded) }
    }

    public func requeue() async throws {
        for job in try await running() {
            _ = try await change(job.id) { if $0.state == .running { $0.state = .queued } }
        }
    }

    public func callbacks(dueAt now: Int64, limit: Int) async throws -> [Job] {
        try await read { db in
            try String.fetchAll(
                db, sql: "SELECT content FROM job WHERE due <= ? ORDER BY due LIMIT ?", arguments: [now, limit]
            ).map(Self.decoded)
        }
    }

    public func end(_ scope: Scope) async throws -> [JobID] {
        let (removed, running) = try await write { db in
            let removed = try String.fetchAll(
                db, sql: "DELETE FROM job WHERE scope = ? AND state <> 'running' RETURNING id", arguments: [scope.name])
            let running = try String.fetchAll(db, sql: "SELECT id FROM job WHERE scope = ?", arguments: [scope.name])
            return (removed.compactMap(JobID.init), running.compactMap(JobID.init))
        }
        for id in running { _ = try await change(id) { $0.isToEnd = true } }
        return removed
    }

    // MARK: The file

    private func read<Result: Sendable>(_ work: @Sendable @escaping (Database) throws -> Result) async throws -> Result
    {
        try await worker.run { [queue, path] in
            do { return try queue.read(work) } catch { throw Self.problem(error, path) }
        }
    }

    private func write<Result: Sendable>(
        _ work: @Sendable @escaping (Database) throws -> Result
    ) async throws -> Result {
        try await worker.run { [queue, path] in
            do { return try queue.write(work) } catch { throw Self.problem(error, path) }
        }
    }

    private static func encoded(_ job: Job) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(job), as: UTF8.self)
    }

    private static func decoded(_ text: String) throws -> Job {
        try JSONDecoder().decode(Job.self, from: Data(text.utf8))
    }

    private static func problem(_ error: any Error, _ path: String) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as DatabaseError where error.resultCode == .SQLITE_BUSY:
            Problem(
                .store, "jobs.busy", "another process has been changing the jobs for too long", at: path,
                cure: "try again")
        case let error as DatabaseError where error.resultCode == .SQLITE_FULL:
            Problem(.store, "store.full", "the disk is full", at: path, cure: "make room on it")
        case let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode):
            Problem(.store, "jobs.damaged", "the file is damaged", at: path, cure: "restore it from a backup")
        default:
            Problem(
                .store, "jobs.failed", "the jobs cannot be read or written (\(error))", at: path,
                cure: "look at the disk and the permissions of the file")
        }
    }
}
