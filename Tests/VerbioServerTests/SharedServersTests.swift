import Access
import Conversations
import Coordination
import Foundation
import Plumbing
import PostgreSQL
import PostgreSQLStore
import Testing
import VerbioService
import VerbioTesting

@testable import VerbioServer

@Suite(
    "Several servers of one database", .serialized, .timeLimit(.minutes(5)),
    .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct SharedServersTests {
    /// Runs two servers that share their coordination in a new database, and what else they are given.
    private func withTwo(
        _ service: SampleService = SampleService(),
        policy: @Sendable (any Coordination) throws -> AccessPolicy = { _ in .open },
        _ body: (RunningServer, RunningServer) async throws -> Void
    ) async throws {
        let address = try await PostgreSQLServer.shared().database()
        func coordination() async throws -> PostgreSQLCoordination {
            try await PostgreSQLCoordination(PostgreSQLStores(try PostgreSQLDatabase(address)))
        }
        let (one, other) = (try await coordination(), try await coordination())
        let services = SampleServices(service)
        try await withServer(service, services: services, policy: try policy(one), coordination: one) { first in
            try await withServer(service, services: services, policy: try policy(other), coordination: other) {
                second in
                try await body(first, second)
            }
        }
    }

    @Test("given two servers, when a ticket was made by one, then it opens a session at the other, once")
    func tickets() async throws {
        try await KeyPlace.with { place in
            let key = try await place.key()
            try await withTwo(policy: { _ in place.policy(isRequired: true) }) { first, second in
                let made = try await first.send("POST", "/api/live/tickets", fields: [key])
                let ticket = try #require(try JSON.object(made.body)["ticket"] as? String)
                let target = "/api/live?from=en&to=es&raw=s16le:16000:1&ticket=\(ticket)"
                let client = try await Client.upgrade(try await second.open(), target)
                #expect(client.status == 101)
                await client.leave()
                for server in [first, second] {
                    #expect(try await server.send("GET", target, fields: Client.fields).status == 401)
                }
            }
        }
    }

    @Test("given two servers, when requests with one key come to both, then its limit of a minute counts over both")
    func minutes() async throws {
        try await KeyPlace.with { place in
            let key = try await place.key { $0.limits.requestsPerMinute = 5 }
            let store = try UseTable(at: place.folder.path + "/shared.sqlite")
            try await withTwo(policy: { coordination in
                AccessPolicy(
                    ring: place.ring, meter: UseMeter(store: store, coordination: coordination), isRequired: true)
            }) { first, second in
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for index in 0..<20 {
                        let server = index % 2 == 0 ? first : second
                        group.addTask { try await server.send("GET", "/api/languages", fields: [key]).status }
                    }
                    return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
                }
                #expect(statuses == [200: 5, 429: 15])
                let left = try await second.send("GET", "/api/languages", fields: [key])
                #expect(left.fields["ratelimit-limit"] == "5" && left.fields["ratelimit-remaining"] == "0")
                let health = try JSON.object(try await first.send("GET", "/api/health").body)
                #expect(health["limits"] as? String == "shared")
            }
        }
    }

    @Test("given two servers, when the same request with a key comes to both at once, then it is done once")
    func repeats() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(opening: { await gate.wait() }))
        try await withTwo(service) { first, second in
            let wav = try Recordings.wav(seconds: 4)
            let (target, fields) = ("/api/translate?from=en&to=es", ["Idempotency-Key: k"])
            let open = try await first.open()
            try await open.send(.head("POST", target, fields: fields, length: wav.count))
            try await open.send(wav)
            _ = try await service.begun.next()
            let refused = try await second.send("POST", target, fields: fields, body: wav)
            #expect(refused.status == 409 && refused.fields["retry-after"] == "1")
            #expect(try JSON.object(refused.body)["code"] as? String == "idempotency.open")
            gate.open()
            let answer = try await open.answer()
            #expect(answer.status == 200)
            await open.close()
            var again = try await second.send("POST", target, fields: fields, body: wav)
            // The run lasts a moment longer than its answer.
            while again.status == 409 { again = try await second.send("POST", target, fields: fields, body: wav) }
            #expect(again.status == 200 && again.body == answer.body)
            #expect(again.fields["idempotency-replayed"] == "true")
            #expect(service.requests.withLock { $0.count } == 1)
        }
    }

    @Test("given two servers with accounts, when sign-ins and guests come to both, then their paces count over both")
    func paces() async throws {
        let address = try await PostgreSQLServer.shared().database()
        let coordination = try await PostgreSQLCoordination(PostgreSQLStores(try PostgreSQLDatabase(address)))
        let other = try await PostgreSQLCoordination(PostgreSQLStores(try PostgreSQLDatabase(address)))
        try await AccountPlace.with { place in
            try await withServer(services: place.services, policy: place.policy(), coordination: coordination) {
                first in
                try await withServer(services: place.services, policy: place.policy(), coordination: other) { second in
                    var statuses: [Int] = []
                    for server in [first, second, first, second] {
                        statuses.append(
                            try await server.send(
                                "POST", "/api/auth/guest", fields: ["Content-Type: application/json"],
                                body: Array("{}".utf8)
                            ).status)
                    }
                    // A tenth of those of an hour for one address, and at least three.
                    #expect(statuses.filter { $0 == 200 }.count == 3 && statuses.last == 429, "\(statuses)")
                }
            }
        }
    }
}
