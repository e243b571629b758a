import Coordination
import Foundation
import Plumbing
import Testing
import VerbioTesting

@testable import Redis

@Suite(
    "Coordination in Redis", .timeLimit(.minutes(5)),
    .enabled(if: RedisServer.isInstalled, "\(RedisServer.isMissing)"))
struct RedisCoordinationTests {
    private static let minute = Duration.seconds(60)

    /// Two servers of one database. What they share there is in memory here.
    private func servers(
        _ address: String, time: TimeSource = .patient
    ) throws -> (RedisCoordination, RedisCoordination) {
        let (base, place) = (LocalCoordination(time: time), try RedisAddress(address))
        return (
            RedisCoordination(place, beside: base, time: time), RedisCoordination(place, beside: base, time: time)
        )
    }

    @Test(
        "Given two servers of one Redis, when a promise is checked, then it holds",
        arguments: CoordinationCompliance.Check.allCases)
    func compliance(_ check: CoordinationCompliance.Check) async throws {
        let redis = try await RedisServer.shared()
        try await CoordinationCompliance {
            let (one, other) = try servers(redis.address())
            return [one, other]
        }.run(check)
    }

    @Test("Given values whose time is over, when the server is asked, then it has removed them")
    func lives() async throws {
        let redis = try await RedisServer.shared()
        let address = redis.address()
        let (one, other) = try servers(address)
        let pace = Pace("a", 1, per: .milliseconds(20))
        #expect(try await one.take([pace]) == nil)
        // The pace of the server's clock.
        while try await other.take([pace]) != nil { await Task.yield() }
        while try await !redis.run(["KEYS", "verbio:value:*"], at: address).filter({ !$0.isEmpty }).isEmpty {
            await Task.yield()
        }
        withExtendedLifetime((one, other)) {}
    }

    @Test("Given a server that ends without giving its places back, when its lease has ended, then they are free")
    func deadHolder() async throws {
        let redis = try await RedisServer.shared()
        let address = redis.address()
        // Its clock stands still, so that it renews nothing.
        let dead = RedisCoordination(try RedisAddress(address), beside: LocalCoordination(), time: ManualTime().source)
        let (living, _) = try servers(address)
        let taken = try await dead.place("a", of: 1)
        #expect(taken != nil)
        #expect(try await living.place("a", of: 1) == nil)
        // All leases end, and the one that lives gets another one.
        for holder in try await redis.run(["ZRANGE", "verbio:holders", "0", "-1"], at: address) {
            _ = try await redis.run(["ZADD", "verbio:holders", "1", holder], at: address)
        }
        #expect(try await living.place("a", of: 1) != nil)
        withExtendedLifetime((taken, dead)) {}
    }

