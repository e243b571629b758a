import Audio
import ConversationTesting
import Conversations
import SQLiteStore
import Testing
import VerbioTesting

struct ComplianceTests {
    @Test(
        "Given the store on disk, when a promise is checked, then it holds", arguments: StoreCompliance.Check.allCases)
    func onDisk(_ check: StoreCompliance.Check) async throws {
        let place = StorePlace()
        try await StoreCompliance { try await place.open() }.run(check)
        withExtendedLifetime(place) {}
    }

    @Test(
        "Given the store in memory, when a promise is checked, then it holds", arguments: StoreCompliance.Check.allCases
    )
    func inMemory(_ check: StoreCompliance.Check) async throws {
        try await StoreCompliance { InMemoryStore() }.run(check)
    }
}

struct SpoolComplianceTests {
    @Test(
        "Given the spool on disk, when a promise is checked, then it holds", arguments: SpoolCompliance.Check.allCases)
    func onDisk(_ check: SpoolCompliance.Check) async throws {
        let place = StorePlace()
        try await SpoolCompliance { try await place.open() }.run(check)
        withExtendedLifetime(place) {}
    }

    @Test(
        "Given the spool in memory, when a promise is checked, then it holds", arguments: SpoolCompliance.Check.allCases
    )
    func inMemory(_ check: SpoolCompliance.Check) async throws {
        try await SpoolCompliance { InMemoryStore() }.run(check)
    }

    @Test(
        "Given a power loss in the middle of a frame, then whole frames are read and the sound continues after them")
    func tornFrame() async throws {
        let place = StorePlace()
        let store = try await place.open()
        let id = ConversationID(rawValue: "c00000000000000000009")
        let spool = try await store.spool(of: id)
        try await spool.append(SpeechBlock(start: 0, lanes: [[0.1, 0.2], [0.3, 0.4]]))
        let file = try #require(place.spoolFiles(of: id).first)
        try place.write(try place.bytes(file).dropLast(3), to: file)
        let again = try await store.spool(of: id)
        #expect(try await again.kept() == SampleRange(start: 0, end: 1))
        try await again.append(SpeechBlock(start: 1, lanes: [[0.5], [0.6]]))
        #expect(try await again.read(from: 0, most: 9)?.lanes == [[0.1], [0.3]])
        #expect(try await again.read(from: 1, most: 9)?.lanes == [[0.5], [0.6]])
    }
}
