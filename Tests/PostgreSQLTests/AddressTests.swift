import Plumbing
import SQL
import Testing
import VerbioTesting

@testable import PostgreSQL

@Suite("Addresses of PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct AddressTests {
    @Test(
        "given an address, when it is shown, then it is its host and database alone",
        arguments: [
            ("postgresql://me:secret@db.example:5433/speech?sslmode=require", "postgresql://db.example:5433/speech"),
            ("postgres://me:secret@db.example/speech", "postgresql://db.example/speech"),
            ("postgresql:///speech?host=/run/postgresql&password=secret", "postgresql:///run/postgresql/speech"),
            ("postgresql://a:1,b:2/speech?user=me&password=secret", "postgresql://a,b:1,2/speech"),
        ])
    func shown(text: String, expected: String) throws {
        #expect(try PostgreSQLDatabase(text).place == expected)
    }

    @Test(
        "given an address that cannot be read, when it is refused, then the problem does not quote the password",
        arguments: [
            "postgresql://me:se@cret@db.example/speech", "postgresql://me:sec/ret@db.example/speech",
            "postgresql://me:12/secret@db.example/speech", "postgresql://me:se%zzcret@db.example/speech",
            "postgresql://me:secret@[db.example/speech", "postgresql://db.example/speech?pasword=secret",
            "mysql://me:secret@db.example/speech", "host=db.example password=secret",
            "postgresql://me:secret@a\0b/speech",
        ])
    func refused(text: String) {
        let problem = #expect(throws: Problem.self) { try PostgreSQLDatabase(text) }
        #expect(problem?.code == "store.address" && problem?.description.contains("ret") == false)
    }

    @Test("given a wrong password, when the database is opened, then the problem says so without the password")
    func password() async throws {
        let server = try await PostgreSQLServer.shared()
        try await server.query("CREATE ROLE guarded LOGIN PASSWORD 'right'")
        func address(_ password: String) -> String {
            "postgresql://guarded:\(password)@/postgres?host=\(server.folder)"
        }
        let database = try PostgreSQLDatabase(address("wrong-secret"))
        let problem = try await database.problem { try $0.run("SELECT 1") }
        #expect(problem?.code == "store.unreachable" && problem?.what.contains("password") == true)
        #expect(problem?.description.contains("secret") == false)
        #expect(try await PostgreSQLDatabase(address("right")).read { try $0.integer("SELECT 1") } == 1)
    }

    @Test("given a library that is not installed, when it is opened, then the problem names the package")
    func library() {
        let problem = #expect(throws: Problem.self) { try LibPQ.opening("libpq-not-here.so.5").get() }
        #expect(problem?.code == "store.no-library" && problem?.cure?.contains("libpq5") == true)
    }
}
