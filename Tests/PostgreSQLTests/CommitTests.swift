import Plumbing
import PostgreSQL
import SQL
import Testing
import VerbioTesting

@Suite(
    "Commits without an answer", .serialized,
    .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct CommitTests {
    private static let schema = PostgreSQLSchema("notes", [.init("1", "CREATE TABLE entry (number BIGINT)")])

    @Test(
        "given a connection that is cut at a commit, when the work ends, then its change is stored once",
        arguments: CuttingProxy.Cut.allCases)
    func cut(_ cut: CuttingProxy.Cut) async throws {
        let place = try await Place()
        let proxy = try CuttingProxy(to: place.server.folder)
        defer { proxy.close() }
        let database = try PostgreSQLDatabase("postgresql://verbio@/\(place.name)?host=\(proxy.folder)")
        try await database.migrate(Self.schema)
        try await database.write { try $0.run("INSERT INTO entry VALUES (0)") }
        let turns = Locked(0)
        proxy.cutNext(cut)
        let result = try await database.write { db in
            turns.withLock { $0 += 1 }
            try db.run("INSERT INTO entry VALUES (1)")
            return "result"
        }
        await proxy.deliver()
        #expect(result == "result")
        // What was stored is not done again.
        #expect(turns.withLock { $0 } == (cut == .after ? 1 : 2))
        try await database.write { try $0.run("INSERT INTO entry VALUES (2)") }
        let numbers = try await place.database.read { try $0.rows("SELECT number FROM entry ORDER BY 1") { $0.values } }
        #expect(numbers == [[.integer(0)], [.integer(1)], [.integer(2)]])
    }

    @Test(
        "given a transaction that changes nothing, when it is cut at its commit, then it is done again",
        arguments: [CuttingProxy.Cut.before, .after])
    func unchanged(_ cut: CuttingProxy.Cut) async throws {
        let place = try await Place()
        let proxy = try CuttingProxy(to: place.server.folder)
        defer { proxy.close() }
        let database = try PostgreSQLDatabase("postgresql://verbio@/\(place.name)?host=\(proxy.folder)")
        try await database.migrate(Self.schema)
        proxy.cutNext(cut)
        #expect(try await database.write { try $0.run("UPDATE entry SET number = 1") } == 0)
    }

    @Test("given a mark that was removed, when a transaction commits, then it has another mark and is stored once")
    func removed() async throws {
        let place = try await Place()
        try await place.database.migrate(Self.schema)
        for number in 1...3 {
            try await place.database.write { try $0.run("INSERT INTO entry VALUES (?)", [.integer(Int64(number))]) }
            try await place.server.query("DELETE FROM verbio_commit", in: place.name)
        }
        #expect(try await place.database.read { try $0.integer("SELECT COUNT(*) FROM entry") } == 3)
    }
}
