internal import Coordination
internal import PostgreSQL
internal import SQL

/// The processes of a service, in a table that each renews a row of.
struct NodeTable: NodeList {
    static let step = PostgreSQLSchema.Step(
        "2 nodes",
        """
        CREATE UNLOGGED TABLE node (
            id TEXT COLLATE "C" NOT NULL PRIMARY KEY, role TEXT NOT NULL, version TEXT NOT NULL, machine TEXT NOT NULL,
            since BIGINT NOT NULL, jobs BIGINT NOT NULL, sessions BIGINT NOT NULL,
            seen TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
        ) WITH (fillfactor = 50)
        """)

    private static let isCurrent = "seen > clock_timestamp() - interval '30 seconds'"

    let database: PostgreSQLDatabase

    func renew(_ node: ServiceNode) async throws {
        try await database.writeBriefly { db in
            try db.run([
                SQLStatement("DELETE FROM node WHERE NOT \(Self.isCurrent) AND id <> ?", [node.id.value]),
                SQLStatement(
                    """
                    INSERT INTO node (id, role, version, machine, since, jobs, sessions) VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET jobs = excluded.jobs, sessions = excluded.sessions,
                        seen = excluded.seen
                    """,
                    [
                        node.id.value, node.role.rawValue.value, node.version.value, node.machine.value,
                        node.since.value, node.jobs.value, node.sessions.value,
                    ]),
            ]) { _, _ in }
        }
    }

    func remove(_ id: String) async throws {
        try await database.writeBriefly { db in _ = try db.run("DELETE FROM node WHERE id = ?", [id.value]) }
    }

    func nodes() async throws -> [(node: ServiceNode, age: Double)] {
        try await database.read { db in
            try db.rows(
                """
                SELECT id, role, version, machine, since, jobs, sessions,
                    CAST(extract(epoch FROM clock_timestamp() - seen) AS DOUBLE PRECISION)
                FROM node WHERE \(Self.isCurrent) ORDER BY since, id
                """
            ) { row in
                var reader = RowReader(row, of: "node")
                var node = ServiceNode(
                    id: try reader.text("id"), role: try reader.choice("role"), version: try reader.text("version"),
                    machine: try reader.text("machine"), since: Int64(try reader.integer("since")))
                node.jobs = try reader.integer("jobs")
                node.sessions = try reader.integer("sessions")
                return (node, max(0, try reader.double("age")))
            }
        }
    }
}
