import Audio
import ConversationTables
import ConversationTesting
import Conversations
import Foundation
import Language
import Plumbing
import PostgreSQLStore
import Providers
import SQLiteStore
import Testing
import VerbioTesting

@Suite("Copies between stores", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct CopyTests {
    private let id = ConversationID(rawValue: "c0123456789abcdefghjk")

    /// A store with conversations, work of all kinds, audio, phrases, and the sound of a live conversation.
    private func fill(_ store: any ScopeStore, conversations: Int = 3) async throws {
        for number in 0..<conversations {
            let id = ConversationID(rawValue: "c" + String(number + 1_000_000, radix: 36))
            let audio = try await store.put([UInt8(truncatingIfNeeded: number), 1, 2])
            let spoken = try await store.put([UInt8(truncatingIfNeeded: number), 3])
            var conversation = StoreSamples.conversation(id)
            conversation.createdAt += Int64(number)
            try await store.commit([.conversation(conversation), .event(StoreSamples.started(id))])
            for sequence in 1...4 {
                let utterance = UtteranceID(conversation: id, sequence: sequence)
                let attempt = StoreSamples.attempt(
                    .recognition, 1, of: utterance, key: StoreSamples.key("heard \(number) \(sequence)"))
                try await store.commit([
                    .utterance(StoreSamples.utterance(sequence, of: id), audio: audio), .attemptBegan(attempt),
                    .answered(
                        utterance, attempt.key, .recognition(StoreSamples.recognition("hello \(sequence)")),
                        StoreSamples.timing(.recognition)),
                    .answered(
                        utterance, StoreSamples.key("spoken \(number) \(sequence)"),
                        .speech(StoreSamples.speech(spoken)), StoreSamples.timing(.synthesis)),
                    .charged(utterance, StoreSamples.charge(.recognition, 1, of: utterance)),
                    .event(StoreSamples.recognized(sequence, "hello \(sequence)", in: id)),
                ])
            }
            let spool = try await store.spool(of: id)
            try await spool.append(SpeechBlock(start: 0, lanes: [[0.25, -0.5], [1, -1]]))
            try await spool.append(SpeakerEvent(at: 1, speaker: .other))
        }
        try await store.save(
            Phrase(text: "Good morning", translation: "Buenos días", pair: StoreSamples.pair, createdAt: 1))
        try await store.remember(
            StoredRequest(key: "once", fingerprint: "f", createdAt: 5), forgettingBefore: 0, keeping: 9)
    }

    /// Requires that both stores answer the same.
    private func expectSame(_ one: any ScopeStore, _ other: any ScopeStore) async throws {
        let all = try await one.conversations(limit: 99)
        #expect(try await other.conversations(limit: 99) == all)
        for id in all.map(\.conversation.id) {
            let records = try await one.utterances(of: id, after: 0, limit: 99)
            #expect(!records.isEmpty)
            #expect(try await other.utterances(of: id, after: 0, limit: 99) == records)
            #expect(try await other.events(of: id, after: 0, limit: 99) == one.events(of: id, after: 0, limit: 99))
            for blob in records.compactMap(\.audio) + records.compactMap(\.speech?.blob) {
                #expect(try await other.blob(blob) == one.blob(blob))
            }
            let (old, new) = (try await one.spool(of: id), try await other.spool(of: id))
            #expect(try await new.kept() == old.kept())
            #expect(try await new.read(from: 0, most: 9)?.lanes == old.read(from: 0, most: 9)?.lanes)
            #expect(try await new.events() == old.events())
        }
        #expect(try await other.phrases(PhraseFilter(), limit: 9) == one.phrases(PhraseFilter(), limit: 9))
        #expect(try await other.request("once") == one.request("once"))
        let words = try SearchWords("hello 3")
        let found = try await one.matches(for: words, before: nil, limit: 99).map(\.record.utterance.id)
        #expect(found.count == all.count)
        #expect(try await other.matches(for: words, before: nil, limit: 99).map(\.record.utterance.id) == found)
        let first = CalendarDay(number: 0)
        #expect(try await other.usage(since: first) == one.usage(since: first))
    }

    @Test(
        "Given a store in files, when it is copied into a database and from there into files, then all three answer the same"
    )
    func roundTrip() async throws {
        let place = try await StorePlace()
        let (old, new) = (Folder(), Folder())
        let source = try await SQLiteStore.open(at: old.path)
        try await fill(source)
        let database = try #require(try await place.store() as? PostgreSQLStore)
        let there = StoreCopy(from: source, to: database)
        let count = try await there.run { _ in }
        #expect(count.conversations == 3 && count.utterances == 12)
        #expect(try await there.firstDifference() == nil)
        try await expectSame(source, database)
        let target = try await SQLiteStore.open(at: new.path)
        let back = StoreCopy(from: database, to: target)
        #expect(try await back.run { _ in } == count)
        #expect(try await back.firstDifference() == nil)
        try await expectSame(source, target)
        try await source.close()
        try await target.close()
    }

    @Test("Given a copy that was cut off, when it is made again, then it ends with everything once")
    func again() async throws {
        let place = try await StorePlace()
        let folder = Folder()
        let source = try await SQLiteStore.open(at: folder.path)
        try await fill(source)
        let database = try #require(try await place.store() as? PostgreSQLStore)
        let copy = StoreCopy(from: source, to: database)
        // Tables after the first ones never arrive.
        let cut = Task { try await copy.run { if $0.utterances > 0 { withUnsafeCurrentTask { $0?.cancel() } } } }
        _ = await cut.result
        #expect(try await copy.run { _ in }.conversations == 3)
        #expect(try await copy.firstDifference() == nil)
        try await expectSame(source, database)
        try await source.close()
    }

    @Test("Given a copy in which a text was changed, when it is compared, then the table is named")
    func difference() async throws {
        let place = try await StorePlace()
        let folder = Folder()
        let source = try await SQLiteStore.open(at: folder.path)
        try await fill(source, conversations: 1)
        let database = try #require(try await place.store() as? PostgreSQLStore)
        let copy = StoreCopy(from: source, to: database)
        _ = try await copy.run { _ in }
        try await place.server.query("UPDATE transcript SET text = 'hallo' WHERE text = 'hello 2'", in: place.name)
        #expect(try await copy.firstDifference() == "transcript")
        try await source.close()
    }
}

/// A folder that goes with the test.
private final class Folder: Sendable {
    let path = NSTemporaryDirectory() + "verbio-copy-\(UUID().uuidString)"

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
