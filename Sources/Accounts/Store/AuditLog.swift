internal import Crypto
internal import FoundationEssentials

/// Writes and checks the audit log. Each entry contains the hash of the one before it, so that a change in the middle shows.
///
/// It has identifiers of accounts and no other data of persons, so it may stay when an account has been erased.
package enum AuditLog {
    /// What is recorded. The raw values are in the file, so they never change.
    package enum Event: String, Sendable, Hashable, CaseIterable {
        case signedUp = "signed-up"
        case signedIn = "signed-in"
        case guestMade = "guest-made"
        case guestUpgraded = "guest-upgraded"
        /// A guest has signed in to this account, which takes over what the guest had.
        case guestMoved = "guest-moved"
        case linked
        /// The account has approved a device without a browser.
        case deviceApproved = "device-approved"
        /// A refresh token was used a second time: it was stolen, or a client is broken.
        case refreshReused = "refresh-reused"
        case loggedOut = "logged-out"
        case loggedOutEverywhere = "logged-out-everywhere"
        /// The account has signed one of its devices out.
        case sessionEnded = "session-ended"
        case tierChanged = "tier-changed"
        case disabled
        case enabled
        case erasureBegun = "erasure-begun"
        case erased
        case keyRotated = "key-rotated"
        /// An issuer's grant to an erased account was revoked.
        case revoked
        /// The issuer has not taken it back for a month.
        case revocationGivenUp = "revocation-given-up"
    }

    @discardableResult
    static func note(
        _ event: Event, _ account: AccountID?, detail: String = "", at time: Int64, in tables: any AccountTables
    ) throws -> AuditRow {
        let last = try tables.lastAudit()
        var entry = AuditRow(
            number: (last?.number ?? 0) + 1, time: time, event: event.rawValue, account: account?.text, detail: detail,
            hash: [])
        entry.hash = hash(entry, after: last?.hash ?? [])
        try tables.append(entry)
        return entry
    }

    /// The number of the first entry that was changed, or that follows on one that was removed; nil if there is none.
    package static func firstDamage(in store: any AccountStore) async throws -> Int64? {
        try await store.read { tables in
            var last = AuditRow(number: 0, time: 0, event: "", account: nil, detail: "", hash: [])
            while true {
                let page = try tables.audit(after: last.number, limit: 1_000)
                if page.isEmpty { return nil }
                for entry in page {
                    guard entry.number == last.number + 1, entry.hash == hash(entry, after: last.hash) else {
                        return entry.number
                    }
                    last = entry
                }
            }
        }
    }

    private static func hash(_ entry: AuditRow, after previous: [UInt8]) -> [UInt8] {
        // The lengths keep fields apart: no two entries are written down alike.
        let fields = [
            String(entry.number), String(entry.time), entry.event, entry.account ?? "", entry.detail,
        ]
        var hash = SHA256()
        hash.update(data: previous)
        for field in fields { hash.update(data: Data("\(field.utf8.count):\(field)".utf8)) }
        return Array(hash.finalize())
    }
}
