internal import FoundationEssentials
internal import Plumbing

/// What an issuer granted to an account.
struct Revocation: Codable, Sendable, Hashable {
    var issuer: String
    var grant: Identity.Grant
}

/// Takes back at the issuers what they granted to accounts that have been erased.
///
/// Pending revocations are stored, so neither a kill nor an issuer that is down loses them. Each is retried for a
/// month, at growing intervals.
package final class Revocations: Sendable {
    /// How long after an attempt the next one may begin, in milliseconds; it doubles up to ``longestPause``.
    static let firstPause: Int64 = 30_000
    static let longestPause: Int64 = 86_400_000
    /// 12 attempts within a day and one on each day afterwards: about a month.
    static let maximumAttempts = 40

    private let store: any AccountStore
    private let vault: AccountVault
    private let exchanges: [CodeExchange]
    private let time: TimeSource

    init(store: any AccountStore, sealing: Sealing, exchanges: [CodeExchange], time: TimeSource) {
        self.store = store
        vault = AccountVault(sealing: sealing)
        self.exchanges = exchanges
        self.time = time
    }

    /// How many are still to be done.
    package func pending(limit: Int = 1_000) async throws -> Int {
        try await store.read { try $0.revocations(dueBefore: .max, limit: limit).count }
    }

    /// Tries those that are due.
    ///
    /// - Returns: how many were done.
    @discardableResult
    package func runDue(limit: Int = 20) async throws -> Int {
        var done = 0
        for row in try await claimed(limit: limit) {
            // One that cannot be opened, such as after the loss of a secret, is abandoned like one that the issuer
            // refuses.
            guard let revocation = try? vault.revocation(row) else { continue }
            let exchange = exchanges.first { $0.issuer.issuer == revocation.issuer }
            guard try await exchange?.revoke(revocation.grant) == true else { continue }
            try await store.write { [now = time.wallClockMilliseconds()] tables in
                try tables.removeRevocation(row.id)
                try AuditLog.note(.revoked, nil, at: now, in: tables)
            }
            done += 1
        }
        return done
    }

    /// Takes those that are due, and notes when they are tried again if this attempt fails.
    private func claimed(limit: Int) async throws -> [RevocationRow] {
        let now = time.wallClockMilliseconds()
        // Most rounds find nothing, and reading does not lock others out.
        guard try await !store.read({ try $0.revocations(dueBefore: now + 1, limit: 1).isEmpty }) else { return [] }
        return try await store.write { tables in
            var rows: [RevocationRow] = []
            for var row in try tables.revocations(dueBefore: now + 1, limit: limit) {
                guard row.attempts < Self.maximumAttempts else {
                    try tables.removeRevocation(row.id)
                    try AuditLog.note(.revocationGivenUp, nil, at: now, in: tables)
                    continue
                }
                row.attempts += 1
                row.due = now + min(Self.longestPause, Self.firstPause << Int64(min(row.attempts - 1, 20)))
                try tables.save(row)
                rows.append(row)
            }
            return rows
        }
    }
}
