internal import Glibc
internal import Plumbing
package import PostgreSQL
internal import SQL

/// A place for the uploads and films of jobs that all servers of a store reach.
package protocol SharedUploads: Sendable {
    /// Takes over a file, in place of one of the same name.
    func store(_ file: JobFile, from path: String) async throws

    /// Writes a file, which must not be there.
    ///
    /// - Returns: false if it is not stored.
    func fetch(_ file: JobFile, to path: String) async throws -> Bool

    /// A part of a file, of up to a megabyte.
    ///
    /// - Returns: no bytes behind the end; nil if the file is not stored.
    func bytes(of file: JobFile, at offset: Int, most: Int) async throws -> [UInt8]?

    /// Removes a file, if it is there.
    func remove(_ file: JobFile) async throws

    /// Removes the upload and the films of a job.
    func removeAll(of id: JobID) async throws

    /// The files that were stored an hour ago or earlier. Their jobs have been added since, unless their server was killed.
    func settled() async throws -> [JobFile]
}

/// Uploads and films in a table of a PostgreSQL database, in parts of a megabyte.
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

    package func store(_ file: JobFile, from path: String) async throws {
        let source = try await worker.run { try UploadFile(reading: path) }
        // What another server has left of it may have other bytes.
        try await remove(file)
        var part = 0
        while true {
            let bytes = try await worker.run { [part] in try source.read(Self.partSize, at: part * Self.partSize) }
            // The first part is stored also if the file is empty, so that it is known.
            guard !bytes.isEmpty || part == 0 else { return }
            let values = [file.name.value, part.value, .bytes(bytes)]
            try await database.write { db in
                _ = try db.run(
                    "INSERT INTO upload (job, part, bytes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", values)
            }
            part += 1
        }
    }

    package func fetch(_ file: JobFile, to path: String) async throws -> Bool {
        guard let first = try await bytes(of: file, part: 0) else { return false }
        // Complete or not at all under this name.
        let target = try await worker.run { try UploadFile(writing: path + ".part") }
        var (part, bytes) = (0, Optional(first))
        while let known = bytes {
            try await worker.run { [part] in try target.write(known, at: part * Self.partSize) }
            part += 1
            bytes = try await self.bytes(of: file, part: part)
        }
        try await worker.run { try target.rename(to: path) }
        return true
    }

    package func bytes(of file: JobFile, at offset: Int, most: Int) async throws -> [UInt8]? {
        let part = offset / Self.partSize
        guard let bytes = try await bytes(of: file, part: part) else { return part == 0 ? nil : [] }
        return Array(bytes.dropFirst(offset - part * Self.partSize).prefix(most))
    }

    private func bytes(of file: JobFile, part: Int) async throws -> [UInt8]? {
        try await database.read { db in
            try db.row("SELECT bytes FROM upload WHERE job = ? AND part = ?", [file.name.value, part.value]).map {
                var reader = RowReader($0, of: "upload")
                return try reader.bytes("bytes")
            }
        }
    }

    package func remove(_ file: JobFile) async throws {
        try await database.erase { db in _ = try db.run("DELETE FROM upload WHERE job = ?", [file.name.value]) }
    }

    package func removeAll(of id: JobID) async throws {
        // The names of its films begin with that of the job and a dot, and the character after the dot is a slash.
        let range = ["\(id.rawValue).".value, "\(id.rawValue)/".value]
        try await database.erase { db in
            _ = try db.run(
                "DELETE FROM upload WHERE job = ? OR job >= ? AND job < ?", [id.rawValue.value] + range)
        }
    }

    package func settled() async throws -> [JobFile] {
        try await database.read { db in
            try db.texts("SELECT job FROM upload WHERE part = 0 AND created_at < now() - interval '1 hour'")
        }.compactMap(JobFile.init(name:))
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
