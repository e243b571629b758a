import Configuration
import Coordination
import Foundation
import Plumbing
import Testing
import VerbioService
import VerbioTesting

@Suite("The setting store.coordination", .timeLimit(.minutes(5))) struct CoordinationAddressTests {
    @Test(
        "given the setting beside a folder, or one that cannot be used, when stores are opened, then that is refused without its password",
        .enabled(if: RedisServer.isInstalled, "\(RedisServer.isMissing)"),
        arguments: [
            ("folder", "redis://:s3cret@db", "store.coordination"),
            ("postgresql://db/verbio", "rediss://:s3cret@db", "store.coordination"),
            ("postgresql://db/verbio", "http://:s3cret@db", "store.coordination"),
            ("postgresql://db/verbio", "s3cret", "store.coordination"),
            ("postgresql://db/verbio", "redis://:s3cret@db:0", "coordination.address"),
        ])
    func refused(path: String, coordination: String, code: String) async throws {
        try await Workplace.with { workplace in
            workplace.settings.set(.storePath, .string(path))
            workplace.settings.set(.storeCoordination, .string(coordination))
            let assembly = workplace.assembly
            let problem = #expect(throws: Problem.self) { _ = try assembly.stores() }
            #expect(problem?.code == code && problem?.kind == .usage && problem?.place == "store.coordination")
            #expect(problem?.description.contains(":s3cret") == false)
        }
    }

    @Test(
        "given a database and a Redis, when two processes count something, then they count together, and it can be tried",
        .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"),
        .enabled(if: RedisServer.isInstalled, "\(RedisServer.isMissing)"))
    func together() async throws {
        let (database, redis) = (try await PostgreSQLServer.shared().database(), try await RedisServer())
        try await Workplace.with { workplace in
            workplace.settings.set(.storePath, .string(database))
            workplace.settings.set(.storeCoordination, .string(redis.address()))
            let stores = [try workplace.assembly.stores(), try workplace.assembly.stores()]
            let place = try #require(try await stores[0].checkCoordination())
            #expect(place.hasPrefix("redis://127.0.0.1:"))
            let servers = [
                try await stores[0].coordination(.patient), try await stores[1].coordination(.patient),
            ]
            #expect(try await servers[0].count("a", limit: 1, per: .seconds(60)).isAdmitted)
            #expect(try await !servers[1].count("a", limit: 1, per: .seconds(60)).isAdmitted)
            #expect(servers.allSatisfy { $0.hints != nil && $0.nodes != nil && $0.isShared == true })
            redis.kill()
            let problem = await #expect(throws: Problem.self) { _ = try await stores[0].checkCoordination() }
            #expect(problem?.code == "coordination.unreachable" && problem?.place == place)
        }
    }
}
