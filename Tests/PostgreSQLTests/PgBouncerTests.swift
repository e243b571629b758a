import Plumbing
import PostgreSQL
import SQL
import Testing
import VerbioTesting

@Suite(
    "PostgreSQL behind PgBouncer", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"),
    .enabled(if: PgBouncer.isInstalled, "\(PgBouncer.isMissing)"))
struct PgBouncerTests {
    @Test(
        "given two connections for the transactions of many scopes, when they run at once, then each sees its own rows only"
    )
    func transactions() async throws {
        let place = try await Place()
        let pooler = try await PgBouncer(before: place.server, connections: 2)
        let database = try PostgreSQLDatabase(pooler.address(of: place.name))
        try await database.migrate(ScopeTests.schema)
        let texts = try await withThrowingTaskGroup(of: (String, [String]).self) { group in
            for number in 0..<20 {
                group.addTask {
                    let name = "scope\(number)"
                    let scoped = database.scoped(name)
                    for text in ["a", "b"] {
                        try await scoped.write { db in
                            try db.lock(name)
                            try db.run(
                                (1...5).map {
                                    SQLStatement(
                                        """
                                        INSERT INTO note (number, text) VALUES (?, ?)
                                            ON CONFLICT (number) DO UPDATE SET text = note.text || excluded.text
                                        """, [.integer(Int64($0)), .text(text)])
                                }
                            ) { _, changes in #expect(changes == 1) }
                        }
                    }
                    return (name, try await scoped.read { try $0.texts("SELECT text FROM note") })
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(texts.count == 20 && texts.values.allSatisfy { $0 == [String](repeating: "ab", count: 5) })
    }
}
