package import Access
internal import Conversations
internal import VerbioTesting

/// The promises of every store of keys, as checks that any test target can run.
package struct KeyStoreCompliance: Sendable {
    /// One promise; the raw value states it.
    package enum Check: String, Sendable, CaseIterable, CustomStringConvertible {
        case keepsKeys = "keys come back as they were stored, in the order of their making"
        case refusesDuplicates = "a second key of the same name is refused"
        case knowsOfKeys = "a store that has had a key has keys"
        case changes = "a change is stored and returned, and that of a missing key is not"
        case keepsAfterErrors = "a change that throws changes nothing"
        case changesInTurn = "changes at the same moment are all stored"

        package var description: String { rawValue }
    }

    private let makeStore: @Sendable () async throws -> any KeyStore

    /// - Parameter makeStore: gives an empty store, another one each time.
    package init(makeStore: @escaping @Sendable () async throws -> any KeyStore) { self.makeStore = makeStore }

    /// Runs one check.
    ///
    /// - Throws: `ComplianceFailure`, or an error of the store if it fails when it should not.
    package func run(_ check: Check) async throws {
        let store = try await makeStore()
        switch check {
        case .keepsKeys: try await keepsKeys(store)
        case .refusesDuplicates: try await refusesDuplicates(store)
        case .knowsOfKeys: try await knowsOfKeys(store)
        case .changes: try await changes(store)
        case .keepsAfterErrors: try await keepsAfterErrors(store)
        case .changesInTurn: try await changesInTurn(store)
        }
    }

    private func key(_ id: String, _ change: (inout AccessKey) -> Void = { _ in }) -> AccessKey {
        var key = AccessKey(
            id: id, label: "phone \"app\" é", scope: .local, permissions: [.read, .translate], limits: AccessLimits(),
            hash: AccessKey.Hash(salt: Array(0..<16), code: Array(200..<232)), createdAt: 1_700_000_000_123)
        change(&key)
        return key
    }

    private func keepsKeys(_ store: any KeyStore) async throws {
        try ComplianceCheck.require(try await store.keys().isEmpty, "a new store has keys")
        try ComplianceCheck.require(try await store.key("b") == nil, "a key is there before it is stored")
        let scope = try Scope("acme")
        let full = key("b") { key in
            key.scope = scope
            (key.limits.minutesPerDay, key.limits.requestsPerMinute, key.limits.voices) = (12.5, 60, ["Ana"])
            key.earlier = AccessKey.Hash(salt: [0, 255], code: [])
            (key.earlierUntil, key.expiresAt, key.revokedAt, key.lastUsedAt) = (1, 2, 3, .max)
        }
        for key in [full, key("a")] { try await store.add(key) }
        try ComplianceCheck.require(try await store.key("b") == full, "a key comes back changed")
        try ComplianceCheck.require(try await store.keys().map(\.id) == ["b", "a"], "the keys are in another order")
    }

    private func refusesDuplicates(_ store: any KeyStore) async throws {
        try await store.add(key("a"))
        var wasRefused = false
        do { try await store.add(key("a") { $0.label = "other" }) } catch { wasRefused = true }
        try ComplianceCheck.require(wasRefused, "a second key of the same name was stored")
        try ComplianceCheck.require(try await store.keys() == [key("a")], "the first key has changed")
    }

    private func knowsOfKeys(_ store: any KeyStore) async throws {
        try ComplianceCheck.require(try await !store.hasKeys(), "a new store has keys")
        try await store.add(key("a"))
        try ComplianceCheck.require(try await store.hasKeys(), "a store with a key has none")
        _ = try await store.change("a") { $0.revokedAt = 5 }
        try ComplianceCheck.require(try await store.hasKeys(), "a store whose key is revoked has none")
    }

    private func changes(_ store: any KeyStore) async throws {
        for id in ["a", "b"] { try await store.add(key(id)) }
        let changed = try await store.change("a") { $0.label = "new" }
        try ComplianceCheck.require(changed == key("a") { $0.label = "new" }, "the returned key is not the changed one")
        try ComplianceCheck.require(try await store.key("a") == changed, "a change was not stored")
        try ComplianceCheck.require(try await store.key("b") == key("b"), "another key was changed")
        let missing = try await store.change("c") { $0.label = "new" }
        try ComplianceCheck.require(missing == nil, "a missing key was changed")
        try ComplianceCheck.require(
            try await store.keys().map(\.id) == ["a", "b"], "a change has moved or added a key")
    }

    private struct Refused: Error {}

    private func keepsAfterErrors(_ store: any KeyStore) async throws {
        try await store.add(key("a"))
        var error: (any Error)?
        do {
            _ = try await store.change("a") { key in
                key.label = "half"
                throw Refused()
            }
        } catch let thrown { error = thrown }
        try ComplianceCheck.require(error is Refused, "the error of a change comes back as another one")
        try ComplianceCheck.require(try await store.key("a") == key("a"), "a change that threw was stored")
    }

    private func changesInTurn(_ store: any KeyStore) async throws {
        try await store.add(key("a") { $0.lastUsedAt = 0 })
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask { _ = try await store.change("a") { $0.lastUsedAt = ($0.lastUsedAt ?? 0) + 1 } }
            }
            try await group.waitForAll()
        }
        let count = try await store.key("a")?.lastUsedAt
        try ComplianceCheck.require(count == 50, "of 50 changes at the same moment, \(count ?? 0) were stored")
    }
}
