/// Remembers in the accounts' store what has signed in, so that a restart forgets nothing.
package struct StoredNonces: NonceLedger {
    /// The most that are remembered; each is kept until its token has expired.
    package static let capacity = 100_000

    private let store: any AccountStore

    package init(store: any AccountStore) { self.store = store }

    package func use(_ digest: [UInt8], until expiry: Int64, now: Int64) async throws -> Bool {
        try await store.write { tables in
            let isNew = try tables.useNonce(digest, until: expiry, now: now)
            guard try tables.nonceCount() <= Self.capacity else { throw IdentityRefusal.busy }
            return isNew
        }
    }
}
