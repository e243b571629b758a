import ConversationTesting
import Conversations
import Foundation
import Plumbing
import Providers
import Testing
import VerbioTesting

@testable import SQLiteStore

@Suite("The stores of scopes", .timeLimit(.minutes(5)))
struct ScopeTests {
    @Test(
        "Given the stores on disk, when a promise about scopes is checked, then it holds",
        arguments: ScopeCompliance.Check.allCases)
    func onDisk(_ check: ScopeCompliance.Check) async throws {
        let place = StorePlace()
        try await ScopeCompliance { SQLiteStores(at: place.path, capacity: 3) }.run(check)
        withExtendedLifetime(place) {}
    }

    @Test(
        "Given the stores in memory, when a promise about scopes is checked, then it holds",
        arguments: ScopeCompliance.Check.allCases)
    func inMemory(_ check: ScopeCompliance.Check) async throws {
        try await ScopeCompliance { InMemoryStores() }.run(check)
    }

    /// Each scope's store keeps the promises of a store by itself.
    @Test("given a scope, when it has a store, then that keeps the promise", arguments: StoreCompliance.Check.allCases)
    func scoped(_ check: StoreCompliance.Check) async throws {
        let place = StorePlace()
        try await StoreCompliance { try await SQLiteStores(at: place.path).store(for: Scope("acme")) }.run(check)
        withExtendedLifetime(place) {}
    }

    @Test("given several scopes, when they are stored, then the local one is the folder and others are below scopes")
    func folders() async throws {
        let place = StorePlace()
        let stores = SQLiteStores(at: place.path)
        #expect(stores.openCount == 0 && !FileManager.default.fileExists(atPath: place.path))
        for scope in [Scope.local, try Scope("acme")] { _ = try await stores.store(for: scope) }
        try await stores.close()
        let databases = [place.database, place.path + "/scopes/acme/verbio.sqlite"]
        #expect(databases.allSatisfy(FileManager.default.fileExists))
        // The local scope alone is the store of earlier versions.
        let alone = try await place.open()
        #expect(alone.scope == .local)
        try await alone.close()
        await #expect(throws: Problem.self) { _ = try await stores.store(for: .local) }
    }

    @Test("given a move that a kill has interrupted, when it is done again, then all has arrived once")
    func movesAgain() async throws {
        let guest = try Scope("guest")
        let acme = try Scope("acme")
        for step in 0...2 {
            let place = StorePlace()
            let stores = SQLiteStores(at: place.path)
            let source = try await stores.sqliteStore(for: guest)
            let blob = try await source.put([1, 2, 3])
            let conversation = StoreSamples.conversation()
            let utterances = (1...3).map { StoreSamples.utterance($0, of: conversation.id) }
            let answer = StageAnswer.recognition(StoreSamples.recognition("hello"))
            try await source.commit([.conversation(conversation), .event(StoreSamples.started(conversation.id))])
            for utterance in utterances {
                try await source.commit([
                    .utterance(utterance, audio: blob),
                    .answered(utterance.id, StoreSamples.key("heard"), answer, StoreSamples.timing(.recognition)),
                ])
            }
            let before = try await source.utterances(of: conversation.id, after: 0, limit: 9)
            let events = try await source.events(of: conversation.id, after: 0, limit: 9)
            do {
                let target = try await stores.sqliteStore(for: acme)
                // Killed after the files, or after the rows.
                if step == 1 { try await target.adopt([blob], from: source) }
                if step == 2 { try await StoreMove(source: source, target: target).run() }
                try await target.close()
            }
            try await source.close()
            #expect(try await stores.move(guest, into: acme))
            let target = try await stores.sqliteStore(for: acme)
            #expect(try await target.utterances(of: conversation.id, after: 0, limit: 9) == before, "step \(step)")
            #expect(try await target.events(of: conversation.id, after: 0, limit: 9) == events)
            #expect(try await target.blob(blob) == [1, 2, 3])
            #expect(try await target.matches(for: SearchWords("hello"), before: nil, limit: 9).count == 3)
            #expect(try await stores.scopes() == [acme, .local])
            try await stores.close()
        }
    }

