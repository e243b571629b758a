import Access
import Conversations
import Coordination
import Plumbing
import PostgreSQL
import PostgreSQLStore
import Testing
import VerbioTesting

@Suite(
    "Limits over several servers", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct SharedLimitTests {
    @Test("Given a key with limits, when it is used at two servers, then they count together")
    func meters() async throws {
        let address = try await PostgreSQLServer.shared().database()
        let store = try await UseTable(try PostgreSQLDatabase(address))
        var meters: [UseMeter] = []
        for _ in 1...2 {
            let coordination = try await PostgreSQLCoordination(PostgreSQLStores(try PostgreSQLDatabase(address)))
            meters.append(UseMeter(store: store, coordination: coordination))
        }
        var limits = AccessLimits()
        (limits.requestsPerMinute, limits.translations) = (5, 2)
        let key = Principal(identity: .key(id: "k"), scope: .local, permissions: [], limits: limits)
        var admitted = 0
        for index in 0..<12 where try await meters[index % 2].admitRequest(of: key)?.refusal == nil { admitted += 1 }
        #expect(admitted == 5)
        let permits = [
            try await meters[0].begin(.translation, for: key), try await meters[1].begin(.translation, for: key),
        ]
        for meter in meters {
            await #expect(throws: LimitReached.self) { try await meter.begin(.translation, for: key) }
        }
        await permits[0].end()
        let third = try await meters[1].begin(.translation, for: key)
        await #expect(throws: LimitReached.self) { try await meters[0].begin(.translation, for: key) }
        await third.end()
        await permits[1].end()
    }
}
