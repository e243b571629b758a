import Plumbing
import PostgreSQL
import SQL
import Testing
import VerbioTesting

@Suite("Values in PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct ValueTests {
    private static let values: [SQLValue] = [
        .null, .integer(0), .integer(.min), .integer(.max), .real(0.1), .real(-1.5e300), .real(.infinity), .text(""),
        .text("it's a \"text\" of 語 and 👋🏽\n\\"), .bytes([]), .bytes(Array(0...255)),
        .bytes([UInt8](repeating: 0xC3, count: 300_000)),
    ]

    @Test(
        "given a value of each kind, when it is written into its column and read, then it is the same",
        arguments: values)
    func roundTrip(value: SQLValue) async throws {
        let type =
            switch value {
            case .integer: "BIGINT"
            case .real: "DOUBLE PRECISION"
            case .bytes: "BYTEA"
            default: "TEXT"
            }
        let row = try await Place().database.write { db in
            try db.run("CREATE TABLE one (value \(type))")
            try db.run("INSERT INTO one VALUES (?)", [value])
            return try db.row("SELECT value FROM one")
        }
        #expect(row?.values == [value])
    }

    @Test(
        "given a value of a type that SQLite does not have, when it is read, then it has one of the five kinds",
        arguments: [
            ("1::smallint", .integer(1)), ("1::int", .integer(1)), ("SUM(n)", .integer(6)), ("AVG(n)", .real(2)),
            ("1.5::numeric", .real(1.5)), ("1.5::real", .real(1.5)), ("true", .integer(1)), ("1 > 2", .integer(0)),
            ("'2026-11-30'::date", .text("2026-11-30")), ("9999999999999999999::numeric", .real(1e19)),
            ("NULL::boolean", .null),
        ] as [(String, SQLValue)])
    func types(sql: String, expected: SQLValue) async throws {
        let database = try PostgreSQLDatabase(try await PostgreSQLServer.shared().address(of: "postgres"))
        let row = try await database.read {
            try $0.row("SELECT \(sql) FROM (VALUES (1::bigint), (2), (3)) AS numbers(n) LIMIT 1 OFFSET 0")
        }
        #expect(row?.values == [expected])
    }

    @Test("given a text with NUL, when it is written, then NUL is replaced and what follows stays")
    func nul() async throws {
        let database = try await Place().database
        #expect(try await database.read { try $0.text("SELECT CAST(? AS TEXT)", [.text("a\0b")]) } == "a\u{FFFD}b")
    }

    @Test("given one value at two places of a statement, when it runs, then both have it")
    func twice() async throws {
        let place = try await Place().withNotes()
        try await place.database.write { db in
            try db.run("INSERT INTO note VALUES (?1, ?2 || CAST(?1 AS TEXT))", [.integer(7), .text("n")])
            // A time in milliseconds, which needs more than 32 bits.
            try db.run(
                "UPDATE note SET text = 'late' WHERE number > ? - 1000", [.integer(1_900_000_000_000)])
        }
        #expect(try await place.database.read { try $0.text("SELECT text FROM note WHERE number = 7") } == "n7")
    }
}
