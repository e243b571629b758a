import ConversationTesting
import Conversations
import Foundation
import GRDB
import Plumbing
import Providers
import SQLiteStore
import Testing
import VerbioTesting

/// What is on the disk is not what was written.
struct DamageTests {
    let place = StorePlace()

    @Test(
        "Given a file that is no database, when the store is opened, then the problem is reported and the file stays",
        arguments: [true, false])
    func noDatabase(readOnly: Bool) async throws {
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try place.write(noise, to: place.database)
        let problem = await #expect(throws: Problem.self) { _ = try await place.open(readOnly: readOnly) }
        #expect(problem?.code == "store.corrupt")
        #expect(problem?.description.contains(place.path) == true)
        #expect(try place.bytes(place.database) == noise)
    }

    @Test(
        "Given audio without its database, when the store is opened, then it is refused, and no empty database is made")
    func lostDatabase() async throws {
        let store = try await place.open()
        _ = try await store.put([1])
        try await store.close()
        try FileManager.default.removeItem(atPath: place.database)
        for readOnly in [true, false] {
            let problem = await #expect(throws: Problem.self) { _ = try await place.open(readOnly: readOnly) }
            #expect(problem?.code == "store.corrupt")
        }
        #expect(!FileManager.default.fileExists(atPath: place.database))
    }

    @Test("Given a damaged database after a crash, when it is opened, then the problem is reported and the file stays")
    func cutDatabase() async throws {
        try await fill(conversations: 200)
        var bytes = try place.bytes(place.database)
        // All but the first pages are noise, and a log is lying about as after a crash.
        for index in bytes.indices.dropFirst(8_192) { bytes[index] = UInt8(truncatingIfNeeded: index &* 7) }
        try place.write(bytes, to: place.database)
        try place.write([0], to: place.database + "-wal")
        let problem = await #expect(throws: Problem.self) { _ = try await place.open() }
        #expect(problem?.code == "store.corrupt")
        #expect(try place.bytes(place.database) == bytes)
    }

    @Test("Given a store of a newer version, when it is opened, then it is refused")
    func newer() async throws {
        try await fill(conversations: 1)
        try await edit("INSERT INTO grdb_migrations (identifier) VALUES ('9 something to come')")
        for readOnly in [true, false] {
            let problem = await #expect(throws: Problem.self) { _ = try await place.open(readOnly: readOnly) }
            #expect(problem?.code == "store.newer")
        }
    }

    @Test(
        "Given a store of an older version, when it is opened to read, then the problem says what to do, and writing migrates it"
    )
    func older() async throws {
        let id = try await fill(conversations: 1)
        // The earlier schema, before each call had its cost: answers and summaries had their costs.
        try await edit(
            """
            DELETE FROM grdb_migrations WHERE identifier LIKE '17 %';
            DROP TABLE charge;
            ALTER TABLE timing ADD COLUMN cost BIGINT;
            ALTER TABLE timing ADD COLUMN usage TEXT;
            ALTER TABLE summary ADD COLUMN cost BIGINT;
            ALTER TABLE summary ADD COLUMN usage TEXT;
            DELETE FROM timing;
            INSERT INTO timing (conversation, sequence, stage, queued_ms, total_ms, reused, provider, model, cost, usage, calls)
                VALUES ('\(id)', 1, 'recognition', 0, 1, 0, 'groq', 'whisper', 44000, '{"audioSeconds":2.5}', 3),
                    ('\(id)', 1, 'translation', 0, 1, 0, NULL, NULL, NULL, NULL, NULL),
                    ('\(id)', 1, 'synthesis', 0, 1, 0, 'unpriced', 'one', NULL, '{"characters":7}', NULL);
            INSERT INTO summary (conversation, sequence, key, queued_ms, total_ms, reused, provider, model, cost, usage, calls)
                VALUES ('\(id)', 1, NULL, 0, 1, 0, 'ollama', 'one', 700, '{"inputTokens":9}', 1)
            """)
        let before = try place.bytes(place.database)
        let problem = await #expect(throws: Problem.self) { _ = try await place.open(readOnly: true) }
        #expect(problem?.code == "store.outdated" && problem?.place == place.path)
        #expect(problem?.cure?.contains("run a command that writes") == true)
        #expect(try place.bytes(place.database) == before)
        try await place.open().close()
        let store = try await place.open(readOnly: true)
        let record = try #require(try await store.utterances(of: id, after: 0, limit: 9).first)
        #expect(record.recognition?.text == "hello")
        // The same sums as before. Rows that do not name a provider are from engines on the same machine.
        #expect(record.cost(of: .recognition) == Money(nanodollars: 44_000))
        #expect(record.usage(of: .recognition) == Usage(audioSeconds: 2.5))
        #expect(record.charges(.recognition).map(\.calls) == [3])
        #expect(record.charges(.recognition).map(\.provider) == ["groq"])
        #expect(record.cost(of: .translation) == .zero && record.charges(.translation).map(\.calls) == [1])
        #expect(record.cost(of: .synthesis) == nil && record.usage(of: .synthesis).characters == 7)
        #expect(record.cost(of: .translation, for: .summary) == Money(nanodollars: 700))
        #expect(record.usage(of: .translation, for: .summary).inputTokens == 9)
        try await store.close()
    }

