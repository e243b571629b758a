internal import ConversationTables
internal import Conversations
internal import Plumbing
internal import SQL

/// Audio of one scope: rows of `blob` with its bytes, or with the name of an object in S3 that has them.
///
/// The row of an object is there before the object, and is removed before it. So no object is without a row that tells of it, whenever
/// a process ends: the row of one that is never referred to is found when its time is over (``removeAbandoned()``).
struct StoredBlobs: Sendable {
    /// The largest blob in the database: half an hour of an utterance. PostgreSQL keeps a value in memory as a whole, several times.
    static let largest = 64 << 20
    /// How long audio is kept for a row that is to refer to it.
    private static let expectation = "clock_timestamp() + interval '10 minutes'"
    /// After an upload of this length it is checked that the audio is still expected.
    private static let longUpload = Duration.seconds(60)

    let scope: Scope
    let database: any SQLDatabase
    /// Nil if audio is kept in the database.
    let objects: AudioObjects?

    func put(_ bytes: [UInt8]) async throws -> BlobID {
        var hash = ContentHash()
        hash.update(bytes)
        let id = BlobID(rawValue: hash.hexadecimal())
        if let objects { try await put(bytes, as: id, into: objects) } else { try await insert(bytes, as: id) }
        return id
    }

    private func insert(_ bytes: [UInt8], as id: BlobID) async throws {
        guard bytes.count <= Self.largest else {
            throw Problem(
                .store, "store.large-blob",
                "audio of \(bytes.count >> 20) MB is too large for the database, which takes \(Self.largest >> 20) MB at once",
                cure: "use shorter utterances, or keep audio in S3 with store.audio")
        }
        if try await expect(id) { return }
        try await database.write { db in
            _ = try db.run(
                """
                INSERT INTO blob (id, bytes, expected_until) VALUES (?, ?, \(Self.expectation))
                ON CONFLICT (id) DO UPDATE SET expected_until = excluded.expected_until
                """, [id.rawValue.value, .bytes(bytes)])
        }
    }

    private func put(_ bytes: [UInt8], as id: BlobID, into objects: AudioObjects) async throws {
        while true {
            let isDamaged = objects.isDamaged(id)
            let object = try await database.write { [scope] db in
                try Self.reserve(id, isDamaged: isDamaged, of: scope, in: db)
            }
            guard let object else { return }
            let isInTime = try await objects.put(object, bytes, id: id, replaces: isDamaged, within: Self.longUpload)
            if isInTime { return }
            let isExpected = try await database.write { db in
                try db.run(
                    "UPDATE blob SET expected_until = \(Self.expectation) WHERE id = ? AND object = ?",
                    [id.rawValue.value, object.value]) > 0
            }
            if isExpected { return }
        }
    }

    /// Makes the row of audio, and keeps it for a row that is to refer to it.
    ///
    /// - Returns: the object that the audio is to be put into; nil if it is stored already.
    private static func reserve(
        _ id: BlobID, isDamaged: Bool, of scope: Scope, in db: any SQLConnection
    ) throws -> String? {
        while true {
            // A row that nothing is expected of any more has been referred to: it was put then.
            let row = try db.row(
                """
                SELECT object, CASE WHEN expected_until IS NULL THEN 1 ELSE 0 END FROM blob WHERE id = ? FOR UPDATE
                """, [id.rawValue.value])
            if let row {
                var reader = RowReader(row, of: "blob")
                let object = try reader.optionalText("object")
                let isStored = try reader.integer("expected_until") == 1
                try db.run("UPDATE blob SET expected_until = \(expectation) WHERE id = ?", [id.rawValue.value])
                return isStored && !isDamaged ? nil : object
            }
            let object = try AudioObjects.folder(of: scope, in: db) + "/" + AudioObjects.unique(id.rawValue)
            let isMade =
                try db.run(
                    """
                    INSERT INTO blob (id, object, expected_until) VALUES (?, ?, \(expectation)) ON CONFLICT DO NOTHING
                    """, [id.rawValue.value, object.value]) > 0
            if isMade { return object }
        }
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
        let found = try await database.read { db in
            try db.row("SELECT bytes, object FROM blob WHERE id = ?", [id.rawValue.value]).map { row in
                var reader = RowReader(row, of: "blob")
                return (bytes: try reader.optionalBytes("bytes"), object: try reader.optionalText("object"))
            }
        }
        guard let found else { return nil }
        var bytes = found.bytes
        if let object = found.object {
            guard let objects else { throw AudioObjects.unknownPlace }
            bytes = try await objects.get(object)
        }
        var hash = ContentHash()
        hash.update(bytes ?? [])
        guard let bytes, hash.hexadecimal() == id.rawValue else {
            objects?.noteDamage(id)
            let cure = try await database.read { db in try BlobUse.cure(of: id, in: db) }
            guard bytes == nil, let objects else { throw TableProblem.damagedBlob(id, cure: cure) }
            throw objects.missing(id, cure: cure)
        }
        return bytes
    }

    /// The statement that belongs to a commit whose rows refer to the audio: nothing else has to keep it from now on.
    ///
    /// It locks the row, so that ``removeOrphans(_:)`` looks for references after this commit.
    static func settling(_ id: BlobID) -> SQLStatement {
        SQLStatement("UPDATE blob SET expected_until = NULL WHERE id = ?", [id.rawValue.value])
    }

    // MARK: Removal

    /// Notes, in the transaction that removes rows, that audio may be without a reference. So it is found even if this process ends
    /// before ``removeOrphans(_:)``.
    static func leave(_ ids: [BlobID], in db: any SQLConnection) throws {
        let statements = ids.sorted { $0.rawValue < $1.rawValue }.map { id in
            SQLStatement(
                "UPDATE blob SET expected_until = '-infinity' WHERE id = ? AND expected_until IS NULL",
                [id.rawValue.value])
        }
        try db.run(statements) { _, _ in }
    }

    /// Removes those of the blobs that no row refers to any more. If an object cannot be removed now, a later call does it.
    func removeOrphans(_ ids: [BlobID]) async throws {
        guard !ids.isEmpty else { return }
        for start in stride(from: 0, to: ids.count, by: Deletion.blobsAtOnce) {
            let some = ids[start..<min(start + Deletion.blobsAtOnce, ids.count)]
            try await database.write { db in
                for id in some.sorted(by: { $0.rawValue < $1.rawValue }) { try Self.removeOrphan(id, in: db) }
            }
        }
        await objects?.sweepIfPossible()
    }

    private static func removeOrphan(_ id: BlobID, in db: any SQLConnection) throws {
        // Two statements: only a statement after the lock sees the references of a commit that held it.
        let row = try db.row(
            """
            SELECT object, CASE WHEN expected_until > '-infinity' THEN 1 ELSE 0 END FROM blob WHERE id = ?
                AND (expected_until IS NULL OR expected_until < clock_timestamp()) FOR UPDATE
            """, [id.rawValue.value])
        guard let row else { return }
        guard try !Deletion.isReferenced(id, in: db) else {
            _ = try db.run(settling(id))
            return
        }
        var reader = RowReader(row, of: "blob")
        let object = try reader.optionalText("object")
        // Audio that was expected and never came may be in the middle of its upload.
        let mayBeIncomplete = try reader.integer("expected_until") == 1
        try db.run("DELETE FROM blob WHERE id = ?", [id.rawValue.value])
        if let object { _ = try db.run(AudioObjects.removing(object, isPrefix: mayBeIncomplete)) }
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
