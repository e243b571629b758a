import Access
import Conversations
import Coordination
import Foundation
import Jobs
import Plumbing
import PostgreSQL
import PostgreSQLStore
import Redis
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite(
    "Several servers of one database and one Redis", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"),
    .enabled(if: RedisServer.isInstalled, "\(RedisServer.isMissing)"))
struct RedisServersTests {
    /// One process of the service.
    private struct Process {
        let service: SampleService
        let jobs: JobServices
        let stores: PostgreSQLStores
        let coordination: RedisCoordination
    }

    /// A process on a database, with the uploads of its jobs in a folder.
    private func process(
        _ database: String, _ redis: String, _ folder: String, hooks: SampleService.Hooks = .init()
    ) async throws -> Process {
        let stores = PostgreSQLStores(try PostgreSQLDatabase(database))
        let rows = JobStores(
            rows: try await JobTable(stores.database),
            uploads: try JobUploads(
                at: folder + "/" + UUID().uuidString, shared: try await UploadTable(stores.database)),
            turns: stores)
        return Process(
            service: SampleService(store: try await stores.store(for: .local), hooks: hooks),
            jobs: JobServices(rows, outside: OutsideClient(listed: try HostList(["127.0.0.1"], of: "test"))),
            stores: stores,
            coordination: RedisCoordination(
                try RedisAddress(redis), beside: try await PostgreSQLCoordination(stores), time: .system))
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-redis-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    @Test(
        "given two servers that look for changes too seldom, when one does a job of the other, then its events come there at once"
    )
    func events() async throws {
        let (database, redis) = (try await PostgreSQLServer.shared().database(), try await RedisServer.shared())
        let (address, gate) = (redis.address(), Gate())
        try await withFolder { folder in
            let one = try await process(
                database, address, folder, hooks: .init(closing: { await gate.wait() }))
            let other = try await process(database, address, folder)
            // It does no job, and its clock stands still, so that it looks for none.
            let time = ManualTime()
            try await withServer(one.service, jobs: one.jobs, coordination: one.coordination) { first in
                var jobs = other.jobs
                jobs.concurrent = 0
                try await withServer(
                    other.service, time: time.source, jobs: jobs, coordination: other.coordination
                ) { second in
                    for process in [one, other] {
                        while process.coordination.hints?.areComing != true { await Task.yield() }
                    }
                    let job = try await second.job("from=en&to=es")
                    _ = try await one.service.begun.next()
                    let connection = try await second.open()
                    try await connection.send(.head("GET", "/api/jobs/\(job.id)/events"))
                    _ = try await connection.head()
                    // All of its events come while it waits at its end.
                    var names: [String] = []
                    while names.last != "utterance.finished", let event = try await connection.realEvent() {
                        names.append(event.event ?? "")
                    }
                    #expect(names.last == "utterance.finished", "\(names)")
                    gate.open()
                    while names.last != "job", let event = try await connection.realEvent() {
                        names.append(event.event ?? "")
                    }
                    #expect(names.last == "job")
                    await connection.close()
                    let health = try JSON.object(try await second.send("GET", "/api/health").body)
                    #expect(health["limits"] as? String == "shared")
                }
            }
        }
    }

    @Test(
        "given two servers, when Redis is killed and started again under load, then each request is done once, and limits hold on"
    )
    func killed() async throws {
        let (database, redis) = (try await PostgreSQLServer.shared().database(), try await RedisServer())
        let address = redis.address()
        try await KeyPlace.with { place in
            let key = try await place.key { $0.limits.requestsPerMinute = 10_000 }
            let small = try await place.key("small") { $0.limits.requestsPerMinute = 6 }
            try await withFolder { folder in
                let one = try await process(database, address, folder)
                let other = try await process(database, address, folder)
                let store = try UseTable(at: place.folder.path + "/shared.sqlite")
                func policy(_ process: Process) -> AccessPolicy {
                    AccessPolicy(
                        ring: place.ring, meter: UseMeter(store: store, coordination: process.coordination),
                        isRequired: true)
                }
                let services = SampleServices(one.service)
                try await withServer(
                    services: services, policy: policy(one), coordination: one.coordination
                ) { first in
                    try await withServer(
                        services: services, policy: policy(other), coordination: other.coordination
                    ) { second in
                        // Both servers hear of each other before Redis is gone.
                        let statuses = try await statuses(of: [first, second], small, 20)
                        #expect(statuses == [200: 6, 429: 14])
                        let wav = try Recordings.wav(seconds: 4)
                        let done = Locked(0)
                        try await withThrowingTaskGroup(of: Void.self) { group in
                            for index in 0..<12 {
                                let servers = index % 2 == 0 ? [first, second] : [second, first]
                                group.addTask {
                                    // The same request at both: one does it.
                                    for server in servers {
                                        // It is being done at the other one, or the server has no place for it yet.
                                        var status = 409
                                        while [409, 503].contains(status) {
                                            status =
                                                try await server.send(
                                                    "POST", "/api/translate?from=en&to=es",
                                                    fields: [key, "Idempotency-Key: \(index)"], body: wav
                                                ).status
                                        }
                                        #expect(status == 200)
                                    }
                                    done.withLock { $0 += 1 }
                                }
                            }
                            group.addTask {
                                while done.withLock({ $0 }) < 2 { await Task.yield() }
                                redis.kill()
                                while done.withLock({ $0 }) < 6 { await Task.yield() }
                                try await redis.start()
                            }
                            try await group.waitForAll()
                        }
                        let service = try #require(services.service(for: Scope("acme")) as? SampleService)
                        #expect(service.requests.withLock { $0.count } == 12)
                        while one.coordination.isShared != true || other.coordination.isShared != true {
                            for server in [first, second] {
                                _ = try await server.send("GET", "/api/languages", fields: [key])
                            }
                        }
                        // Redis has lost what it had counted in this minute, and both servers together allow the limit at most.
                        let again = try await self.statuses(of: [first, second], small, 20)
                        #expect(
                            again[200, default: 0] <= 6 && again.values.reduce(0, +) == 20 && again.count <= 2,
                            "\(again)")
                        #expect(again[429, default: 0] >= 14)
                    }
                }
            }
        }
    }

    /// How many requests at once were answered with each status, half of them by each server.
    private func statuses(of servers: [RunningServer], _ key: String, _ count: Int) async throws -> [Int: Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<count {
                let server = servers[index % servers.count]
                group.addTask { try await server.send("GET", "/api/languages", fields: [key]).status }
            }
            return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
        }
    }
}
