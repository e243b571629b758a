import Accounts
import Plumbing

/// Remembers in memory only.
final class MemoryNonceLedger: NonceLedger {
    private let capacity: Int
    private let used = Locked<[[UInt8]: Int64]>([:])

    init(capacity: Int = 100_000) { self.capacity = capacity }

    func use(_ digest: [UInt8], until expiry: Int64, now: Int64) async throws -> Bool {
        try used.withLock { used in
            if let before = used[digest], before > now { return false }
            if used.count >= capacity { used = used.filter { $0.value > now } }
            guard used.count < capacity else { throw IdentityRefusal.busy }
            used[digest] = expiry
            return true
        }
    }
}
