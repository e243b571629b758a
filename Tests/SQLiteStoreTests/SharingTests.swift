import ConversationTesting
import Conversations
import Foundation
import GRDB
import Glibc
import Plumbing
import Providers
import SQLiteStore
import Testing
import VerbioTesting

/// Several stores on one folder, as in several processes. Their locks belong to the opened files, so two in one process
/// exclude each other as two processes do. `SharedStoreTests` starts processes and kills them.
struct SharingTests {
    let place = StorePlace()

    @Test("given an open store, when a second one opens the folder, then each sees what the other commits")
    func both() async throws {
        let (first, second) = (try await place.open(), try await place.open())
        let (one, other) = (StoreSamples.conversation(), StoreSamples.conversation())
        try await first.commit([.conversation(one)])
        try await second.commit([.conversation(other)])
        try await second.commit([.event(StoreSamples.started(one.id))])
        try await first.commit([.event(StoreSamples.recognized(1, "hello", in: one.id))])
        for store in [first, second] {
            #expect(try await store.conversation(one.id) == one)
            #expect(try await store.conversation(other.id) == other)
            #expect(try await store.events(of: one.id, after: 0, limit: 9).map(\.position) == [1, 2])
        }
        try await first.synchronize()
        try await first.close()
        try await second.commit([.conversationState(one.id, .complete)])
        try await second.close()
        #expect(try await integrity() == "ok")
    }

