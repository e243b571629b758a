import Conversations
import SQLiteStore
import Testing
import VerbioTesting

struct PhraseTests {
    @Test("the phrase book on disk keeps the promise", arguments: PhraseStoreCompliance.Check.allCases)
    func onDisk(_ check: PhraseStoreCompliance.Check) async throws {
        let place = StorePlace()
        try await PhraseStoreCompliance { try await place.open() }.run(check)
        withExtendedLifetime(place) {}
    }

    @Test("the phrase book in memory keeps the promise", arguments: PhraseStoreCompliance.Check.allCases)
    func inMemory(_ check: PhraseStoreCompliance.Check) async throws {
        try await PhraseStoreCompliance { InMemoryStore() }.run(check)
    }
}
