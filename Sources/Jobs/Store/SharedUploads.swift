internal import Glibc
internal import Plumbing
package import PostgreSQL
internal import SQL

/// A place for the uploads of jobs that all servers of a store reach.
package protocol SharedUploads: Sendable {
    /// Takes over the file of an upload.
    func store(_ id: JobID, from path: String) async throws

    /// Writes an upload into a file, which must not be there.
    ///
    /// - Returns: false if it is not stored.
    func fetch(_ id: JobID, to path: String) async throws -> Bool

    /// Removes an upload, if it is there.
    func remove(_ id: JobID) async throws

    /// The uploads that were stored an hour ago or earlier. Their jobs have been added since, unless their server was killed.
    func settled() async throws -> [JobID]
}

/// Uploads in a table of a PostgreSQL database, in parts of a megabyte.
package struct UploadTable: SharedUploads {
    private static let partSize = 1 << 20
    private static let schema = PostgreSQLSchema(
        "uploads",
        [
            .init(
                "1 uploads",
                """
                CREATE TABLE upload (
                    job TEXT COLLATE "C" NOT NULL, part BIGINT NOT NULL, bytes BYTEA NOT NULL,
                    created_at TIMESTAMPTZ NOT NULL DEFAULT now(), PRIMARY KEY (job, part)
                );
                ALTER TABLE upload ALTER COLUMN bytes SET STORAGE EXTERNAL;
                """)
        ])

    private let database: any SQLDatabase
    private let worker = WorkerThread("uploads.shared")

    /// Opens the table, or makes it.
    package init(_ database: PostgreSQLDatabase) async throws {
        try await database.migrate(Self.schema)
        self.database = database
    }

    package func store(_ id: JobID, from path: String) async throws {
        let file = try await worker.run { try UploadFile(reading: path) }
        var part = 0
        while true {
            let bytes = try await worker.run { [part] in try file.read(Self.partSize, at: part * Self.partSize) }
            // The first part is stored also if the upload is empty, so that it is known.
            guard !bytes.isEmpty || part == 0 else { return }
            let values = [id.rawValue.value, part.value, .bytes(bytes)]
            try await database.write { db in
                _ = try db.run(
                    "INSERT INTO upload (job, part, bytes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", values)
            }
            part += 1
        }
    }

    package func fetch(_ id: JobID, to path: String) async throws -> Bool {
        guard let first = try await bytes(of: id, part: 0) else { return false }
        // Complete or not at all under this name.
        let file = try await worker.run { try UploadFile(writing: path + ".part") }
        var (part, bytes) = (0, Optional(first))
        while let known = bytes {
            try await worker.run { [part] in try file.write(known, at: part * Self.partSize) }
            part += 1
            bytes = try await self.bytes(of: id, part: part)
        }
        try await worker.run { try file.rename(to: path) }
        return true
    }

    private func bytes(of id: JobID, part: Int) async throws -> [UInt8]? {
        try await database.read { db in
            try db.row("SELECT bytes FROM upload WHERE job = ? AND part = ?", [id.rawValue.value, part.value]).map {
                var reader = RowReader($0, of: "upload")
                return try reader.bytes("bytes")
            }
        }
    }

    package func remove(_ id: JobID) async throws {
        try await database.erase { db in _ = try db.run("DELETE FROM upload WHERE job = ?", [id.rawValue.value]) }
    }

    package func settled() async throws -> [JobID] {
        try await database.read { db in
            try db.texts("SELECT job FROM upload WHERE part = 0 AND created_at < now() - interval '1 hour'")
        }.compactMap(JobID.init(rawValue:))
    }
}

/// A file while it goes to the database or comes from there. Its calls block.
private final class UploadFile: Sendable {
    private let path: String
    private let descriptor: Int32

    init(reading path: String) throws(Problem) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw JobUploads.problem(errno, path) }
    }

    init(writing path: String) throws(Problem) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw JobUploads.problem(errno, path) }
    }

    deinit { close(descriptor) }

    private var content: UploadBytes { UploadBytes(descriptor: descriptor, path: path) }

    /// - Returns: fewer bytes at the end of the file.
    func read(_ count: Int, at offset: Int) throws(Problem) -> [UInt8] { try content.read(count, at: offset) }

    func write(_ bytes: [UInt8], at offset: Int) throws(Problem) { try content.write(bytes, at: offset) }

    func rename(to other: String) throws(Problem) {
        guard Glibc.rename(path, other) == 0 else { throw JobUploads.problem(errno, other) }
    }
}
