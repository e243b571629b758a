internal import Audio
internal import ConversationTables
internal import Conversations
internal import FoundationEssentials
internal import Plumbing
internal import SQL

/// The spool of one conversation: rows of `spool`, one for each block, and of `spool_event`. Each append is durable when it returns.
final class StoredSpool: SpeechSpool {
    private struct State {
        /// What is there; nil until it is looked up.
        var kept: SampleRange?
        var lanes: Int?
    }

    private let id: ConversationID
    private let database: any SQLDatabase
    /// What a change begins with while this process owns the conversation.
    private let fence: @Sendable () -> Leases.Fence?
    private let state = Locked(State())

    init(of id: ConversationID, in database: any SQLDatabase, fence: @escaping @Sendable () -> Leases.Fence?) {
        self.id = id
        self.database = database
        self.fence = fence
    }

    func kept() async throws -> SampleRange {
        if let kept = state.withLock({ $0.kept }) { return kept }
        let blocks = try await database.read { [id] db in
            try db.rows(
                "SELECT start, count, lanes FROM spool WHERE conversation = ? ORDER BY start", [id.rawValue.value]
            ) { row in
                var reader = RowReader(row, of: "spool")
                let start = try reader.integer("start", atLeast: 0)
                let end = start + (try reader.integer("count", atLeast: 1))
                return (SampleRange(start: start, end: end), lanes: try reader.integer("lanes", atLeast: 1))
            }
        }
        let kept = SampleRange(start: blocks.first?.0.start ?? 0, end: blocks.last?.0.end ?? 0)
        state.withLock { ($0.kept, $0.lanes) = (kept, blocks.last?.lanes) }
        return kept
    }

    func append(_ block: SpeechBlock) async throws {
        guard let count = block.lanes.first?.count, count > 0 else { return }
        let kept = try await kept()
        let lanes = block.lanes.count
        guard kept.count == 0 || kept.end == block.start, state.withLock({ $0.lanes ?? lanes }) == lanes else {
            throw TableProblem.gap(at: block.start)
        }
        let values = [id.rawValue.value, block.start.value, count.value, lanes.value, .bytes(Self.bytes(of: block))]
        try await write(
            SQLStatement(
                "INSERT INTO spool (conversation, start, count, lanes, samples) VALUES (?, ?, ?, ?, ?)", values))
        state.withLock { state in
            // Another task may have released some of it in the meantime.
            let start = kept.count == 0 ? block.start : state.kept?.start ?? kept.start
            state.kept = SampleRange(start: start, end: block.start + count)
            state.lanes = lanes
        }
    }

    func append(_ event: SpeakerEvent) async throws {
        let text = String(decoding: try JSONEncoder().encode(event), as: UTF8.self)
        try await write(
            SQLStatement(
                """
                INSERT INTO spool_event (conversation, number, event)
                SELECT ?1, COALESCE(MAX(number), 0) + 1, ?2 FROM spool_event WHERE conversation = ?1
                """, [id.rawValue.value, text.value]))
    }

    private func write(_ statement: SQLStatement) async throws {
        let fence = fence()
        try await database.write { db in
            guard let fence else {
                _ = try db.run(statement.sql, statement.values)
                return
            }
            try db.run([fence.statement, statement]) { index, changes in if index == 0 { try fence.check(changes) } }
        }
    }

    func events() async throws -> [SpeakerEvent] {
        try await database.read { [id] db in
            try db.texts("SELECT event FROM spool_event WHERE conversation = ? ORDER BY number", [id.rawValue.value])
                .map { try JSONDecoder().decode(SpeakerEvent.self, from: Data($0.utf8)) }
        }
    }

    func read(from sample: Int, most limit: Int) async throws -> SpeechBlock? {
        let kept = try await kept()
        guard sample >= kept.start, sample < kept.end, limit > 0 else { return nil }
        return try await database.read { [id] db in
            let row = try db.row(
                """
                SELECT start, lanes, samples FROM spool WHERE conversation = ? AND start <= ?
                ORDER BY start DESC LIMIT 1
                """, [id.rawValue.value, sample.value])
            guard let row else { return nil }
            var reader = RowReader(row, of: "spool")
            let start = try reader.integer("start", atLeast: 0)
            let lanes = try reader.integer("lanes", atLeast: 1)
            return Self.block(
                try reader.bytes("samples"), lanes: lanes, from: sample - start, most: limit, at: sample)
        }
    }

    /// Each append has been durable already.
    func synchronize() async throws -> Int { try await kept().end }

    /// The last block stays, so that a spool that is opened again knows where the sound ends.
    func release(before sample: Int) async throws {
        guard try await kept().count > 0 else { return }
        try await database.write { [id] db in
            _ = try db.run(
                """
                DELETE FROM spool WHERE conversation = ?1 AND start + count <= ?2
                    AND start < (SELECT MAX(start) FROM spool WHERE conversation = ?1)
                """, [id.rawValue.value, sample.value])
        }
        let first = try await database.read { [id] db in
            try db.integer("SELECT MIN(start) FROM spool WHERE conversation = ?", [id.rawValue.value])
        }
        // Another task may have added some in the meantime.
        state.withLock { state in
            if let first, let kept = state.kept { state.kept = SampleRange(start: first, end: kept.end) }
        }
    }

    func remove() async throws {
        try await database.erase { [id] db in
            for table in ["spool", "spool_event"] {
                try db.run("DELETE FROM \(table) WHERE conversation = ?", [id.rawValue.value])
            }
        }
        state.withLock { $0 = State() }
    }

    // MARK: Samples

    /// The samples frame by frame, little-endian.
    private static func bytes(of block: SpeechBlock) -> [UInt8] {
        let count = block.lanes[0].count
        let size = count * block.lanes.count * 4
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            for (lane, samples) in block.lanes.enumerated() {
                for place in 0..<count {
                    raw.storeBytes(
                        of: samples[place].bitPattern.littleEndian,
                        toByteOffset: (place * block.lanes.count + lane) * 4, as: UInt32.self)
                }
            }
            used = size
        }
    }

    /// - Parameter place: the first frame.
    private static func block(
        _ bytes: [UInt8], lanes: Int, from place: Int, most limit: Int, at sample: Int
    ) -> SpeechBlock? {
        let count = min(limit, bytes.count / (lanes * 4) - place)
        guard count > 0 else { return nil }
        return bytes.withUnsafeBytes { raw in
            let split = (0..<lanes).map { lane in
                (place..<place + count).map { frame in
                    let bits = raw.loadUnaligned(fromByteOffset: (frame * lanes + lane) * 4, as: UInt32.self)
                    return Float(bitPattern: UInt32(littleEndian: bits))
                }
            }
            return SpeechBlock(start: sample, lanes: split)
        }
    }
}
