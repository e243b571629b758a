internal import Plumbing

/// Remembers what has signed in, so that nothing signs in twice.
package protocol NonceLedger: Sendable {
    /// Notes a use.
    ///
    /// - Parameters:
    ///   - digest: the SHA-256 of what is used.
    ///   - expiry: when it can be forgotten, in milliseconds since 1970.
    ///   - now: the time in the same unit.
    /// - Returns: false if it was noted before.
    /// - Throws: ``IdentityRefusal/busy`` if no more can be remembered.
    func use(_ digest: [UInt8], until expiry: Int64, now: Int64) async throws -> Bool
}

/// Remembers in memory only: for tests, and if a restart may forget.
package final class MemoryNonceLedger: NonceLedger {
    private let capacity: Int
    private let used = Locked<[[UInt8]: Int64]>([:])

    package init(capacity: Int = 100_000) { self.capacity = capacity }

    package func use(_ digest: [UInt8], until expiry: Int64, now: Int64) async throws -> Bool {
        try used.withLock { used in
            if let before = used[digest], before > now { return false }
            if used.count >= capacity { used = used.filter { $0.value > now } }
            guard used.count < capacity else { throw IdentityRefusal.busy }
            used[digest] = expiry
            return true
        }
    }
}
