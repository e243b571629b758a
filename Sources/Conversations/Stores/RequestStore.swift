/// A store for requests that a client may send again and that must not be done twice.
///
/// It gives the same guarantee for a crash as ``ConversationStore``. Every store passes `RequestStoreCompliance` in
/// `VerbioTesting`. Errors are `Problem`s of kind `store`.
package protocol RequestStore: Sendable {
    /// The request with the key; nil if there is none.
    func request(_ key: String) async throws -> StoredRequest?

    /// Stores the request, in the place of one with the same key.
    ///
    /// - Parameters:
    ///   - limit: requests that are older, in milliseconds since 1970, are removed.
    ///   - most: how many requests are kept; the oldest beyond that are removed.
    func remember(_ request: StoredRequest, forgettingBefore limit: Int64, keeping most: Int) async throws
}

/// A request that a client has named with a key.
package struct StoredRequest: Sendable, Hashable {
    package var key: String
    /// The hash of all that was requested.
    package var fingerprint: String
    /// The conversation that the request has begun, if it begins one.
    package var conversation: ConversationID?
    /// Milliseconds since 1970.
    package var createdAt: Int64

    package init(key: String, fingerprint: String, conversation: ConversationID? = nil, createdAt: Int64) {
        self.key = key
        self.fingerprint = fingerprint
        self.conversation = conversation
        self.createdAt = createdAt
    }
}