    @Test("given more tasks than readers, when some read pages and others look up rows, then all are answered")
    func manyReaders() async throws {
        let store = try await place.open()
        let conversation = StoreSamples.conversation()
        try await store.commit([.conversation(conversation), .event(StoreSamples.started(conversation.id))])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...64 {
                group.addTask {
                    for _ in 1...400 {
                        if number.isMultiple(of: 2) {
                            let page = try await store.events(of: conversation.id, after: 0, limit: 9)
                            #expect(page.count == 1)
                        } else {
                            let found = try await store.conversation(conversation.id)
                            #expect(found == conversation)
                            await Task.yield()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await store.close()
    }

    @Test("given three stores that commit and checkpoint at once, then nothing is lost and the database is sound")
    func atOnce() async throws {
        let stores = [try await place.open(), try await place.open(), try await place.open()]
        let conversations = stores.map { _ in StoreSamples.conversation() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (store, conversation) in zip(stores, conversations) {
                group.addTask {
                    var conversation = conversation
                    for number in 1...150 {
                        // Long enough for the log to be moved many times over.
                        conversation.title = String(repeating: "\(number % 10)", count: 40_000)
                        let utterance = StoreSamples.utterance(number, of: conversation.id)
                        let blob = try await store.put(Array("\(conversation.id) \(number)".utf8))
                        try await store.commit([
                            .conversation(conversation), .utterance(utterance, audio: blob),
                            .event(StoreSamples.recognized(number, "hello", in: conversation.id)),
                        ])
                        if number.isMultiple(of: 50) { try await store.synchronize() }
                    }
                }
            }
            try await group.waitForAll()
        }
        for conversation in conversations {
            let id = conversation.id
            for store in stores {
                let records = try await store.utterances(of: id, after: 0, limit: 1_000)
                #expect(records.map(\.utterance.sequence) == Array(1...150))
                #expect(try await store.events(of: id, after: 0, limit: 1_000).map(\.position) == Array(1...150))
                for record in records.prefix(5) {
                    let blob = try #require(record.audio)
                    #expect(try await store.blob(blob) == Array("\(id) \(record.utterance.sequence)".utf8))
                }
            }
        }
        for store in stores { try await store.close() }
        #expect(try await integrity() == "ok")
    }

    @Test("given a turn that another process has, when a commit comes, then it waits, and reads still succeed")
    func turn() async throws {
        let store = try await place.open()
        let conversation = StoreSamples.conversation()
        try await store.commit([.conversation(conversation)])
        let lock = try HeldLock(place.path + "/verbio.turn")
        let isDone = Locked(false)
        async let commits: Void = withThrowingTaskGroup(of: Void.self) { group in
            for sequence in 1...20 {
                group.addTask {
                    let utterance = StoreSamples.utterance(sequence, of: conversation.id)
                    try await store.commit([.utterance(utterance, audio: nil)])
                    isDone.withLock { $0 = true }
                }
            }
            try await group.waitForAll()
        }
        for _ in 0..<200 {
            #expect(try await store.conversation(conversation.id) == conversation)
            #expect(try await store.utterances(of: conversation.id, after: 0, limit: 9).isEmpty)
            await Task.yield()
        }
        #expect(!isDone.withLock { $0 })
        lock.release()
        try await commits
        #expect(try await store.utterances(of: conversation.id, after: 0, limit: 99).count == 20)
    }

    @Test("given conversations called running, when a store opens, then only those without an owner are interrupted")
    func interruptsTheAbandoned() async throws {
        let (owned, abandoned) = (
            StoreSamples.conversation(state: .running), StoreSamples.conversation(state: .running)
        )
        let first = try await place.open()
        try await first.commit([.conversation(owned), .conversation(abandoned)])
        let claim = try #require(try await first.claim(owned.id))
        let second = try await place.open()
        #expect(try await second.conversation(owned.id)?.state == .running)
        #expect(try await second.conversation(abandoned.id)?.state == .interrupted)
        #expect(try await second.owner(of: owned.id) == ConversationOwner(process: getpid()))
        #expect(try await second.claim(owned.id) == nil)
        let reader = try await place.open(readOnly: true)
        #expect(try await reader.owner(of: owned.id) == ConversationOwner(process: getpid()))
        #expect(try await reader.owner(of: abandoned.id) == nil)
        claim.release()
        #expect(try await reader.owner(of: owned.id) == nil)
        let third = try await place.open()
        #expect(try await third.conversation(owned.id)?.state == .interrupted)
    }

    @Test("given a conversation with an owner, when another store deletes it, then that is refused in a clear line")
    func deletionBesideTheOwner() async throws {
        let conversation = StoreSamples.conversation()
        let (first, second) = (try await place.open(), try await place.open())
        try await first.commit([.conversation(conversation)])
        let claim = try #require(try await first.claim(conversation.id))
        let problem = await #expect(throws: Problem.self) { _ = try await second.delete(conversation.id) }
        #expect(
            problem?.description
                == "another Verbio (process \(getpid())) is working on the conversation \(conversation.id); "
                + "try again when it has ended")
        claim.release()
        #expect(try await second.delete(conversation.id))
    }

    @Test("given a claim's file that a crash has left, then the conversation is free at once")
    func leftClaim() async throws {
        let id = ConversationID.random()
        let store = try await place.open()
        try place.write(Array("1\n".utf8), to: place.path + "/claims/\(id)")
        #expect(try await store.owner(of: id) == nil)
        let claim = try #require(try await store.claim(id))
        #expect(try await store.owner(of: id) == ConversationOwner(process: getpid()))
        claim.release()
        let left = try FileManager.default.contentsOfDirectory(atPath: place.path + "/claims")
        #expect(left.isEmpty)
    }

    @Test("given claims that many tasks ask for at once, then one at a time has it")
    func claimsAtOnce() async throws {
        let stores = [try await place.open(), try await place.open()]
        let id = ConversationID.random()
        let (owners, most, claims) = (Locked(0), Locked(0), Locked(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<100 {
                        guard let claim = try await stores[number % 2].claim(id) else { continue }
                        let count = owners.withLock { owners in
                            owners += 1
                            return owners
                        }
                        most.withLock { $0 = max($0, count) }
                        claims.withLock { $0 += 1 }
                        await Task.yield()
                        owners.withLock { $0 -= 1 }
                        claim.release()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(most.withLock { $0 } == 1)
        #expect(claims.withLock { $0 } > 10)
    }

    @Test("given audio that one store has put, when another deletes its last conversation, then a commit still has it")
    func audioBetweenPutAndCommit() async throws {
        let (first, second) = (try await place.open(), try await place.open())
        let (old, new) = (StoreSamples.conversation(), StoreSamples.conversation())
        let blob = try await first.put([1, 2, 3])
        try await first.commit([
            .conversation(old), .conversation(new),
            .utterance(StoreSamples.utterance(1, of: old.id), audio: blob),
        ])
        // The file is there, so that nothing is written; and then it is taken away.
        #expect(try await first.put([1, 2, 3]) == blob)
        #expect(try await second.delete(old.id))
        #expect(try await first.blob(blob) == [1, 2, 3])
        try await first.commit([.utterance(StoreSamples.utterance(1, of: new.id), audio: blob)])
        try await first.synchronize()
        for store in [first, second] { #expect(try await store.blob(blob) == [1, 2, 3]) }
        #expect(!place.blobFiles().contains { $0.contains("/removed/") })
    }

    @Test("given a voice that one store is about to use again, when another deletes its conversation, then it is kept")
    func reusedSpeech() async throws {
        let (first, second) = (try await place.open(), try await place.open())
        let (old, new) = (StoreSamples.conversation(), StoreSamples.conversation())
        let key = StoreSamples.key("spoken")
        let blob = try await first.put([7])
        func answered(_ id: ConversationID) -> StoreChange {
            .answered(
                UtteranceID(conversation: id, sequence: 1), key, .speech(StoreSamples.speech(blob)),
                StoreSamples.timing(.synthesis))
        }
        try await first.commit([
            .conversation(old), .conversation(new), .utterance(StoreSamples.utterance(1, of: old.id), audio: nil),
            .utterance(StoreSamples.utterance(1, of: new.id), audio: nil), answered(old.id),
        ])
        #expect(try await first.answer(for: key) != nil)
        #expect(try await second.delete(old.id))
        try await first.commit([answered(new.id)])
        #expect(try await second.blob(blob) == [7])
    }

    @Test(
        "given audio that was set aside beside another store, when a store has the folder for itself, then it is deleted"
    )
    func setAside() async throws {
        let (first, second) = (try await place.open(), try await place.open())
        let conversation = StoreSamples.conversation()
        let blob = try await first.put([1])
        try await first.commit([
            .conversation(conversation), .utterance(StoreSamples.utterance(1, of: conversation.id), audio: blob),
        ])
        #expect(try await second.delete(conversation.id))
        #expect(place.blobFiles() == [place.path + "/blobs/removed/\(blob.rawValue)"])
        try await first.close()
        try await second.close()
        try await place.open().close()
        #expect(place.blobFiles().isEmpty)
    }

    @Test("given audio that was set aside an hour ago, then it is deleted beside another store, too")
    func setAsideForLong() async throws {
        let (first, second) = (try await place.open(), try await place.open())
        let conversation = StoreSamples.conversation()
        let blob = try await first.put([1])
        try await first.commit([
            .conversation(conversation), .utterance(StoreSamples.utterance(1, of: conversation.id), audio: blob),
        ])
        #expect(try await second.delete(conversation.id))
        let file = try #require(place.blobFiles().first)
        _ = try await place.open()
        #expect(place.blobFiles() == [file])
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -4_000)], ofItemAtPath: file)
        _ = try await place.open()
        #expect(place.blobFiles().isEmpty)
        withExtendedLifetime((first, second)) {}
    }

    @Test("given a blob that one store is writing, when another opens the folder, then it stays")
    func unfinished() async throws {
        let first = try await place.open()
        let file = place.path + "/blobs/unfinished/someone-1"
        try place.write([9], to: file)
        let second = try await place.open()
        #expect(place.blobFiles() == [file])
        try await first.close()
        try await second.close()
        try await place.open().close()
        #expect(place.blobFiles().isEmpty)
    }

    @Test("given a store of an older version that is open, when a newer one opens it, then the schema is left alone")
    func outdatedInUse() async throws {
        let first = try await place.open()
        let queue = try DatabaseQueue(path: place.database)
        try await queue.writeWithoutTransaction { db in
            try db.execute(
                sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '20 %'; DROP INDEX conversation_running")
        }
        try queue.close()
        let problem = await #expect(throws: Problem.self) { _ = try await place.open() }
        #expect(problem?.code == "store.locked")
        #expect(problem?.description.contains("has to be brought up to date") == true)
        #expect(problem?.description.contains("(process \(getpid()))") == true)
        try await first.commit([.conversation(StoreSamples.conversation())])
        try await first.close()
        let later = try await place.open()
        #expect(try await later.conversations(limit: 9).count == 1)
    }

    @Test("given a Verbio that has the store for itself, as older ones do, then a newer one keeps out, and the reverse")
    func olderVerbio() async throws {
        try await place.open().close()
        let old = try HeldLock(place.path + "/verbio.lock")
        let problem = await #expect(throws: Problem.self) { _ = try await place.open() }
        #expect(problem?.code == "store.locked" && problem?.kind == .store)
        #expect(
            problem?.description.contains("an older Verbio (process \(getpid())) has this store for itself") == true)
        #expect(problem?.description.contains(place.path) == true)
        old.release()
        let store = try await place.open()
        #expect(throws: HeldLock.Taken.self) { _ = try HeldLock(place.path + "/verbio.lock") }
        try await store.close()
        try HeldLock(place.path + "/verbio.lock").release()
    }

    private func integrity() async throws -> String? {
        let queue = try DatabaseQueue(path: place.database)
        defer { try? queue.close() }
        return try await queue.read { db in try String.fetchOne(db, sql: "PRAGMA integrity_check") }
    }
}

/// An exclusive `flock` on a file, as another process has it.
private final class HeldLock: Sendable {
    struct Taken: Error {}
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            close(descriptor)
            throw Taken()
        }
    }

    func release() { flock(descriptor, LOCK_UN) }
}
