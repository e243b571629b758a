import ConversationTesting
import Conversations
import Foundation
import Plumbing
import SQLiteStore
import Testing
import VerbioTesting

/// Opening, closing, sharing and losing a store.
struct LifetimeTests {
    let place = StorePlace()

    @Test("Given committed changes, when the store is closed and reopened, then they are there")
    func reopens() async throws {
        let conversation = StoreSamples.conversation(state: .partial)
        let utterance = StoreSamples.utterance(1, of: conversation.id)
        let first = try await place.open()
        let blob = try await first.put([1, 2, 3])
        try await first.commit([
            .conversation(conversation), .utterance(utterance, audio: blob),
            .event(StoreSamples.started(conversation.id)),
        ])
        try await first.synchronize()
        try await first.close()

        let second = try await place.open()
        #expect(try await second.conversation(conversation.id) == conversation)
        #expect(try await second.utterance(utterance.id) == UtteranceRecord(utterance: utterance) { $0.audio = blob })
        #expect(try await second.events(of: conversation.id, after: 0, limit: 9).count == 1)
        #expect(try await second.blob(blob) == [1, 2, 3])
    }

    @Test(
        "Given a store that is released without closing, when it is opened again, then nothing is lost and its lock is free"
    )
    func letGo() async throws {
        let conversation = StoreSamples.conversation()
        do {
            let store = try await place.open()
            try await store.commit([.conversation(conversation)])
        }
        let problem = await openingProblem(attempts: 200)
        #expect(problem == nil)
    }

    /// The last reference may be released on a queue a moment later.
    private func openingProblem(attempts: Int) async -> Problem? {
        var last: Problem?
        for _ in 0..<attempts {
            do {
                _ = try await place.open()
                return nil
            } catch {
                last = error as? Problem
                await Task.yield()
            }
        }
        return last
    }

    @Test("Given a closed store, when any call is made, then it is refused")
    func closed() async throws {
        let store = try await place.open()
        try await store.close()
        try await store.close()
        let id = ConversationID.random()
        for call in [
            { _ = try await store.conversation(id) }, { try await store.commit([.conversationState(id, .complete)]) },
            { try await store.synchronize() }, { _ = try await store.put([1]) }, { _ = try await store.delete(id) },
        ] as [() async throws -> Void] {
            await #expect(throws: Problem.self) { try await call() }
        }
    }

    @Test("Given many commits, when the store is closed during them, then each was either made or refused")
    func closedMeanwhile() async throws {
        let store = try await place.open()
        let conversation = StoreSamples.conversation()
        try await store.commit([.conversation(conversation)])
        let made = try await withThrowingTaskGroup(of: Int?.self) { group in
            for sequence in 1...200 {
                group.addTask {
                    let utterance = StoreSamples.utterance(sequence, of: conversation.id)
                    do {
                        try await store.commit([.utterance(utterance, audio: nil), .outcome(utterance.id, .spoken)])
                        return sequence
                    } catch let problem as Problem where problem.code == "store.closed" {
                        return nil
                    }
                }
                if sequence == 100 {
                    group.addTask {
                        try await store.close()
                        return nil
                    }
                }
            }
            return try await group.reduce(into: Set<Int>()) { made, sequence in
                if let sequence { made.insert(sequence) }
            }
        }
        let later = try await place.open()
        let records = try await later.utterances(of: conversation.id, after: 0, limit: 1_000)
        #expect(Set(records.map(\.utterance.sequence)) == made)
        #expect(records.allSatisfy { $0.outcome == .spoken })
    }

