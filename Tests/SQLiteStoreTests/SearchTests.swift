import ConversationTesting
import Conversations
import Language
import Plumbing
import Providers
import SQLiteStore
import Testing
import VerbioTesting

/// The index of texts in the database file.
struct SearchTests {
    /// Stores a conversation with one utterance.
    private static func add(_ text: String, to store: SQLiteStore, key: String = "1") async throws -> ConversationID {
        let conversation = StoreSamples.conversation(state: .complete)
        let utterance = StoreSamples.utterance(1, of: conversation.id)
        try await store.commit([
            .conversation(conversation), .utterance(utterance, audio: nil),
            .answered(
                utterance.id, StoreSamples.key(key), .recognition(StoreSamples.recognition(text)),
                StoreSamples.timing(.recognition)),
        ])
        return conversation.id
    }

    @Test("given a deleted conversation, when the store is closed, then no part of its words is in the file")
    func erasure() async throws {
        let place = StorePlace()
        let store = try await place.open()
        // The text of each other conversation is in the index as well, so that more than one segment has to be merged.
        var ids: [ConversationID] = []
        for number in 0..<40 {
            let text = number == 20 ? "uio lou uiolou" : "a plain sentence, number \(number)"
            ids.append(try await Self.add(text, to: store, key: "\(number)"))
        }
        try await store.close()
        // Identifiers are made of other letters, so no chance puts these into the file.
        let marks = [Array("uio".utf8), Array("lou".utf8)]
        let before = try place.bytes(place.database)
        for mark in marks { #expect(before.firstRange(of: mark) != nil) }
        let again = try await place.open()
        #expect(try await again.delete(ids[20]))
        #expect(try await again.matches(for: SearchWords("plain"), before: nil, limit: 100).count == 39)
        try await again.close()
        let after = try place.bytes(place.database)
        for mark in marks { #expect(after.firstRange(of: mark) == nil) }
    }

    @Test(
        "given control characters in a search, when it is made, then they separate words",
        arguments: ["plain\u{0}walk", "\u{0}plain walk\u{0}", "wa\u{1}plain", "\u{0}wa"])
    func controls(_ search: String) async throws {
        let place = StorePlace()
        let store = try await place.open()
        _ = try await Self.add("a plain walk", to: store)
        #expect(try await store.matches(for: SearchWords(search), before: nil, limit: 9).count == 1)
        #expect(throws: Problem.self) { try SearchWords("\u{0}") }
        try await store.close()
    }

    @Test("given a store that stays open, when a conversation or a phrase is deleted, then its words are in no file")
    func open() async throws {
        let place = StorePlace()
        let store = try await place.open()
        let id = try await Self.add("uio lou uiolou", to: store)
        let files = { [place.database, place.database + "-wal"] }
        let marks = [Array("uio".utf8), Array("lou".utf8)]
        #expect(try files().contains { try place.bytes($0).firstRange(of: marks[0]) != nil })
        #expect(try await store.delete(id))
        let phrase = Phrase(
            text: "uio lou", translation: "uiolou", pair: try LanguagePair(from: .en, to: .es), tags: [], createdAt: 1)
        try await store.save(phrase)
        #expect(try await store.delete(phrase.id))
        for file in files() {
            let bytes = try place.bytes(file)
            for mark in marks { #expect(bytes.firstRange(of: mark) == nil) }
        }
        try await store.close()
    }
}
