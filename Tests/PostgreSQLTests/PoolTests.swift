import Plumbing
import PostgreSQL
import SQL
import Testing
import VerbioTesting

@Suite(
    "Connections to PostgreSQL", .serialized,
    .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct PoolTests {
    private static func connections(_ place: Place) -> String {
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'verbio' AND datname = '\(place.name)'"
    }

    @Test("given more work than connections, when it runs, then no more are opened, and all work is done")
    func bounded() async throws {
        var limits = PostgreSQLLimits()
        limits.connections = 3
        let place = try await Place(limits).withNotes()
        let database = place.database
        let most = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<30 {
                group.addTask {
                    try await database.write { db in
                        try db.run("INSERT INTO note VALUES (?, '')", [.integer(Int64(number))])
                        return try db.integer(
                            """
                            SELECT COUNT(*) FROM pg_stat_activity
                            WHERE application_name = 'verbio' AND datname = current_database()
                            """) ?? 0
                    }
                }
            }
            return try await group.reduce(0, max)
        }
        #expect((1...3).contains(most))
        #expect(try await place.count() == 30)
    }

    @Test("given a database that is used no longer, when its value is gone, then its connections are closed")
    func closed() async throws {
        let server = try await PostgreSQLServer.shared()
        let name: String
        do {
            let place = try await Place().withNotes()
            name = place.name
            #expect(try await !server.query(Self.connections(place)).isEmpty)
        }
        try await server.wait(
            until: "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = '\(name)')")
    }

    @Test(
        "given a server that was restarted, when work comes, then new connections are opened",
        arguments: [PostgreSQLServer.Stop.fast, .immediate])
    func restarted(how: PostgreSQLServer.Stop) async throws {
        var limits = PostgreSQLLimits()
        limits.outage = 0
        let place = try await Place(on: PostgreSQLServer(), limits).withNotes()
        try await place.database.write { try $0.run("INSERT INTO note VALUES (1, '')") }
        try await place.server.stop(how)
        let error = await #expect(throws: Problem.self) { _ = try await place.count() }
        #expect(error?.code == "store.unreachable" && error?.place?.hasPrefix("postgresql://") == true)
        try await place.server.start()
        #expect(try await place.count() == 1)
        try await place.database.write { try $0.run("INSERT INTO note VALUES (2, '')") }
        #expect(try await place.count() == 2)
    }

    @Test("given a server that is away, when work comes, then it waits, and is done when the server is back")
    func away() async throws {
        let time = ManualTime()
        let place = try await Place(on: PostgreSQLServer()).withNotes()
        let database = try PostgreSQLDatabase(place.address, time: time.source)
        #expect(try await database.read { try $0.integer("SELECT COUNT(*) FROM note") } == 0)
        try await place.server.stop(.immediate)
        async let change: Void = database.write { try $0.run("INSERT INTO note VALUES (1, '')") }
        try await place.server.start()
        try await change
        #expect(try await place.count() == 1)
    }

    @Test("given a server that is away for longer than the limit, when work comes, then it fails at once")
    func awayForLong() async throws {
        let time = ManualTime()
        let place = try await Place(on: PostgreSQLServer()).withNotes()
        let database = try PostgreSQLDatabase(place.address, time: time.source)
        _ = try await database.read { try $0.integer("SELECT 1") }
        try await place.server.stop(.fast)
        async let first = database.problem { try $0.run("SELECT 1") }
        // The first one notices after the limit that it has passed, whenever it has begun to wait.
        let passing = Task {
            while !Task.isCancelled {
                time.advance(by: .seconds(30))
                await Task.yield()
            }
        }
        #expect(try await first?.code == "store.unreachable")
        passing.cancel()
        await passing.value
        // The clock stands still now.
        #expect(try await database.problem { try $0.run("SELECT 1") }?.code == "store.unreachable")
    }

    @Test("given a connection that breaks before the commit, when the work ends, then it was done again as a whole")
    func brokenBefore() async throws {
        let place = try await Place().withNotes()
        let server = place.server
        let database = place.database
        let (begun, ended) = (Signal(), Signal())
        let turns = Locked(0)
        async let result: Void = database.write { db in
            try db.run("INSERT INTO note VALUES (1, '')")
            if turns.withLock({
                $0 += 1
                return $0
            }) == 1 {
                begun.give()
                ended.wait()
            }
            try db.run("INSERT INTO note VALUES (2, '')")
        }
        await begun.arrived()
        try await server.query("SELECT pg_terminate_backend(pid, 10000) FROM (\(Self.connections(place))) AS found")
        ended.give()
        try await result
        #expect(turns.withLock { $0 } == 2)
        #expect(try await place.count() == 2)
    }

    @Test(
        "given a connection that breaks during the commit, when the work ends, then the problem says that its result is unknown"
    )
    func brokenDuring() async throws {
        let place = try await Place().withNotes()
        try await place.database.write { db in
            try db.run(
                "CREATE FUNCTION hold() RETURNS trigger AS $$ BEGIN PERFORM pg_advisory_lock(7); RETURN NULL; END $$ LANGUAGE plpgsql"
            )
            try db.run(
                "CREATE CONSTRAINT TRIGGER hold AFTER INSERT ON note DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold()"
            )
        }
        let turns = Locked(0)
        let (held, ended) = (Signal(), Signal())
        let database = place.database
        async let holder: Void = database.read { db in
            _ = try db.integer("SELECT 1 FROM (SELECT pg_advisory_lock(7)) AS held")
            held.give()
            ended.wait()
            _ = try db.integer("SELECT 1 FROM (SELECT pg_advisory_unlock(7)) AS held")
        }
        await held.arrived()
        async let result = database.problem { db in
            turns.withLock { $0 += 1 }
            try db.run("INSERT INTO note VALUES (1, '')")
        }
        let waiting = Self.connections(place) + " AND query = 'COMMIT' AND wait_event = 'advisory'"
        try await place.server.wait(until: waiting)
        try await place.server.query("SELECT pg_terminate_backend(pid) FROM (\(waiting)) AS found")
        let problem = try await result
        ended.give()
        try await holder
        #expect(problem?.code == "store.failed" && problem?.what.contains("it is not known whether") == true)
        #expect(turns.withLock { $0 } == 1)
        #expect(try await place.count() == 0)
    }

    @Test("given a server that stops answering, when the limit has passed, then the work ends and nothing is repeated")
    func silent() async throws {
        var limits = PostgreSQLLimits()
        limits.answer = 1
        let place = try await Place(limits).withNotes()
        let turns = Locked(0)
        let problem = try await place.database.problem { db in
            turns.withLock { $0 += 1 }
            _ = try db.rows("SELECT CAST(pg_sleep(1000) AS TEXT)") { $0 }
        }
        #expect(problem?.code == "store.unreachable" && problem?.what.contains("does not answer") == true)
        #expect(turns.withLock { $0 } == 1)
        #expect(try await place.count() == 0)
        try await place.server.query("SELECT pg_terminate_backend(pid) FROM (\(Self.connections(place))) AS found")
    }

    @Test("given a database without UTF-8, when it is opened, then it is refused")
    func encoding() async throws {
        let server = try await PostgreSQLServer.shared()
        try await server.query("CREATE DATABASE latin ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
        let database = try PostgreSQLDatabase(server.address(of: "latin"))
        #expect(try await database.problem { try $0.run("SELECT 1") }?.code == "store.encoding")
    }
}
