import ConversationTesting
import Conversations
import Foundation
import Plumbing
import SQLiteStore
import Testing
import VerbioTesting

struct WriteAheadLogTests {
    let place = StorePlace()

    @Test("Given commits without a pause, when much is written, then the log stays bounded")
    func bounded() async throws {
        // A clock on which no time passes: nothing is ever idle.
        let frozen = TimeSource(
            now: { .zero }, sleep: { _ in try await Task.sleep(for: .seconds(3_600)) }, wallClockMilliseconds: { 0 })
        let store = try await SQLiteStore.open(at: place.path, time: frozen)
        var conversation = StoreSamples.conversation()
        var largest = 0
        for number in 0..<45 {
            conversation.title = String(repeating: "\(number % 10)", count: 1_000_000)
            try await store.commit([.conversation(conversation)])
            largest = max(largest, size(place.database + "-wal"))
        }
        #expect(largest > 30_000_000)
        #expect(largest < 40_000_000)
        #expect(try await store.conversation(conversation.id) == conversation)
        try await store.close()
        #expect(size(place.database + "-wal") == 0)
    }

    @Test("Given a filled log, when commits pause, then it is moved into the database")
    func idle() async throws {
        let pauses = AsyncStream<Void>.makeStream()
        let time = TimeSource(
            now: { .zero }, sleep: { _ in pauses.continuation.yield() }, wallClockMilliseconds: { 0 })
        let store = try await SQLiteStore.open(at: place.path, time: time)
        let before = size(place.database)
        var conversation = StoreSamples.conversation()
        conversation.title = String(repeating: "x", count: 2_000_000)
        try await store.commit([.conversation(conversation)])
        for await _ in pauses.stream { break }
        // Each of these takes its turn on the writer's queue, in which the checkpoint waits too, and writes nothing.
        for _ in 0..<1_000 where size(place.database) <= before + 2_000_000 {
            _ = try await store.delete(.random())
        }
        #expect(size(place.database) > before + 2_000_000)
    }

    @Test("Given text with a NUL, when it is stored, then it is not cut off there")
    func nul() async throws {
        let store = try await place.open()
        let conversation = StoreSamples.conversation(title: "before\0after")
        try await store.commit([.conversation(conversation)])
        #expect(try await store.conversation(conversation.id)?.title == "before\u{FFFD}after")
    }

    private func size(_ path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }
}
