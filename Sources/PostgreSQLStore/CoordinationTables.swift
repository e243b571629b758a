internal import Coordination
internal import FoundationEssentials
internal import Plumbing
internal import PostgreSQL
internal import SQL

/// What servers share for a moment, in tables that are not written ahead: a crash of the database empties them, and nothing is lost.
///
/// Commits do not wait for the disk. The clock of the database counts for all servers.
struct CoordinationTables: Sendable {
    static let schema = PostgreSQLSchema(
        "coordination",
        [
            .init(
                "1 coordination",
                """
                CREATE UNLOGGED TABLE shared_value (
                    kind TEXT COLLATE "C" NOT NULL, name TEXT COLLATE "C" NOT NULL, value TEXT NOT NULL,
                    size BIGINT NOT NULL DEFAULT 0, expires_at TIMESTAMPTZ NOT NULL, PRIMARY KEY (kind, name)
                ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
                CREATE UNLOGGED TABLE shared_place (
                    name TEXT COLLATE "C" NOT NULL, holder TEXT COLLATE "C" NOT NULL, count BIGINT NOT NULL,
                    PRIMARY KEY (name, holder)
                ) WITH (fillfactor = 50);
                """), NodeTable.step,
        ])

    /// The kind of the rows of kept texts.
    private static let text = "text"
    private static let isCurrent = "expires_at > clock_timestamp()"
    private static let end = "clock_timestamp() + make_interval(secs => ?)"

    let database: PostgreSQLDatabase

    func change<Value: CoordinatedValue, Result: Sendable>(
        _ names: [String], _ change: @escaping @Sendable (inout [String: Value], _ moment: CoordinationMoment) -> Result
    ) async throws -> Result {
        try await database.writeBriefly { db in
            // Sorted, so that two transactions never wait for each other.
            for name in names.sorted() { try db.lock("shared \(Value.kind) \(name)") }
            let marks = names.map { _ in "?" }.joined(separator: ", ")
            var (values, now): ([String: Value], Duration) = ([:], .zero)
            try db.forEachRow(
                """
                SELECT now.microseconds, name, value FROM (
                    SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT) AS microseconds) AS now
                LEFT JOIN shared_value ON kind = ? AND name IN (\(marks)) AND \(Self.isCurrent)
                """, [Value.kind.value] + names.map(\.value)
            ) { row in
                var reader = RowReader(row, of: "shared value")
                now = .microseconds(Int64(try reader.integer("now")))
                guard let name = try reader.optionalText("name") else { return }
                // One of another version begins anew.
                values[name] = try? JSONDecoder().decode(Value.self, from: Data(try reader.text("value").utf8))
            }
            let result = change(&values, CoordinationMoment(now: now))
            let statements = try names.map { name in
                guard let value = values[name], value.life(at: now) > .zero else {
                    return SQLStatement(
                        "DELETE FROM shared_value WHERE kind = ? AND name = ?", [Value.kind.value, name.value])
                }
                return SQLStatement(
                    """
                    INSERT INTO shared_value (kind, name, value, expires_at) VALUES (?, ?, ?, \(Self.end))
                    ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
                    """,
                    [
                        Value.kind.value, name.value,
                        String(decoding: try JSONEncoder().encode(value), as: UTF8.self).value,
                        value.life(at: now).seconds.value,
                    ])
            }
            try db.run(statements) { _, _ in }
            return result
        }
    }

    // MARK: Places

    /// - Returns: whether there was one.
    func takePlace(_ name: String, of most: Int, for holder: String) async throws -> Bool {
        try await database.writeBriefly { db in
            try db.lock("shared place \(name)")
            let row = try db.row(
                """
                SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) FROM shared_place
                JOIN lease ON lease.scope = '' AND lease.subject = holder AND lease.\(Self.isCurrent) WHERE name = ?
                """, [name.value])
            guard let row else { return false }
            var reader = RowReader(row, of: "shared place")
            guard try reader.integer("count") < most else { return false }
            try db.run(
                """
                INSERT INTO shared_place (name, holder, count) VALUES (?, ?, 1)
                ON CONFLICT (name, holder) DO UPDATE SET count = shared_place.count + 1
                """, [name.value, holder.value])
            return true
        }
    }

    func leavePlace(_ name: String, by holder: String) async throws {
        let values = [name.value, holder.value]
        try await database.writeBriefly { db in
            try db.lock("shared place \(name)")
            try db.run([
                SQLStatement("UPDATE shared_place SET count = count - 1 WHERE name = ? AND holder = ?", values),
                SQLStatement("DELETE FROM shared_place WHERE name = ? AND holder = ? AND count < 1", values),
            ]) { _, _ in }
        }
    }

    // MARK: Texts

    func keep(_ text: String, size: Int, as name: String, within limits: KeptTextLimits) async throws -> Bool {
        try await database.writeBriefly { db in
            try db.lock("shared texts")
            let row = try db.row(
                """
                SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM shared_value
                WHERE kind = ? AND \(Self.isCurrent)
                """, [Self.text.value])
            guard let row else { return false }
            var reader = RowReader(row, of: "shared text")
            guard try reader.integer("count") < limits.count,
                try size == 0 || reader.integer("size") <= limits.bytes - size
            else { return false }
            try db.run(
                """
                INSERT INTO shared_value (kind, name, value, size, expires_at) VALUES (?, ?, ?, ?, \(Self.end))
                """, [Self.text.value, name.value, text.value, size.value, limits.life.seconds.value])
            return true
        }
    }

    func takeText(_ name: String) async throws -> String? {
        try await database.writeBriefly { db in
            try db.text(
                """
                DELETE FROM shared_value WHERE kind = ? AND name = ? RETURNING
                    CASE WHEN \(Self.isCurrent) THEN value END
                """, [Self.text.value, name.value])
        }
    }

    /// Removes what no longer matters.
    func tidy() async throws {
        try await database.writeBriefly { db in
            try db.run([
                SQLStatement("DELETE FROM shared_value WHERE NOT \(Self.isCurrent)"),
                // Rights of processes that were killed. Their names do not come again.
                SQLStatement(
                    "DELETE FROM lease WHERE scope = '' AND expires_at < clock_timestamp() - interval '1 hour'"),
                SQLStatement(
                    """
                    DELETE FROM shared_place WHERE NOT EXISTS (SELECT 1 FROM lease
                        WHERE lease.scope = '' AND lease.subject = holder AND lease.\(Self.isCurrent))
                    """),
            ]) { _, _ in }
        }
    }
}
