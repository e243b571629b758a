import SQLiteStore
import Testing
import VerbioTesting

struct ComplianceTests {
    @Test("the store on disk keeps the promise", arguments: StoreCompliance.Check.allCases)
    func onDisk(_ check: StoreCompliance.Check) async throws {
        let place = StorePlace()
        try await StoreCompliance { try await place.open() }.run(check)
        withExtendedLifetime(place) {}
    }

    @Test("the store in memory keeps the promise", arguments: StoreCompliance.Check.allCases)
    func inMemory(_ check: StoreCompliance.Check) async throws {
        try await StoreCompliance { InMemoryStore() }.run(check)
    }
}
