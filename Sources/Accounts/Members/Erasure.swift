internal import FoundationEssentials
package import Plumbing

/// Removes an account and all that belongs to it.
///
/// It has two steps. The first one closes the account for good and ends its sessions, in one transaction. The second one removes
/// conversations, phrases and audio, and then the account's rows. If the program is killed between them, the next start goes on.
///
/// What issuers have granted to the account is taken back afterwards, by ``Revocations``.
package final class Erasure: Sendable {
    /// What remains of an account: that it was erased, and when.
    package struct Receipt: Sendable, Hashable, Codable {
        package var account: String
        /// Milliseconds since 1970.
        package var erased: Int64
        /// How many identities could sign in to it.
        package var identities: Int
        /// The entry of the audit log, and its hash in hexadecimal digits.
        package var entry: Int64
        package var hash: String
    }

    private let store: any AccountStore
    private let vault: AccountVault
    private let time: TimeSource
    private let random: RandomSource
    private let removeData: @Sendable (AccountID) async throws -> Void

    /// - Parameter removeData: removes all conversations, phrases and audio of an account. It succeeds if there are none.
    package init(
        store: any AccountStore, sealing: Sealing, time: TimeSource = .system, random: RandomSource = .system,
        removeData: @escaping @Sendable (AccountID) async throws -> Void
    ) {
        self.store = store
        vault = AccountVault(sealing: sealing)
        self.time = time
        self.random = random
        self.removeData = removeData
    }

    /// Closes an account for good. Nothing opens it from here on.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `account.unknown`.
    package func begin(_ id: AccountID) async throws {
        try await store.write { [vault, random, now = time.wallClockMilliseconds()] tables in
            guard var row = try tables.account(id) else { throw AccountDirectory.unknown(id) }
            guard row.state != .erasing else { return }
            row.state = .erasing
            try tables.save(row)
            for session in try tables.sessions(of: id) { try tables.removeSession(session.id) }
            for grant in try vault.grants(of: id, in: tables) {
                try tables.save(try vault.row(grant, id: AccountID.randomName(random), due: now))
            }
            try AuditLog.note(.erasureBegun, id, at: now, in: tables)
        }
    }

    /// Removes all that belongs to an account whose erasure has begun.
    ///
    /// - Throws: what removing its data throws, such as ``Problem`` with code `scope.busy` while a translation of it runs. Then the
    ///   erasure can be finished later.
    package func finish(_ id: AccountID) async throws -> Receipt {
        guard try await store.read({ try $0.account(id)?.state }) == .erasing else {
            throw AccountDirectory.unknown(id)
        }
        try await removeData(id)
        return try await store.write { [now = time.wallClockMilliseconds()] tables in
            let identities = try tables.identities(of: id).count
            guard try tables.remove(id) else { throw AccountDirectory.unknown(id) }
            let entry = try AuditLog.note(.erased, id, detail: "identities: \(identities)", at: now, in: tables)
            return Receipt(
                account: id.text, erased: now, identities: identities, entry: entry.number,
                hash: entry.hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
        }
    }

    /// Accounts whose erasure has begun and not ended.
    package func pending(limit: Int = 100) async throws -> [AccountID] {
        try await store.read { try $0.accounts(in: .erasing, limit: limit).map(\.id) }
    }

    /// Finishes what was left, as far as possible now.
    ///
    /// - Returns: how many accounts were erased.
    @discardableResult
    package func finishPending() async throws -> Int {
        var count = 0
        for id in try await pending() {
            do {
                _ = try await finish(id)
                count += 1
            } catch is Problem {
                // A translation of the account still runs, or its disk fails: the next round tries again.
                continue
            }
        }
        return count
    }
}