    @Test(
        "Given a server of Redis that is killed, when limits are asked for, then each server allows its part, and all of it again later"
    )
    func away() async throws {
        let redis = try await RedisServer()
        let time = ManualTime()
        let (one, other) = try servers(redis.address(), time: time.source)
        #expect(one.isShared == true)
        for server in [one, other] { #expect(try await server.count("a", limit: 9, per: Self.minute).isAdmitted) }
        let held = [try #require(try await one.place("p", of: 4)), try #require(try await other.place("p", of: 4))]
        // Each hears of the other.
        for server in [one, other] { #expect(try await server.place("q", of: 9) != nil) }
        redis.kill()
        // Half of the limit for each of two servers.
        for left in [3, 2, 1, 0] {
            #expect(try await one.count("a", limit: 9, per: Self.minute).remaining == left)
        }
        #expect(try await !one.count("a", limit: 9, per: Self.minute).isAdmitted)
        #expect(try await one.take([Pace("b", 2, per: Self.minute)]) == nil)
        #expect(try await one.take([Pace("b", 2, per: Self.minute)])?.index == 0)
        // A part is at least one.
        #expect(try await one.count("c", limit: 1, per: Self.minute).isAdmitted)
        #expect(one.isShared == false)
        // One of the two places of each server is taken already.
        let more = try #require(try await one.place("p", of: 4))
        #expect(try await one.place("p", of: 4) == nil)
        #expect(try await other.place("p", of: 4) != nil)
        // Rights and texts are in the database.
        #expect(try await one.run("work") { true } == true)
        let limits = KeptTextLimits(life: .seconds(30), count: 9, bytes: 9)
        #expect(try await one.keep("x", size: 0, as: "ticket", within: limits))
        #expect(try await other.takeText("ticket") == "x")
        await held[1].end()

        try await redis.start()
        time.advance(by: Reach.rest)
        #expect(try await one.count("a", limit: 9, per: Self.minute).remaining == 8)
        #expect(one.isShared == true)
        // Both tell Redis again what they have: one two places, the other none.
        #expect(try await other.count("a", limit: 9, per: Self.minute).remaining == 7)
        let third = try await other.place("p", of: 4)
        let fourth = try await one.place("p", of: 4)
        #expect(third != nil && fourth != nil)
        #expect(try await other.place("p", of: 4) == nil)
        await held[0].end()
        await more.end()
        let again = [try await other.place("p", of: 4), try await other.place("p", of: 4)]
        #expect(again.allSatisfy { $0 != nil })
        #expect(try await one.place("p", of: 4) == nil)
        withExtendedLifetime((third, fourth, again)) {}
    }

    @Test("Given a server of Redis that does not answer, when it is asked, then callers wait a second at most")
    func silent() async throws {
        let redis = try await RedisServer()
        let address = redis.address()
        let (one, other) = try servers(address, time: .system)
        #expect(try await one.count("a", limit: 9, per: Self.minute).remaining == 8)
        _ = try await redis.run(["CLIENT", "PAUSE", "600000", "ALL"], at: address)
        #expect(try await one.count("a", limit: 9, per: Self.minute).isAdmitted)
        #expect(one.isShared == false)
        #expect(try await other.place("a", of: 9) != nil)
        #expect(other.isShared == false)
    }

    @Test("Given many callers while Redis is killed again and again, when all have ended, then all places are free")
    func killedUnderLoad() async throws {
        let redis = try await RedisServer()
        let address = redis.address()
        let (one, other) = try servers(address, time: .system)
        let (ends, taken) = (Locked(false), Locked((now: 0, most: 0, sum: 0)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<16 {
                let server = index % 2 == 0 ? one : other
                group.addTask {
                    while !ends.withLock(\.self) {
                        guard let place = try await server.place("a", of: 6) else {
                            await Task.yield()
                            continue
                        }
                        taken.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.sum + 1) }
                        _ = try await server.count("b", limit: 1_000_000, per: Self.minute)
                        taken.withLock { $0.now -= 1 }
                        await place.end()
                    }
                }
            }
            group.addTask {
                for round in 1...3 {
                    let before = taken.withLock { $0.sum }
                    while taken.withLock({ $0.sum }) < before + 200 { await Task.yield() }
                    redis.kill()
                    while taken.withLock({ $0.sum }) < before + 400 { await Task.yield() }
                    try await redis.start()
                    // Both find it again.
                    while round < 3, one.isShared != true || other.isShared != true { await Task.yield() }
                }
                ends.withLock { $0 = true }
            }
            try await group.waitForAll()
        }
        #expect(taken.withLock { $0.now } == 0)
        // Each server has at most half while Redis is away, and one that has found it again sees what the other has told.
        #expect(taken.withLock { $0.most } <= 9)
        // The last round did not wait for Redis.
        var free: [WorkRight] = []
        while one.isShared != true || other.isShared != true {
            for server in [one, other] { _ = try await server.count("b", limit: 1_000_000, per: Self.minute) }
        }
        for server in [one, other, one, other, one, other] {
            free += [try await server.place("a", of: 6)].compactMap(\.self)
        }
        #expect(free.count == 6)
        #expect(try await one.place("a", of: 6) == nil)
    }

    // MARK: Hints

    @Test("Given two servers, when one sends hints, then the other gets each, and the first one none")
    func hints() async throws {
        let redis = try await RedisServer.shared()
        let (one, other) = try servers(redis.address())
        let topics = BoundedChannel<String>(capacity: 100)
        let listening = [one, other].map { server in
            Task {
                await server.hints?.receive { topic in
                    _ = topics.trySend((server === one ? "one " : "other ") + topic)
                }
            }
        }
        while one.hints?.areComing != true || other.hints?.areComing != true { await Task.yield() }
        one.hints?.send("job a")
        #expect(try await topics.next() == "other job a")
        other.hints?.send("jobs")
        #expect(try await topics.next() == "one jobs")
        for index in 0..<20 { one.hints?.send("job \(index)") }
        var found: Set<String> = []
        while found.count < 20 { found.insert(try #require(try await topics.next())) }
        #expect(found == Set((0..<20).map { "other job \($0)" }))
        for task in listening {
            task.cancel()
            await task.value
        }
        #expect(other.hints?.areComing == false)
    }

    @Test("Given a server of Redis that is killed and started again, when hints are sent again, then they come")
    func hintsAgain() async throws {
        let redis = try await RedisServer()
        let (one, other) = try servers(redis.address(), time: .system)
        let topics = Locked<Set<String>>([])
        let listening = Task { await other.hints?.receive { topic in topics.withLock { _ = $0.insert(topic) } } }
        /// One hint may be lost.
        func send(_ topic: String) async {
            while !topics.withLock({ $0.contains(topic) }) {
                one.hints?.send(topic)
                await Task.yield()
            }
        }
        await send("before")
        redis.kill()
        while other.hints?.areComing == true { await Task.yield() }
        try await redis.start()
        while other.hints?.areComing != true { await Task.yield() }
        await send("after")
        listening.cancel()
        await listening.value
    }

    @Test("Given more hints than the stream keeps, when its length is asked for, then it is bounded")
    func trimmed() async throws {
        let redis = try await RedisServer.shared()
        let address = redis.address()
        let (one, _) = try servers(address)
        let client = RedisClient(try RedisAddress(address))
        for index in 0..<1_500 {
            one.hints?.send("job \(index)")
            // Each is sent by itself.
            while try await client.ask(["XLEN", "verbio:hints"]).integer ?? 0 < min(index + 1, 900) {
                await Task.yield()
            }
        }
        #expect(try await client.ask(["XLEN", "verbio:hints"]).integer ?? 0 < 1_200)
        #expect(try await client.ask(["TTL", "verbio:hints"]).integer ?? -1 > 0)
    }
}
