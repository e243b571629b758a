import Access
import Accounts
import Audio
import ConversationTables
import ConversationTesting
import Conversations
import Foundation
import Interpreting
import Jobs
import Language
import Plumbing
import Providers
import Testing
import VerbioService
import VerbioTesting

@Suite("A service in PostgreSQL", .enabled(if: PostgreSQLServer.isInstalled, "\(PostgreSQLServer.isMissing)"))
struct PostgreSQLServiceTests {
    /// The stores of a machine of its own.
    private func stores(at address: String, on machine: String = UUID().uuidString) throws -> any ServiceStores {
        try StoreAddress(address, local: NSTemporaryDirectory() + "verbio-machine-" + machine).stores()
    }

    @Test("given an address of a database, when all stores are opened, then each is in the database")
    func all() async throws {
        let server = try await PostgreSQLServer.shared()
        let address = try await server.database()
        let stores = try stores(at: address)
        defer { try? FileManager.default.removeItem(atPath: stores.folder) }
        #expect(try await stores.use().used(.audio, by: "a", day: 1) == 0)
        #expect(try await !stores.keys().hasKeys())
        #expect(try await stores.jobs().rows.heads().isEmpty)
        #expect(try await stores.accounts().read { try $0.nonceCount() } == 0)
        #expect(try await stores.conversations().scopes() == [.local])
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: stores.folder))
        #expect(files == ["verbio.jobs"], "\(files)")
        #expect(stores.place.hasPrefix("postgresql://") && !stores.place.contains("verbio@"))
    }

    @Test(
        "given live speech on one machine, when its client comes to another one, then it goes on there, and no call is made twice"
    )
    func moves() async throws {
        try await Workplace.with { workplace in
            let address = try await PostgreSQLServer.shared().database()
            let all = [try stores(at: address), try stores(at: address)]
            defer { for stores in all { try? FileManager.default.removeItem(atPath: stores.folder) } }
            var services: [PipelineService] = []
            for stores in all {
                services.append(
                    try PipelineService(
                        assembly: workplace.assembly, store: try await stores.conversations().store(for: .local)))
            }
            let sound = [UInt8](try Data(contentsOf: URL(filePath: Workplace.welcome)).dropFirst(44))
            let request = ConversationRequest(try LanguagePair(from: .en, to: .es)) {
                $0.listening.raw = RawFormat(sample: .s16le, rate: 16_000, channels: 1)
            }
            let first = services[0].live(request, control: RunControl())
            let begun = BoundedChannel<ConversationID>(capacity: 100)
            async let earlier = first.run { delivered in
                guard case .event(let event) = delivered, case .utteranceFinished = event.body else { return }
                try await begun.send(event.conversation)
            }
            try await first.feed(Array(sound.prefix(sound.count / 2)))
            let id = try #require(try await begun.next())

            var next = request
            next.continues = id
            let second = services[1].live(next, control: RunControl())
            let position = BoundedChannel<Int>(capacity: 1_000)
            async let later = second.run { delivered in
                if case .acknowledged(let safe) = delivered { _ = position.trySend(safe.sample) }
            }
            let safe = try #require(try await position.next())
            #expect(try await earlier.1.state == .interrupted)
            #expect(first.control.isHandedOver)
            for start in stride(from: safe * 2, to: sound.count, by: 32_000) {
                try await second.feed(Array(sound[start..<min(start + 32_000, sound.count)]))
            }
            second.end()
            let (conversation, finished) = try await later
            #expect(conversation.id == id && finished.state == .complete)
            #expect(finished.seconds == Double(sound.count / 2) / 16_000)
            let records = try await services[1].store.utterances(of: id, after: 0, limit: 99)
            #expect(records.map(\.utterance.sequence) == Array(1...6))
            #expect(records.allSatisfy { $0.attempts[.recognition] == 1 && $0.attempts[.translation] == 1 })
            // What was said is over, so nothing more can follow.
            let again = services[0].live(next, control: RunControl())
            let problem = await #expect(throws: Problem.self) { _ = try await again.run { _ in } }
            #expect(problem?.code == "live.session")
        }
    }

    @Test(
        "given two machines on one database, when their secrets differ, then the second does not start, until it has the same"
    )
    func secrets() async throws {
        let address = try await PostgreSQLServer.shared().database()
        let (first, second) = (try stores(at: address), try stores(at: address))
        defer { for stores in [first, second] { try? FileManager.default.removeItem(atPath: stores.folder) } }
        let pepper = try await first.pepper(at: nil)
        #expect(try await first.pepper(at: nil).mark == pepper.mark)
        let problem = await #expect(throws: Problem.self) { _ = try await second.pepper(at: nil) }
        #expect(problem?.code == "secrets.other" && problem?.place == "serve.pepper-file")
        // No other secret is made, so that a copy of theirs can take its place.
        #expect(!FileManager.default.fileExists(atPath: second.folder + "/verbio.pepper"))
        _ = try await second.pepper(at: first.folder + "/verbio.pepper")

        let secrets = try await first.accountSecrets(at: nil)
        #expect(
            await #expect(throws: Problem.self) { _ = try await second.accountSecrets(at: nil) }?.code
                == "secrets.other")
        // A new secret in front of the old one is one of the same service.
        let file = second.folder + "/both"
        let old = try String(contentsOfFile: first.folder + "/verbio.accounts-secret", encoding: .utf8)
        let new = Data((0..<32).map { UInt8($0) }).base64EncodedString().replacing("+", with: "-")
            .replacing("/", with: "_").replacing("=", with: "")
        try Data((new + "\n" + old).utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        #expect(try await second.accountSecrets(at: file).marks.last == secrets.marks.first)
    }

    @Test("given conversations of two scopes in a folder, when they are copied into a database, then both are there")
    func transfer() async throws {
        let address = try await PostgreSQLServer.shared().database()
        let folder = NSTemporaryDirectory() + "verbio-transfer-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (source, target) = (try stores(at: folder), try stores(at: address))
        let id = ConversationID(rawValue: "c0123456789abcdefghjk")
        for scope in [Scope.local, try Scope("acme")] {
            let store = try await source.conversations().store(for: scope)
            try await store.commit([.conversation(StoreSamples.conversation(id))])
            try await store.close()
        }
        let transfer = try StoreTransfer(from: source, to: target)
        for scope in try await transfer.scopes() {
            #expect(try await transfer.copy(scope) { _ in }.conversations == 1)
        }
        let there = target.conversations()
        #expect(try await there.scopes().map(\.name) == ["acme", "local"])
        #expect(try await there.store(for: Scope("acme")).conversation(id) != nil)
        #expect(throws: Problem.self) { try StoreTransfer(from: target, to: target) }
    }

    @Test(
        "given keys, use and accounts in a folder, when they are copied into a database and back, then they are the same, and jobs are named"
    )
    func service() async throws {
        let address = try await PostgreSQLServer.shared().database()
        let folders = (0..<2).map { _ in NSTemporaryDirectory() + "verbio-transfer-\(UUID().uuidString)" }
        defer { for folder in folders { try? FileManager.default.removeItem(atPath: folder) } }
        let (source, target) = (try stores(at: folders[0]), try stores(at: address))
        let ring = KeyRing(store: try await source.keys(), pepper: try await source.pepper(at: nil))
        let key = try await ring.create(KeyRequest(label: "phone"))
        _ = try await source.use().add(90, of: .audio, by: "acme", day: 20_000, limit: 100)
        let row = AccountRow(
            id: try #require(AccountID(String(repeating: "a", count: AccountID.length))), created: 5, state: .active,
            tier: "free", emailLookup: [7, 8], sealed: [1, 2, 3])
        try await source.accounts().write { try $0.save(row) }
        let there = try await StoreTransfer(from: source, to: target).copyService()
        #expect(there.keys == 1 && there.accounts == 1 && there.jobs == 0)
        let last = try stores(at: folders[1])
        #expect(try await StoreTransfer(from: target, to: last).copyService() == there)
        for stores in [target, last] {
            #expect(try await stores.keys().key(key.key.id) == key.key)
            #expect(try await stores.use().used(.audio, by: "acme", day: 20_000) == 90)
            #expect(try await stores.accounts().read { try $0.account(row.id) } == row)
        }
        // The secrets come along, so that the keys are valid there.
        for stores in [target, last] {
            let copy = KeyRing(store: try await stores.keys(), pepper: try await stores.pepper(at: nil))
            #expect(try await copy.check(key.text) != .unknown)
        }
        // A place with a secret of its own is refused before any key arrives.
        let taken = try stores(at: folders[1] + "-taken")
        defer { try? FileManager.default.removeItem(atPath: taken.folder) }
        _ = try await taken.keys()
        _ = try await taken.pepper(at: nil)
        let problem = await #expect(throws: Problem.self) {
            _ = try await StoreTransfer(from: source, to: taken).copyService()
        }
        #expect(problem?.code == "copy.secrets")
        #expect(try await !taken.keys().hasKeys())
    }

    @Test("given another use in the copy, when it is copied again, then that stays, and the table is named")
    func otherUse() async throws {
        let folders = (0..<2).map { _ in NSTemporaryDirectory() + "verbio-transfer-\(UUID().uuidString)" }
        defer { for folder in folders { try? FileManager.default.removeItem(atPath: folder) } }
        let (source, target) = (try stores(at: folders[0]), try stores(at: folders[1]))
        for (stores, amount) in [(source, Int64(90)), (target, 95)] {
            _ = try await stores.use().add(amount, of: .audio, by: "acme", day: 20_000, limit: 100)
        }
        let problem = await #expect(throws: Problem.self) {
            _ = try await StoreTransfer(from: source, to: target).copyService()
        }
        #expect(problem?.code == "copy.differs" && problem?.what.contains("'use'") == true)
        #expect(try await target.use().used(.audio, by: "acme", day: 20_000) == 95)
    }

    @Test("given a conversation that a program works on, when it is to be copied, then that is refused")
    func busy() async throws {
        let address = try await PostgreSQLServer.shared().database()
        let folder = NSTemporaryDirectory() + "verbio-transfer-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (source, target) = (try stores(at: folder), try stores(at: address))
        let id = ConversationID(rawValue: "c0123456789abcdefghjk")
        let store = try await source.conversations().store(for: .local)
        var conversation = StoreSamples.conversation(id)
        conversation.state = .running
        let claim = try await store.claim(id)
        try await store.commit([.conversation(conversation)])
        let problem = await #expect(throws: Problem.self) {
            _ = try await StoreTransfer(from: source, to: target).copy(.local) { _ in }
        }
        #expect(problem?.code == "conversation.busy")
        claim?.release()
        try await store.close()
    }
}
