internal import ConversationTables
internal import Conversations
internal import Plumbing
internal import SQL

/// Audio in rows of `blob`, of one scope.
struct StoredBlobs: Sendable {
    /// The largest blob: half an hour of an utterance. PostgreSQL keeps a value in memory as a whole, several times.
    static let largest = 64 << 20
    /// How long audio is kept for a row that is to refer to it.
    private static let expectation = "clock_timestamp() + interval '10 minutes'"

    let database: any SQLDatabase

    func put(_ bytes: [UInt8]) async throws -> BlobID {
        guard bytes.count <= Self.largest else {
            throw Problem(
                .store, "store.large-blob",
                "audio of \(bytes.count >> 20) MB is too large for the database, which takes \(Self.largest >> 20) MB at once",
                cure: "use shorter utterances")
        }
        var hash = ContentHash()
        hash.update(bytes)
        let id = BlobID(rawValue: hash.hexadecimal())
        if try await expect(id) { return id }
        try await database.write { db in
            _ = try db.run(
                """
                INSERT INTO blob (id, bytes, expected_until) VALUES (?, ?, \(Self.expectation))
                ON CONFLICT (id) DO UPDATE SET expected_until = excluded.expected_until
                """, [id.rawValue.value, .bytes(bytes)])
        }
        return id
    }

    /// Keeps audio for a row that is to refer to it.
    ///
    /// - Returns: whether it is there.
    @discardableResult
    func expect(_ id: BlobID) async throws -> Bool {
        try await database.write { db in
            try db.run("UPDATE blob SET expected_until = \(Self.expectation) WHERE id = ?", [id.rawValue.value]) > 0
        }
    }

    /// - Throws: `store.malformed-blob`, or `store.corrupt-blob` if the bytes no longer match their name.
    func bytes(of id: BlobID) async throws -> [UInt8]? {
        guard id.isWellFormed else { throw TableProblem.malformedBlob(id) }
        let bytes = try await database.read { db in
            try db.row("SELECT bytes FROM blob WHERE id = ?", [id.rawValue.value]).map { row in
                var reader = RowReader(row, of: "blob")
                return try reader.bytes("bytes")
            }
        }
        guard let bytes else { return nil }
        var hash = ContentHash()
        hash.update(bytes)
        guard hash.hexadecimal() == id.rawValue else {
            let cure = try await database.read { db in try BlobUse.cure(of: id, in: db) }
            throw TableProblem.damagedBlob(id, cure: cure)
        }
        return bytes
    }

    /// The statement that belongs to a commit whose rows refer to the audio: nothing else has to keep it from now on.
    ///
    /// It locks the row, so that ``removeOrphans(_:)`` looks for references after this commit.
    static func settling(_ id: BlobID) -> SQLStatement {
        SQLStatement("UPDATE blob SET expected_until = NULL WHERE id = ?", [id.rawValue.value])
    }

    /// Removes those of the blobs that no row refers to any more.
    func removeOrphans(_ ids: [BlobID]) async throws {
        for start in stride(from: 0, to: ids.count, by: Deletion.blobsAtOnce) {
            let some = ids[start..<min(start + Deletion.blobsAtOnce, ids.count)]
            try await database.write { db in
                for id in some.sorted(by: { $0.rawValue < $1.rawValue }) {
                    // Two statements: only a statement after the lock sees the references of a commit that held it.
                    let row = try db.row(
                        """
                        SELECT 1 FROM blob WHERE id = ?
                            AND (expected_until IS NULL OR expected_until < clock_timestamp()) FOR UPDATE
                        """, [id.rawValue.value])
                    guard row != nil, try !Deletion.isReferenced(id, in: db) else { continue }
                    try db.run("DELETE FROM blob WHERE id = ?", [id.rawValue.value])
                }
            }
        }
    }

    /// Removes audio that was expected by a process that has ended since.
    func removeAbandoned() async throws {
        let ids = try await database.read { db in
            try db.texts(
                "SELECT id FROM blob WHERE expected_until < clock_timestamp() LIMIT \(Deletion.blobsAtOnce * 16)")
        }
        try await removeOrphans(ids.map(BlobID.init(rawValue:)))
    }
}
