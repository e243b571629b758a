import ConversationTesting
import Conversations
import Foundation
import Providers
import SQLiteStore
import Testing
import VerbioTesting

struct BlobTests {
    let place = StorePlace()

    @Test("Given equal bytes, when they are put twice, then they are one file below the first digits of its name")
    func onePlace() async throws {
        let store = try await place.open()
        let id = try await store.put([1, 2, 3])
        _ = try await store.put([1, 2, 3])
        let name = id.rawValue
        #expect(place.blobFiles() == ["\(place.path)/blobs/\(name.prefix(2))/\(name.dropFirst(2).prefix(2))/\(name)"])
    }

    @Test(
        "Given half-written files of a crash, when the store opens, then they are removed, and new blobs without a row stay"
    )
    func leftovers() async throws {
        let first = try await place.open()
        let id = try await first.put([1])
        try await first.close()
        try place.write([9, 9], to: place.path + "/blobs/unfinished/0")
        let second = try await place.open()
        #expect(place.blobFiles().count == 1)
        #expect(try await second.blob(id) == [1])
    }

    @Test("Given audio put for a later conversation, when the last one with it is deleted, then the audio stays")
    func awaited() async throws {
        let store = try await place.open()
        let first = StoreSamples.conversation()
        let second = StoreSamples.conversation()
        let blob = try await store.put([1])
        try await store.commit([
            .conversation(first), .conversation(second),
            .utterance(StoreSamples.utterance(1, of: first.id), audio: blob),
        ])
        _ = try await store.put([1])
        #expect(try await store.delete(first.id))
        try await store.commit([.utterance(StoreSamples.utterance(1, of: second.id), audio: blob)])
        #expect(try await store.blob(blob) == [1])
        #expect(try await store.delete(second.id))
        #expect(try await store.blob(blob) == nil)
        #expect(place.blobFiles().isEmpty)
    }

    @Test("Given finished speech about to be reused, when its conversation is deleted, then the speech stays")
    func reused() async throws {
        let store = try await place.open()
        let first = StoreSamples.conversation()
        let second = StoreSamples.conversation()
        let key = StoreSamples.key("spoken")
        let blob = try await store.put([1])
        func answered(_ id: ConversationID) -> StoreChange {
            .answered(
                UtteranceID(conversation: id, sequence: 1), key, .speech(StoreSamples.speech(blob)),
                StoreSamples.timing(.synthesis))
        }
        try await store.commit([
            .conversation(first), .conversation(second),
            .utterance(StoreSamples.utterance(1, of: first.id), audio: nil),
            .utterance(StoreSamples.utterance(1, of: second.id), audio: nil), answered(first.id),
        ])
        #expect(try await store.answer(for: key) != nil)
        #expect(try await store.delete(first.id))
        try await store.commit([answered(second.id)])
        #expect(try await store.blob(blob) == [1])
    }

    @Test("Given more blobs than may wait for the disk, when they are put at once, then all are stored")
    func many() async throws {
        let store = try await place.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let bytes = [UInt8(number / 2), 1, 2, 3]
                    let id = try await store.put(bytes)
                    #expect(try await store.blob(id) == bytes)
                }
            }
            try await group.waitForAll()
        }
        try await store.synchronize()
        #expect(place.blobFiles().count == 100)
    }
}