    @Test("Given a cancelled task, when it commits, then the commit is made")
    func cancelled() async throws {
        let store = try await place.open()
        let conversation = StoreSamples.conversation()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await store.commit([.conversation(conversation)])
        }
        try await task.value
        #expect(try await store.conversation(conversation.id) == conversation)
    }

    @Test("Given a conversation of an ended process, when the store is opened, then the conversation is interrupted")
    func leftRunning() async throws {
        let states = ConversationState.allCases
        let conversations = states.map { StoreSamples.conversation(state: $0) }
        let store = try await place.open()
        try await store.commit(conversations.map { .conversation($0) })
        // Nothing says goodbye: as after a crash.
        try await store.close()

        let reader = try await place.open(readOnly: true)
        #expect(try await reader.conversation(conversations[0].id)?.state == .running, "a reader changes nothing")
        try await reader.close()
        let next = try await place.open()
        let wanted = states.map { $0 == .running ? ConversationState.interrupted : $0 }
        for (conversation, state) in zip(conversations, wanted) {
            #expect(try await next.conversation(conversation.id)?.state == state)
        }
        try await next.commit([.conversationState(conversations[0].id, .running)])
        #expect(try await next.conversation(conversations[0].id)?.state == .running)
    }

    @Test("given a task that looks for a conversation's owner all the time, then no claim fails because of it")
    func lookingOn() async throws {
        let (store, isOver) = (try await place.open(), Locked(false))
        let (id, looks) = (ConversationID.random(), Locked(0))
        async let looking: Void = {
            while !isOver.withLock({ $0 }) {
                _ = try await store.owner(of: id)
                looks.withLock { $0 += 1 }
            }
        }()
        do {
            defer { isOver.withLock { $0 = true } }
            for _ in 0..<500 { try #require(try await store.claim(id)).release() }
        }
        try await looking
        #expect(looks.withLock { $0 } > 0)
    }

    @Test("Given a reader next to a writer, when the writer commits, then the reader sees it and writes nothing itself")
    func readsBesideTheWriter() async throws {
        let conversation = StoreSamples.conversation()
        let writer = try await place.open()
        try await writer.commit([.conversation(conversation)])
        let blob = try await writer.put([7])

        let reader = try await place.open(readOnly: true)
        #expect(try await reader.conversations(limit: 9).map(\.conversation) == [conversation])
        try await writer.commit([.utterance(StoreSamples.utterance(1, of: conversation.id), audio: blob)])
        #expect(try await reader.utterances(of: conversation.id, after: 0, limit: 9).count == 1)
        #expect(try await reader.blob(blob) == [7])

        for call in [
            { try await reader.commit([.conversationState(conversation.id, .complete)]) },
            { _ = try await reader.put([1]) }, { _ = try await reader.delete(conversation.id) },
        ] as [() async throws -> Void] {
            let problem = await #expect(throws: Problem.self) { try await call() }
            #expect(problem?.code == "store.read-only")
        }
        try await reader.close()
        try await writer.commit([.conversationState(conversation.id, .complete)])
        try await writer.close()
        let later = try await place.open(readOnly: true)
        #expect(try await later.conversation(conversation.id)?.state == .complete)
    }

    @Test("Given no store, when one is read, then the problem says so and none is made")
    func readingNothing() async throws {
        let problem = await #expect(throws: Problem.self) { _ = try await place.open(readOnly: true) }
        #expect(problem?.code == "store.missing")
        #expect(!FileManager.default.fileExists(atPath: place.path))
    }

    @Test(
        "given a store that others may read, when it is opened, then all of it is its owner's only",
        arguments: [false, true])
    func modes(isNew: Bool) async throws {
        if !isNew {
            let store = try await place.open()
            let conversation = StoreSamples.conversation()
            let blob = try await store.put([1])
            try await store.commit([
                .conversation(conversation), .utterance(StoreSamples.utterance(1, of: conversation.id), audio: blob),
            ])
            // With the log still there.
            try FileManager.default.copyItem(atPath: place.path, toPath: place.root + "/copy")
            try await store.close()
            try FileManager.default.removeItem(atPath: place.path)
            try FileManager.default.moveItem(atPath: place.root + "/copy", toPath: place.path)
            for path in everything() {
                let mode = (try? FileManager.default.contentsOfDirectory(atPath: path)) == nil ? 0o644 : 0o755
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            }
        }
        let store = try await place.open()
        _ = try await store.put([2])
        try await store.commit([.conversation(StoreSamples.conversation())])
        #expect(everything().count > 9)
        for path in everything() {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == (isFolder ? 0o700 : 0o600), "\(path)")
        }
        try await store.close()
    }

    /// The store's folder, and every file and folder in it.
    private func everything() -> [String] {
        let names = FileManager.default.enumerator(atPath: place.path)?.allObjects.compactMap { $0 as? String } ?? []
        return [place.path] + names.map { place.path + "/" + $0 }
    }

    @Test("given a folder of the user's with other things in it, then its permissions stay, and the store's are narrow")
    func folderOfTheUser() async throws {
        try place.write([1], to: place.path + "/letter.txt")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.path)
        let store = try await place.open()
        func mode(_ path: String) throws -> Int? {
            (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
        }
        #expect(try mode(place.path) == 0o755)
        #expect(try mode(place.database) == 0o600)
        #expect(try mode(place.path + "/blobs") == 0o700)
        try await store.close()
    }

    @Test("Given a new store, when its folder is made, then only its owner has access")
    func mode() async throws {
        let store = try await place.open()
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        try await store.close()
    }

    @Test(
        "Given a folder that cannot be made, when the store is opened, then the problem has a cure",
        arguments: ["/proc/verbio/store", "/dev/null/store"])
    func unwritable(_ path: String) async throws {
        let problem = await #expect(throws: Problem.self) { _ = try await SQLiteStore.open(at: path) }
        #expect(problem?.code == "store.unwritable")
        #expect(problem?.cure != nil)
    }

    @Test("Given a file in the place of the folder, when the store is opened, then it is refused and the file stays")
    func fileInThePlace() async throws {
        try place.write([1, 2, 3], to: place.path)
        let problem = await #expect(throws: Problem.self) { _ = try await place.open() }
        #expect(problem?.code == "store.unwritable")
        #expect(try place.bytes(place.path) == [1, 2, 3])
    }
}
