import ConversationTesting
import Conversations
import SQLiteStore
import Testing
import VerbioTesting

struct RequestTests {
    @Test("given requests with keys, when they are remembered, then both stores keep the promises")
    func requests() async throws {
        try await RequestStoreCompliance(InMemoryStore()).run()
        let place = StorePlace()
        try await RequestStoreCompliance(try await place.open()).run()
        let store = try await place.open()
        #expect(try await store.request("0") != nil, "after the store was opened again")
    }
}

struct PhraseTests {
    @Test(
        "Given the phrase book on disk, when a promise is checked, then it holds",
        arguments: PhraseStoreCompliance.Check.allCases)
    func onDisk(_ check: PhraseStoreCompliance.Check) async throws {
        let place = StorePlace()
        try await PhraseStoreCompliance { try await place.open() }.run(check)
        withExtendedLifetime(place) {}
    }

    @Test(
        "Given the phrase book in memory, when a promise is checked, then it holds",
        arguments: PhraseStoreCompliance.Check.allCases)
    func inMemory(_ check: PhraseStoreCompliance.Check) async throws {
        try await PhraseStoreCompliance { InMemoryStore() }.run(check)
    }
}