    @Test(
        "Given a damaged row, when it is read, then the problem names the column",
        arguments: [
            "UPDATE utterance SET range_end = 9223372036854775807", "UPDATE utterance SET range_start = 'x'",
            "UPDATE utterance SET speech_start = x'00ff'", "UPDATE utterance SET language_from = 'tlh'",
            "UPDATE utterance SET language_to = 'en'", "UPDATE utterance SET lane = -1",
            "UPDATE utterance SET rms_dbfs = 'loud'", "UPDATE utterance SET outcome = 'happy'",
            "UPDATE utterance SET outcome = 'failed'", "UPDATE utterance SET sequence = 1.5",
            "UPDATE transcript SET words = '[{\"text\":1}]'", "UPDATE transcript SET language = ''",
            "UPDATE attempt SET stage = 'guessing'", "UPDATE timing SET total_ms = 'long'",
        ])
    func damagedRow(_ sql: String) async throws {
        let id = try await fill(conversations: 1)
        try await edit(sql)
        let store = try await place.open()
        let problem = await #expect(throws: Problem.self) {
            _ = try await store.utterances(of: id, after: 0, limit: 9)
        }
        #expect(problem?.code == "store.corrupt")
    }

    @Test(
        "Given a damaged conversation or event, when it is read, then it is a problem",
        arguments: [
            "UPDATE conversation SET settings = '{'", "UPDATE conversation SET state = 'asleep'",
            "UPDATE conversation SET created_at = 'yesterday'", "UPDATE conversation SET origin_path = NULL",
            "UPDATE event SET payload = '{\"event\":\"utterance.sung\"}'", "UPDATE event SET payload = x'00'",
        ])
    func damagedConversation(_ sql: String) async throws {
        let id = try await fill(conversations: 1)
        try await edit(sql)
        let store = try await place.open()
        let problem = await #expect(throws: Problem.self) {
            _ = try await store.conversations(limit: 9)
            _ = try await store.events(of: id, after: 0, limit: 9)
        }
        #expect(problem?.code == "store.corrupt")
    }

    @Test("Given damaged audio, when it is read, then it is refused, and it can be stored again")
    func damagedBlob() async throws {
        let store = try await place.open()
        let bytes = [UInt8](repeating: 5, count: 1_000)
        let id = try await store.put(bytes)
        let file = try #require(place.blobFiles().first)
        for damage in [Array(bytes.dropLast()), [4] + bytes.dropFirst(), []] {
            try place.write(damage, to: file)
            let problem = await #expect(throws: Problem.self) { _ = try await store.blob(id) }
            #expect(problem?.code == "store.corrupt-blob")
            #expect(try await store.put(bytes) == id)
            #expect(try await store.blob(id) == bytes)
        }
    }

    @Test("given a damaged voice, then the conversation that makes it again is named")
    func cureOfDamagedSpeech() async throws {
        let store = try await place.open()
        let conversation = StoreSamples.conversation()
        let utterance = StoreSamples.utterance(1, of: conversation.id)
        let (voice, heard, part) = (try await store.put([1]), try await store.put([2]), try await store.put([3]))
        let attempt = StoreSamples.attempt(.synthesis, 1, of: utterance.id, key: StoreSamples.key("part"))
        try await store.commit([
            .conversation(conversation), .utterance(utterance, audio: heard), .attemptBegan(attempt),
            .attemptAnswered(
                attempt.id, StoreSamples.key("part"), .speech(StoreSamples.speech(part)), endedAt: 1),
            .answered(
                utterance.id, StoreSamples.key("spoken"), .speech(StoreSamples.speech(voice)),
                StoreSamples.timing(.synthesis)),
        ])
        for file in place.blobFiles() { try place.write([9], to: file) }
        for blob in [voice, part] {
            let problem = await #expect(throws: Problem.self) { _ = try await store.blob(blob) }
            #expect(problem?.cure == "make it anew with 'verbio resume \(conversation.id)', or restore a backup")
            #expect(problem?.place == place.path)
        }
        // What came through a microphone cannot be had again.
        let problem = await #expect(throws: Problem.self) { _ = try await store.blob(heard) }
        #expect(problem?.cure == "restore a backup; all text of the conversation is there without it")
    }

    @Test("Given a damaged blob, when other calls are made, then they work")
    func afterDamagedBlob() async throws {
        let store = try await place.open()
        let id = try await store.put([1, 2, 3])
        try place.write([], to: try #require(place.blobFiles().first))
        await #expect(throws: Problem.self) { _ = try await store.blob(id) }
        try await store.commit([.conversation(StoreSamples.conversation())])
        try await store.synchronize()
    }

    @Test("Given a link in the place of a blob, when the blob is read, then the link is not followed")
    func linkedBlob() async throws {
        let store = try await place.open()
        let id = try await store.put([1, 2, 3])
        let file = try #require(place.blobFiles().first)
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/etc/hostname")
        await #expect(throws: Problem.self) { _ = try await store.blob(id) }
    }

    /// A closed store with conversations of one utterance each.
    @discardableResult
    private func fill(conversations count: Int) async throws -> ConversationID {
        let store = try await place.open()
        var last = ConversationID.random()
        for _ in 0..<count {
            let conversation = StoreSamples.conversation()
            last = conversation.id
            let utterance = UtteranceID(conversation: last, sequence: 1)
            let attempt = StoreSamples.attempt(.recognition, 1, of: utterance, key: StoreSamples.key("key"))
            try await store.commit([
                .conversation(conversation), .utterance(StoreSamples.utterance(1, of: last), audio: nil),
                .event(StoreSamples.started(last)), .attemptBegan(attempt),
                .attemptAnswered(
                    attempt.id, StoreSamples.key("key"), .recognition(StoreSamples.recognition("hello")), endedAt: 1),
                .answered(
                    utterance, StoreSamples.key("key"), .recognition(StoreSamples.recognition("hello")),
                    StoreSamples.timing(.recognition)),
            ])
        }
        try await store.close()
        return last
    }

    /// Changes the closed database behind the store's back, against its constraints.
    private func edit(_ sql: String) async throws {
        let queue = try DatabaseQueue(path: place.database)
        try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
            try db.execute(sql: sql)
        }
        try queue.close()
    }
}
