import Access
import Conversations
import Foundation
import Plumbing
import ServiceTesting
import Testing
import VerbioTesting

@Suite("Remembered keys") struct CachedKeyStoreTests {
    private let time = ManualTime()
    private let inner = InMemoryKeyStore()

    private func key(_ id: String) -> AccessKey {
        AccessKey(
            id: id, label: "a", scope: .local, permissions: [.read], limits: AccessLimits(),
            hash: AccessKey.Hash(salt: [], code: []), createdAt: 1)
    }

    @Test("given a key, when it is looked up a thousand times within a second, then the store is read once")
    func readsOnce() async throws {
        let store = CachedKeyStore(inner, time: time.source)
        try await store.add(key("a"))
        for _ in 0..<1_000 { #expect(try await store.key("a") != nil) }
        #expect(inner.reads == 1)
        time.advance(by: .milliseconds(999))
        _ = try await store.key("a")
        #expect(inner.reads == 1)
        time.advance(by: .milliseconds(1))
        _ = try await store.key("a")
        #expect(inner.reads == 2)
    }

    @Test("given no key, when every request asks for one, then the store is read once a second")
    func empty() async throws {
        let store = CachedKeyStore(inner, time: time.source)
        for _ in 0..<100 { #expect(try await !store.hasKeys()) }
        #expect(inner.reads == 1)
        try inner.add(key("a"))
        #expect(try await !store.hasKeys())
        time.advance(by: .seconds(1))
        for _ in 0..<100 { #expect(try await store.hasKeys()) }
        #expect(inner.reads == 2)
    }

    @Test("given a name without a key, when another process makes that key, then it is found at once")
    func made() async throws {
        let store = CachedKeyStore(inner, time: time.source)
        #expect(try await store.key("a") == nil)
        try inner.add(key("a"))
        #expect(try await store.key("a") != nil)
    }

    @Test("given a lookup under way, when the same process revokes the key, then the old key is not remembered")
    func overtaken() async throws {
        let slow = SlowKeyStore(inner)
        let store = CachedKeyStore(slow, time: time.source)
        try await store.add(key("a"))
        let lookup = Task { try await store.key("a") }
        await slow.waitForLookup()
        _ = try await store.change("a") { $0.revokedAt = 5 }
        slow.go()
        #expect(try await lookup.value?.revokedAt == nil)
        #expect(try await store.key("a")?.revokedAt == 5)
    }
}

/// Holds the answer of the first lookup back.
private final class SlowKeyStore: KeyStore {
    private let inner: InMemoryKeyStore
    private let began = AsyncStream.makeStream(of: Void.self)
    private let held = AsyncStream.makeStream(of: Void.self)

    init(_ inner: InMemoryKeyStore) { self.inner = inner }

    func waitForLookup() async { for await _ in began.stream { break } }
    func go() { held.continuation.finish() }

    func keys() -> [AccessKey] { inner.keys() }
    func hasKeys() -> Bool { inner.hasKeys() }
    func add(_ key: AccessKey) throws { try inner.add(key) }
    func change(
        _ id: String, _ change: @escaping @Sendable (inout AccessKey) throws -> Void
    ) throws -> AccessKey? { try inner.change(id, change) }

    func key(_ id: String) async -> AccessKey? {
        let key = inner.key(id)
        began.continuation.yield()
        for await _ in held.stream { break }
        return key
    }
}
