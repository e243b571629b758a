import ConversationTables
import ConversationTesting
import Conversations
import Foundation
import Plumbing
import PostgreSQLStore
import Providers
import S3
import SQLiteStore
import Testing
import VerbioTesting

@Suite(
    "Audio in S3 beside PostgreSQL", .timeLimit(.minutes(5)),
    .enabled(if: AudioPlace.isInstalled, "\(AudioPlace.isMissing)"))
struct S3AudioTests {
    private let id = ConversationID(rawValue: "c0123456789abcdefghjk")

    /// Stores a conversation with an utterance for each sound.
    private func fill(_ store: any ScopeStore, _ sounds: [[UInt8]], as id: ConversationID) async throws {
        try await store.commit([.conversation(StoreSamples.conversation(id))])
        for (index, sound) in sounds.enumerated() {
            let audio = try await store.put(sound)
            try await store.commit([.utterance(StoreSamples.utterance(index + 1, of: id), audio: audio)])
        }
    }

    @Test("Given two processes, when both put the same sound, then it is one object, and a row has no bytes of it")
    func once() async throws {
        let place = try await AudioPlace()
        let (first, second) = (try await place.store(), try await place.store())
        let ids = try await withThrowingTaskGroup(of: BlobID.self) { group in
            for store in [first, second, first, second] { group.addTask { try await store.put([1, 2, 3]) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(try await place.hashes() == ids.map(\.rawValue))
        #expect(try await place.objects().count == 1)
        let bytes = try await place.rows.server.query("SELECT count(bytes) FROM blob", in: place.rows.name)
        #expect(bytes == ["0"])
    }

    @Test(
        "Given a sound whose row never came, when its time is over, then it is removed, and one that is referred to stays"
    )
    func abandoned() async throws {
        let place = try await AudioPlace()
        let store = try await place.store()
        try await fill(store, [[1]], as: id)
        let lost = try await store.put([2])
        // It is used again, and nothing is committed.
        _ = try await store.put([1])
        let another = try place.stores()
        #expect(try await place.hashes().count == 2)
        try await place.expireExpectations()
        _ = try await another.store(for: .local)
        let kept = try await store.utterances(of: id, after: 0, limit: 9)[0].audio
        #expect(try await place.hashes() == [kept?.rawValue])
        #expect(try await store.blob(lost) == nil)
        #expect(try await store.blob(#require(kept)) == [1])
        // A late upload would be found.
        #expect(try await place.removals().count == 1)
        try await place.expireRemovals()
        let again = try await store.put([2])
        #expect(try await another.store(for: .local).blob(again) == [2])
        #expect(try await store.delete(id))
        #expect(try await place.hashes() == [again.rawValue])
        #expect(try await place.removals().isEmpty)
    }

    @Test(
        "Given a conversation that is deleted while the S3 server is away, when it is back, then its objects go with the next deletion"
    )
    func away() async throws {
        let place = try await AudioPlace()
        try await fill(try await place.store(), [[1], [2]], as: id)
        // A process without a way to the server cannot begin with anything.
        let nowhere = try await place.stores(through: "http://127.0.0.1:9").store(for: .local)
        let problem = await #expect(throws: Problem.self) { _ = try await nowhere.claim(id) }
        #expect(problem?.code == "store.unreachable")
        await #expect(throws: Problem.self) { _ = try await nowhere.delete(id) }
        #expect(try await nowhere.conversation(id) != nil, "texts are there without it")
        // A phrase needs no claim: its row goes, and its object later.
        let store = try await place.store()
        var phrase = Phrase(text: "Good morning", translation: "Buenos días", pair: StoreSamples.pair, createdAt: 1)
        phrase.speech = StoreSamples.speech(try await store.put([3]))
        try await store.save(phrase)
        #expect(try await place.hashes().count == 3)
        #expect(try await nowhere.delete(phrase.id))
        #expect(try await place.hashes().count == 3)
        #expect(try await store.delete(id))
        #expect(try await place.hashes().isEmpty)
    }

    @Test(
        "Given two scopes with the same sound, when one is erased, then nothing of it is left and the other has its own"
    )
    func erased() async throws {
        let place = try await AudioPlace()
        let stores = try place.stores()
        let (acme, zoo) = (try Scope("acme"), try Scope("zoo"))
        for scope in [acme, zoo] { try await fill(try await stores.store(for: scope), [[1], [2]], as: id) }
        // An upload that no row tells of, as after a restore of an older backup.
        let folder = try await place.bucket.list("acme-").keys[0].prefix { $0 != "/" }
        try await place.bucket.put(folder + "/unknown", [9])
        #expect(try await stores.remove(acme))
        let left = try await place.bucket.list("").keys
        #expect(left.count == 2 && left.allSatisfy { $0.hasPrefix("zoo-") }, "\(left)")
        // The same name begins anew, and an upload into the old folder is found.
        let again = try await stores.store(for: acme)
        try await place.bucket.put(folder + "/late", [9])
        try await fill(again, [[1]], as: id)
        try await place.expireRemovals()
        #expect(try await stores.remove(zoo))
        #expect(try await place.hashes().count == 1)
        #expect(try await again.utterances(of: id, after: 0, limit: 9).count == 1)
        #expect(try await again.blob(again.put([1])) == [1])
    }

    @Test("Given a scope that is moved into another one, when that is erased, then the objects of both are gone")
    func moved() async throws {
        let place = try await AudioPlace()
        let stores = try place.stores()
        let (guest, member) = (try Scope("guest"), try Scope("member"))
        let other = ConversationID(rawValue: "c1123456789abcdefghjk")
        try await fill(try await stores.store(for: guest), [[1], [2], [3]], as: id)
        try await fill(try await stores.store(for: member), [[2]], as: other)
        // A row whose object never came gives way to the one that has it.
        try await place.rows.server.query(
            """
            INSERT INTO blob (scope, id, object, expected_until) SELECT 'member', id, 'member/never', now() + interval '9 min'
            FROM blob WHERE scope = 'guest' AND id NOT IN (SELECT id FROM blob WHERE scope = 'member') LIMIT 1
            """, in: place.rows.name)
        #expect(try await stores.move(guest, into: member))
        let store = try await stores.store(for: member)
        for conversation in [id, other] {
            for record in try await store.utterances(of: conversation, after: 0, limit: 9) {
                #expect(try await store.blob(#require(record.audio))?.count == 1)
            }
        }
        #expect(try await place.hashes().count == 3)
        #expect(try await stores.remove(member))
        #expect(try await place.bucket.list("").keys.isEmpty)
    }

    @Test(
        "Given an object that is damaged or lost, when it is read, then that is said, and the same sound makes it anew")
    func damaged() async throws {
        let place = try await AudioPlace()
        let store = try await place.store()
        try await fill(store, [[1], [2]], as: id)
        let keys = try await place.bucket.list("").keys
        try await place.bucket.put(keys[0], [7, 7], replaces: true)
        try await place.bucket.delete(keys[1])
        for record in try await store.utterances(of: id, after: 0, limit: 9) {
            let audio = try #require(record.audio)
            let problem = await #expect(throws: Problem.self) { _ = try await store.blob(audio) }
            #expect(problem?.code == "store.corrupt-blob")
        }
        for sound in [[1], [2]] as [[UInt8]] { #expect(try await store.blob(store.put(sound)) == sound) }
        #expect(try await place.bucket.list("").keys == keys)
    }

    @Test("Given a database whose audio is in S3, when a process names another place or none, then it is refused")
    func otherPlace() async throws {
        let place = try await AudioPlace()
        try await fill(try await place.store(), [[1]], as: id)
        let other = PostgreSQLStores(try place.rows.database, audio: try await AudioPlace().bucket)
        for stores in [other, try place.rows.stores()] {
            let problem = await #expect(throws: Problem.self) { _ = try await stores.store(for: .local) }
            #expect(problem?.code == "store.other-audio" && problem?.place == "store.audio")
        }
    }

    @Test("Given a database with audio of its own, when S3 keeps the audio from now on, then both are read and removed")
    func later() async throws {
        let place = try await AudioPlace()
        let before = try await place.rows.store()
        try await fill(before, [[1]], as: id)
        let store = try await place.store()
        let other = ConversationID(rawValue: "c1123456789abcdefghjk")
        try await fill(store, [[1], [2]], as: other)
        #expect(try await place.hashes().count == 1)
        for conversation in [id, other] {
            for record in try await store.utterances(of: conversation, after: 0, limit: 9) {
                #expect(try await store.blob(#require(record.audio)) != nil)
            }
            #expect(try await store.delete(conversation))
        }
        #expect(try await place.hashes().isEmpty)
        #expect(try await place.rows.server.query("SELECT count(*) FROM blob", in: place.rows.name) == ["0"])
    }

    @Test(
        "Given audio in S3, when the store is copied into files and from there into another S3 place, then all is the same"
    )
    func copied() async throws {
        let (place, target) = (try await AudioPlace(), try await AudioPlace())
        let source = try await place.store()
        try await fill(source, [[1], [2], [1]], as: id)
        let folder = NSTemporaryDirectory() + "verbio-copy-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = try await SQLiteStore.open(at: folder)
        let copy = try await target.store()
        for (old, new) in [(source, files as any ScopeStore), (files, copy)] {
            let tables = (try #require(old as? any TableStore), try #require(new as? any TableStore))
            let copying = StoreCopy(from: tables.0, to: tables.1)
            #expect(try await copying.run { _ in }.utterances == 3)
            #expect(try await copying.firstDifference() == nil)
        }
        #expect(try await target.hashes() == place.hashes())
        // What was copied is referred to, so it stays when nothing expects it any more.
        try await target.expireExpectations()
        #expect(try await target.store().utterances(of: id, after: 0, limit: 9).count == 3)
        #expect(try await target.hashes() == place.hashes())
        try await files.close()
    }

    @Test(
        "Given a process that ended between the rows and the audio of a deletion, when the store is opened, then the audio goes"
    )
    func cutDeletion() async throws {
        let place = try await AudioPlace()
        let store = try await place.store()
        try await fill(store, [[1]], as: id)
        // As the transaction of a deletion leaves it.
        try await place.rows.server.query(
            "UPDATE blob SET expected_until = '-infinity'; DELETE FROM conversation", in: place.rows.name)
        _ = try await place.store()
        #expect(try await place.hashes().isEmpty)
    }
}
