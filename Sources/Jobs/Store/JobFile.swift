package import Conversations
internal import FoundationEssentials
internal import GRDB
package import Plumbing
internal import SQLiteFile

/// Jobs in an SQLite file next to the stores of all scopes.
///
/// What is deleted is overwritten in the file, so that the texts and titles of erased scopes do not stay in free pages.
package final class JobFile: JobStore {
    private let file: SQLiteFile

    /// Opens or makes the file, readable by its owner only. Blocks.
    ///
    /// - Throws: ``Problem`` of kind `store`, codes `jobs.…`.
    package init(at path: String) throws(Problem) {
        file = try SQLiteFile(
            at: path, of: .init(code: "jobs", name: "the jobs", erasesDeleted: true), tables: Self.tables)
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

    package func add(_ job: Job, of request: JobRequest?, within limits: JobLimits) async throws -> JobAddition {
        try await file.write { db in
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

    package func waiting(in scope: Scope) async throws -> (jobs: Int, bytes: Int) {
        try await file.read { try Self.waiting(in: scope.name, $0) }
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

    package func job(_ id: JobID, in scope: Scope) async throws -> Job? {
        try await file.read { db in
            try String.fetchOne(
                db, sql: "SELECT content FROM job WHERE id = ? AND scope = ?", arguments: [id.rawValue, scope.name]
            ).map(Self.decoded)
        }
    }

    package func change(_ id: JobID, _ change: @Sendable @escaping (inout Job) -> Void) async throws -> Job? {
        try await file.write { db in
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

    package func remove(_ id: JobID, in scope: Scope) async throws -> Bool {
        try await file.erase { db in
            try db.execute(
                sql: "DELETE FROM job WHERE id = ? AND scope = ? AND state NOT IN ('queued', 'running')",
                arguments: [id.rawValue, scope.name])
            return db.changesCount > 0
        }
    }

    // MARK: Many jobs

    package func jobs(in scope: Scope, after place: JobPlace?, limit: Int) async throws -> [Job] {
        try await file.read { db in
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

    package func heads() async throws -> [Job] {
        try await contents(
            """
            SELECT content FROM job WHERE number IN (SELECT MIN(number) FROM job WHERE state = 'queued' GROUP BY scope)
            ORDER BY number
            """)
    }

    package func running() async throws -> [Job] {
        try await contents("SELECT content FROM job WHERE state = 'running' ORDER BY number")
    }

    private func contents(_ query: String) async throws -> [Job] {
        try await file.read { db in try String.fetchAll(db, sql: query).map(Self.decoded) }
    }

    package func requeue() async throws {
        for job in try await running() {
            _ = try await change(job.id) { if $0.state == .running { $0.state = .queued } }
        }
    }

    package func callbacks(dueAt now: Int64, limit: Int, each: Int) async throws -> [Job] {
        try await file.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT content FROM job JOIN (SELECT number, due,
                            ROW_NUMBER() OVER (PARTITION BY scope ORDER BY due, number) AS place
                        FROM job WHERE due <= ?) AS waiting USING (number)
                    WHERE place <= ? ORDER BY place, waiting.due, number LIMIT ?
                    """, arguments: [now, each, limit]
            ).map(Self.decoded)
        }
    }

    package func end(_ scope: Scope) async throws -> [JobID] {
        let (removed, running) = try await file.write { db in
            let removed = try String.fetchAll(
                db, sql: "DELETE FROM job WHERE scope = ? AND state <> 'running' RETURNING id", arguments: [scope.name])
            let running = try String.fetchAll(db, sql: "SELECT id FROM job WHERE scope = ?", arguments: [scope.name])
            return (removed.compactMap(JobID.init), running.compactMap(JobID.init))
        }
        for id in running { _ = try await change(id) { $0.isToEnd = true } }
        return removed
    }

    package func move(_ scope: Scope, to other: Scope, named name: String) async throws -> Bool {
        try await file.write { db in
            let contents = try String.fetchAll(
                db, sql: "SELECT content FROM job WHERE scope = ? AND state <> 'running'", arguments: [scope.name])
            for content in contents {
                var job = try Self.decoded(content)
                (job.owner.scope, job.owner.name, job.owner.session) = (other, name, nil)
                try db.execute(
                    sql: "UPDATE job SET scope = ?, content = ? WHERE id = ?",
                    arguments: [other.name, try Self.encoded(job), job.id.rawValue])
            }
            return try Self.isEmpty(scope, db)
        }
    }

    private static func isEmpty(_ scope: Scope, _ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT 1 FROM job WHERE scope = ? LIMIT 1", arguments: [scope.name]) == nil
    }

    private static func encoded(_ job: Job) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(job), as: UTF8.self)
    }

    private static func decoded(_ text: String) throws(Problem) -> Job {
        do { return try JSONDecoder().decode(Job.self, from: Data(text.utf8)) } catch {
            throw Problem(
                .store, "jobs.failed", "a job cannot be read (\(error))",
                cure: "restore the file of the jobs from a backup")
        }
    }
}