    @Test("given more scopes than may be open, when they are used one by one, then idle ones are closed and keep all")
    func bounded() async throws {
        let place = StorePlace()
        let stores = SQLiteStores(at: place.path, capacity: 2)
        for number in 1...6 {
            let store = try await stores.store(for: Scope("tenant-\(number)"))
            try await store.commit([.conversation(StoreSamples.conversation(title: "\(number)"))])
            #expect(stores.openCount <= 2)
        }
        for number in 1...6 {
            let titles = try await stores.store(for: Scope("tenant-\(number)")).conversations(limit: 9)
                .map(\.conversation.title)
            #expect(titles == ["\(number)"])
        }
        try await stores.close()
    }

    @Test("given the maximum number of open scopes, when another is requested, then that waits and none is closed")
    func inUse() async throws {
        let place = StorePlace()
        let stores = SQLiteStores(at: place.path, capacity: 1)
        var held: SQLiteStore? = try await stores.sqliteStore(for: Scope("first"))
        let shared = try await stores.sqliteStore(for: Scope("first"))
        #expect(stores.openCount == 1)
        let waiting = Task { try await stores.sqliteStore(for: Scope("second")) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting.value }
        try await held?.commit([.conversation(StoreSamples.conversation())])
        let second = Task {
            try await stores.sqliteStore(for: Scope("second")).conversations(limit: 9).count
        }
        held = nil
        #expect(try await shared.conversations(limit: 9).count == 1, "it has another user")
        try await shared.close()
        #expect(try await second.value == 0)
        try await stores.close()
    }

    @Test("given many tasks and few places, when all of them write, then nothing is lost and nothing is mixed up")
    func crowded() async throws {
        let place = StorePlace()
        let stores = SQLiteStores(at: place.path, capacity: 3)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    let store = try await stores.store(for: Scope("t\(number % 7)"))
                    try await store.commit([.conversation(StoreSamples.conversation(title: "\(number)"))])
                }
            }
            try await group.waitForAll()
        }
        #expect(stores.openCount <= 3)
        for scope in 0..<7 {
            let titles = try await stores.store(for: Scope("t\(scope)")).conversations(limit: 99)
                .compactMap { Int($0.conversation.title) }
            #expect(Set(titles) == Set((0..<60).filter { $0 % 7 == scope }))
        }
        try await stores.close()
    }

    @Test(
        "given a scope that another program has open, when it is to be removed, then it stays; later it goes as a whole"
    )
    func removal() async throws {
        let place = StorePlace()
        let (stores, others) = (SQLiteStores(at: place.path), SQLiteStores(at: place.path))
        try await others.store(for: Scope("acme")).commit([.conversation(StoreSamples.conversation())])
        let problem = await #expect(throws: Problem.self) { _ = try await stores.remove(Scope("acme")) }
        #expect(problem?.code == "scope.busy")
        try await others.close()
        // A crash has left another one half removed.
        let half = place.path + "/scopes/.removed-half"
        try FileManager.default.createDirectory(atPath: half + "/blobs", withIntermediateDirectories: true)
        try place.write([1], to: half + "/verbio.sqlite")
        #expect(try await stores.scopes() == [try Scope("acme"), .local])
        #expect(try await stores.remove(Scope("acme")))
        let left = try FileManager.default.contentsOfDirectory(atPath: place.path + "/scopes")
        #expect(left.allSatisfy { $0.hasPrefix("verbio.") }, "\(left)")
        try await stores.close()
    }

    @Test("given no store of a scope, when it is opened for reading, then a problem says so and nothing is made")
    func readOnly() async throws {
        let place = StorePlace()
        let stores = SQLiteStores(at: place.path, readOnly: true)
        let problem = await #expect(throws: Problem.self) { _ = try await stores.store(for: Scope("acme")) }
        #expect(problem?.code == "store.missing")
        #expect(!FileManager.default.fileExists(atPath: place.path + "/scopes"))
        await #expect(throws: Problem.self) { _ = try await stores.remove(Scope("acme")) }
        #expect(stores.openCount == 0)
        try await stores.close()
    }
}
