import Coordination
import Plumbing
import PostgreSQL
import PostgreSQLStore
import Testing
import VerbioTesting

@Suite(
    "Coordination in PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct SharedCoordinationTests {
    private func servers(_ place: StorePlace) async throws -> [PostgreSQLCoordination] {
        [
            try await PostgreSQLCoordination(place.stores(), time: .patient),
            try await PostgreSQLCoordination(place.stores(), time: .patient),
        ]
    }

    @Test(
        "Given two servers of one database, when a promise is checked, then it holds",
        arguments: CoordinationCompliance.Check.allCases)
    func compliance(_ check: CoordinationCompliance.Check) async throws {
        try await CoordinationCompliance { try await servers(StorePlace()) }.run(check)
    }

    @Test("Given a server that ends without giving its places back, when its lease has ended, then they are free")
    func deadHolder() async throws {
        let place = try await StorePlace()
        let servers = try await servers(place)
        let taken = try await servers[0].place("a", of: 1)
        #expect(taken != nil)
        #expect(try await servers[1].place("a", of: 1) == nil)
        try await place.expireLeases()
        let next = try await servers[1].place("a", of: 1)
        #expect(next != nil)
        withExtendedLifetime((taken, next)) {}
    }

    @Test("Given what a killed process has left, when another one counts something, then it is removed")
    func tidied() async throws {
        let place = try await StorePlace()
        // Its clock stands still, so that it renews nothing.
        let killed = try await PostgreSQLCoordination(place.stores(ManualTime().source))
        let (right, taken) = (try await killed.right(to: "request k"), try await killed.place("a", of: 1))
        #expect(right != nil && taken != nil)
        #expect(try await killed.count("a", limit: 1, per: .seconds(60)).isAdmitted)
        for table in ["lease", "shared_value"] {
            try await place.server.query("UPDATE \(table) SET expires_at = now() - interval '2 hours'", in: place.name)
        }
        let next = try await PostgreSQLCoordination(place.stores())
        #expect(try await next.count("b", limit: 1, per: .seconds(60)).isAdmitted)
        let left = """
            SELECT 1 FROM lease WHERE subject = 'request k' UNION ALL SELECT 1 FROM shared_place
            UNION ALL SELECT 1 FROM shared_value WHERE name = 'a'
            """
        try await place.server.wait(until: "SELECT 1 WHERE NOT EXISTS (\(left))", in: place.name)
        withExtendedLifetime((right, taken)) {}
    }

    @Test(
        "Given processes that show that they live, when the list is read, then it has them until they end or are silent"
    )
    func nodes() async throws {
        let place = try await StorePlace()
        let lists = try await servers(place).compactMap(\.nodes)
        var server = ServiceNode(id: "a", role: .server, version: "1.0", machine: "north", since: 2_000)
        let worker = ServiceNode(id: "b", role: .worker, version: "1.1", machine: "south", since: 1_000)
        for (list, node) in zip(lists, [server, worker]) { try await list.renew(node) }
        #expect(try await lists[1].nodes().map(\.node) == [worker, server])
        (server.jobs, server.sessions) = (2, 3)
        try await lists[0].renew(server)
        let found = try await lists[1].nodes()
        #expect(found.map(\.node) == [worker, server])
        #expect(found.allSatisfy { (0..<30).contains($0.age) })
        try await place.server.query("UPDATE node SET seen = seen - interval '30 s' WHERE id = 'b'", in: place.name)
        #expect(try await lists[1].nodes().map(\.node) == [server])
        try await lists[0].remove("a")
        #expect(try await lists[1].nodes().isEmpty)
        #expect(LocalCoordination().nodes == nil)
    }

    @Test(
        "Given a database that does not answer, when limits are asked for, then they count in the process, and tickets are refused"
    )
    func away() async throws {
        let server = try await PostgreSQLServer()
        let address = try await server.database()
        let time = ManualTime()
        var waits = PostgreSQLLimits()
        waits.outage = 0
        let coordination = try await PostgreSQLCoordination(
            PostgreSQLStores(try PostgreSQLDatabase(address, waits)), time: time.source)
        for _ in 1...2 { _ = try await coordination.count("a", limit: 3, per: .seconds(60)) }
        let held = try #require(try await coordination.place("a", of: 1))
        #expect(coordination.isShared == true)
        try await server.stop(.immediate)
        for left in [2, 1, 0] {
            #expect(try await coordination.count("a", limit: 3, per: .seconds(60)).remaining == left)
        }
        #expect(try await !coordination.count("a", limit: 3, per: .seconds(60)).isAdmitted)
        #expect(try await coordination.take([Pace("p", 1, per: .seconds(60))]) == nil)
        let local = try #require(try await coordination.place("a", of: 1))
        #expect(try await coordination.place("a", of: 1) == nil)
        #expect(coordination.isShared == false)
        let limits = KeptTextLimits(life: .seconds(30), count: 9, bytes: 9)
        let refused = await #expect(throws: Problem.self) {
            _ = try await coordination.keep("x", size: 0, as: "ticket", within: limits)
        }
        #expect(refused?.kind == .store)
        await #expect(throws: Problem.self) { _ = try await coordination.right(to: "request k") }
        // It is given back when the database answers again.
        await held.end()
        await local.end()

        try await server.start()
        time.advance(by: .seconds(5))
        // The crash has emptied the tables.
        #expect(try await coordination.count("a", limit: 3, per: .seconds(60)).remaining == 2)
        #expect(coordination.isShared == true)
        #expect(try await coordination.place("a", of: 1) != nil)
        #expect(try await coordination.keep("x", size: 0, as: "ticket", within: limits))
        #expect(try await coordination.takeText("ticket") == "x")
    }
}
