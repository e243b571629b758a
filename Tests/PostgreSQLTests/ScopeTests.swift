import Plumbing
import PostgreSQL
import SQL
import Testing
import VerbioTesting

@Suite("Scopes in PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct ScopeTests {
    static let schema = PostgreSQLSchema(
        "notes",
        [
            .init(
                "notes",
                """
                CREATE TABLE note (scope TEXT NOT NULL DEFAULT current_setting('verbio.scope'), number BIGINT NOT NULL,
                    text TEXT NOT NULL, PRIMARY KEY (scope, number));
                \(PostgreSQLSchema.rowSecurity(of: "note"))
                """)
        ])

    private static func place() async throws -> Place {
        let place = try await Place()
        try await place.database.migrate(schema)
        for scope in ["one", "two"] {
            try await place.database.scoped(scope).write { db in
                try db.run("INSERT INTO note (number, text) VALUES (1, ?)", [.text(scope)])
            }
        }
        return place
    }

    @Test("given rows of two scopes with the same keys, when each reads, then it sees its own only")
    func reads() async throws {
        let place = try await Self.place()
        for scope in ["one", "two"] {
            let database = place.database.scoped(scope)
            #expect(try await database.read { try $0.texts("SELECT text FROM note") } == [scope])
        }
        #expect(try await place.database.read { try $0.texts("SELECT text FROM note") } == [])
    }

    @Test(
        "given a scope, when it names the rows of another one, then it changes none",
        arguments: ["UPDATE note SET text = 'x' WHERE scope = 'two'", "DELETE FROM note WHERE scope = 'two'"])
    func changes(sql: String) async throws {
        let place = try await Self.place()
        #expect(try await place.database.scoped("one").write { try $0.run(sql) } == 0)
        #expect(try await place.database.scoped("two").read { try $0.texts("SELECT text FROM note") } == ["two"])
    }

    @Test(
        "given a scope, when it writes a row of another scope or without one, then the database refuses that",
        arguments: [
            "INSERT INTO note VALUES ('two', 2, 'x')", "UPDATE note SET scope = 'two'",
            "INSERT INTO note VALUES ('', 2, 'x')",
        ])
    func moves(sql: String) async throws {
        let place = try await Self.place()
        #expect(try await place.database.scoped("one").problem { try $0.run(sql) }?.code == "store.failed")
    }

    @Test(
        "given no scope, also after a transaction that had one, when a row is written, then the database refuses that")
    func without() async throws {
        var limits = PostgreSQLLimits()
        limits.connections = 1
        let place = try await Self.place()
        let database = try PostgreSQLDatabase(place.address, limits)
        for _ in 1...2 {
            let problem = try await database.problem { try $0.run("INSERT INTO note (number, text) VALUES (3, 'x')") }
            #expect(problem?.kind == .store)
            #expect(try await database.read { try $0.texts("SELECT text FROM note") } == [])
            #expect(try await database.scoped("one").read { try $0.texts("SELECT text FROM note") } == ["one"])
        }
    }

    @Test("given a conflict of keys in one scope, when the statement resolves it, then the other scope keeps its row")
    func conflicts() async throws {
        let place = try await Self.place()
        try await place.database.scoped("one").write { db in
            try db.run(
                "INSERT INTO note (number, text) VALUES (?, ?) ON CONFLICT (number) DO UPDATE SET text = excluded.text",
                [.integer(1), .text("changed")])
        }
        #expect(try await place.database.scoped("one").read { try $0.texts("SELECT text FROM note") } == ["changed"])
        #expect(try await place.database.scoped("two").read { try $0.texts("SELECT text FROM note") } == ["two"])
    }

    @Test(
        "given a role that bypasses row security, when a database is opened, then it is refused",
        arguments: ["SUPERUSER", "BYPASSRLS"])
    func bypass(right: String) async throws {
        let server = try await PostgreSQLServer.shared()
        let role = "role_\(right.lowercased())"
        try await server.query("CREATE ROLE \(role) LOGIN \(right)")
        let database = try PostgreSQLDatabase(server.address(of: "postgres", role: role))
        let problem = try await database.problem { try $0.run("SELECT 1") }
        #expect(problem?.code == "store.role" && problem?.cure?.contains("NOBYPASSRLS") == true)
    }
}
