package import Conversations
internal import VerbioTesting

/// The promises of every store of requests; the counterpart of ``StoreCompliance``.
package struct RequestStoreCompliance: Sendable {
    private let store: any RequestStore

    /// - Parameter store: an empty store.
    package init(_ store: any RequestStore) { self.store = store }

    /// Requests are returned as they were stored, the newest of a key, until they are too old or too many.
    ///
    /// - Throws: ``ComplianceFailure``, or an error of the store if it fails when it should not.
    package func run() async throws {
        try ComplianceCheck.require(try await store.request("a") == nil, "a request is there before it is stored")
        var first = StoredRequest(key: "a", fingerprint: "1", createdAt: 100)
        try await store.remember(first, forgettingBefore: 0, keeping: 3)
        try ComplianceCheck.require(try await store.request("a") == first, "a request comes back changed")
        (first.conversation, first.createdAt) = (.random(), 200)
        try await store.remember(first, forgettingBefore: 0, keeping: 3)
        try ComplianceCheck.require(try await store.request("a") == first, "a later request has not replaced it")
        let second = StoredRequest(key: "é \"b\"", fingerprint: "2", createdAt: 300)
        try await store.remember(second, forgettingBefore: 200, keeping: 3)
        try ComplianceCheck.require(try await store.request("a") == first, "a request was forgotten too early")
        try await store.remember(second, forgettingBefore: 201, keeping: 3)
        try ComplianceCheck.require(try await store.request("a") == nil, "an old request is still there")
        try ComplianceCheck.require(try await store.request(second.key) == second, "another request is gone")
        for number in 0..<3 {
            try ComplianceCheck.require(try await store.request(second.key) != nil, "it was forgotten too early")
            let request = StoredRequest(key: "\(number)", fingerprint: "", createdAt: 1_000 + Int64(number))
            // The last one makes them one too many.
            try await store.remember(request, forgettingBefore: 0, keeping: 3)
        }
        try ComplianceCheck.require(try await store.request(second.key) == nil, "there are more than the most")
        try ComplianceCheck.require(try await store.request("0") != nil, "a newer request is gone")
    }
}
