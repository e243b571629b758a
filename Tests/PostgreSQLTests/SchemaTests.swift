import Plumbing
import PostgreSQL
import SQL
import Testing
import VerbioTesting

@Suite("Changes of PostgreSQL's tables", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct SchemaTests {
    private static let steps = (1...6).map {
        PostgreSQLSchema.Step(
            "step \($0)", "CREATE TABLE t\($0) (n INT); INSERT INTO t\($0) VALUES (\($0)); -- the end of \($0);\n")
    }

    @Test("given four databases on one server, when all migrate at once, then each step is taken once")
    func atOnce() async throws {
        let place = try await Place()
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                let database = try PostgreSQLDatabase(place.address)
                group.addTask { try await database.migrate(PostgreSQLSchema("notes", Self.steps)) }
            }
            try await group.waitForAll()
        }
        let taken = try await place.database.read { try $0.texts("SELECT name FROM verbio_schema ORDER BY step") }
        #expect(taken == Self.steps.map(\.name))
        #expect(try await place.database.read { try $0.integer("SELECT COUNT(*) FROM t6") } == 1)
    }

    @Test("given tables of an earlier version, when they migrate, then only the new steps are taken")
    func later() async throws {
        let place = try await Place()
        try await place.database.migrate(PostgreSQLSchema("notes", Array(Self.steps.prefix(2))))
        try await place.database.migrate(PostgreSQLSchema("others", [.init("other", "CREATE TABLE other (n INT)")]))
        try await place.database.migrate(PostgreSQLSchema("notes", Self.steps))
        #expect(try await place.database.read { try $0.integer("SELECT COUNT(*) FROM verbio_schema") } == 7)
    }

    @Test("given tables of a newer version or another history, when an older program migrates, then it refuses")
    func newer() async throws {
        let place = try await Place()
        try await place.database.migrate(PostgreSQLSchema("notes", Self.steps))
        for steps in [Array(Self.steps.prefix(2)), [.init("another", "SELECT 1")] + Self.steps.dropFirst()] {
            let error = await #expect(throws: Problem.self) {
                try await place.database.migrate(PostgreSQLSchema("notes", steps))
            }
            #expect(error?.code == "store.newer")
        }
    }

    @Test("given a step that fails, when it is taken, then nothing of it stays and the earlier ones do")
    func failing() async throws {
        let place = try await Place()
        let schema = PostgreSQLSchema(
            "notes", [Self.steps[0], .init("bad", "CREATE TABLE half (n INT); SELECT 1 / 0")])
        await #expect(throws: Problem.self) { try await place.database.migrate(schema) }
        let tables = try await place.database.read {
            try $0.texts("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
        }
        #expect(tables == ["t1", "verbio_commit", "verbio_schema"])
    }
}
