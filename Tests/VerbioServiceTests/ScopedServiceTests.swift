import Audio
import ConversationTesting
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Testing
import VerbioService
import VerbioTesting

/// The same work in several scopes, with stores on disk and in memory.
@Suite("Conversations in several scopes", .timeLimit(.minutes(5)))
struct ScopedServiceTests {
    private static let pair = try! LanguagePair(from: .en, to: .es)

    private func keepsApart(_ workplace: Workplace, _ stores: any ScopedStores) async throws {
        let scopes = [Scope.local, try Scope("acme")]
        for (number, scope) in scopes.enumerated() {
            let store = try await stores.store(for: scope)
            for _ in 1...2 { _ = try await workplace.translateSample(in: store, isSpoken: false) }
            #expect(workplace.calls.count == 12 * (number + 1), "finished work is reused in its own scope only")
            #expect(try await store.conversations(limit: 9).count == 2)
        }
        let ids = [
            try await stores.store(for: .local).conversations(limit: 9).map(\.conversation.id),
            try await stores.store(for: Scope("acme")).conversations(limit: 9).map(\.conversation.id),
        ]
        #expect(Set(ids[0]).isDisjoint(with: ids[1]))
        for id in ids[0] { #expect(try await stores.store(for: Scope("acme")).conversation(id) == nil) }
    }

    @Test("given one recording in two scopes, when both are translated, then no work and no identifier is shared")
    func onDisk() async throws {
        try await Workplace.with { workplace in
            let stores = try workplace.assembly.stores().conversations()
            try await keepsApart(workplace, stores)
            #expect(try await stores.scopes() == [try Scope("acme"), .local])
            try await stores.close()
        }
    }

    @Test("given another kind of store, when the service is given it, then conversations run as on disk")
    func inMemory() async throws {
        try await Workplace.with { workplace in try await keepsApart(workplace, InMemoryStores()) }
    }

    @Test("given one file in two scopes, when it is opened, then its conversation has another identifier in each")
    func files() async throws {
        try await Workplace.with { workplace in
            let stores = try workplace.assembly.stores().conversations()
            var ids: [ConversationID] = []
            for scope in [Scope.local, try Scope("acme"), .local] {
                let opened = try await OpenedConversation.open(
                    ConversationRequest(Self.pair), from: .recording(Workplace.welcome), assembly: workplace.assembly,
                    store: stores.store(for: scope))
                ids.append(opened.conversation.id)
                opened.claim?.release()
            }
            #expect(ids[0] == ids[2] && ids[0] != ids[1])
            try await stores.close()
        }
    }

    @Test("given the sources, when what makes a store is looked for, then it is in one file for each kind")
    func oneFile() throws {
        let root = SpeechFixtures.packageRoot + "/Sources/"
        let makers = [
            "SQLiteStores(", "PostgreSQLStores(", "UploadTable(", "KeyTable(", "UseTable(", "JobTable(",
            "AccountDatabase(", "Pepper(", "AccountSecrets(", "S3Bucket(",
        ]
        var files: Set<String> = []
        var naming: Set<String> = []
        for module in ["VerbioService", "VerbioServer", "verbio", "Interpreting", "Delivery"] {
            let names = FileManager.default.enumerator(atPath: root + module)?.compactMap { $0 as? String } ?? []
            for name in names where name.hasSuffix(".swift") {
                let text = try String(contentsOfFile: root + module + "/" + name, encoding: .utf8)
                if makers.contains(where: text.contains) { files.insert(name) }
                if text.contains("SQLite") { naming.insert(name) }
            }
        }
        #expect(
            files == [
                "Engines/AudioSetup.swift", "Stores/PostgreSQLServiceStores.swift", "Stores/SQLiteServiceStores.swift",
            ])
        #expect(naming == ["Stores/SQLiteServiceStores.swift", "Stores/StoreAddress.swift"])
    }
}
