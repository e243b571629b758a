internal import FoundationEssentials
package import Plumbing

/// Removes an account and all that belongs to it.
///
/// It has two steps. The first one closes the account permanently and ends its sessions, in one transaction. The second
/// one removes conversations, phrases and audio, and then the account's rows. If the program is killed between them,
/// the next start continues.
///
/// A guest who has signed in to another account leaves everything to it: then the second step moves what is there.
///
/// The grants of issuers to the account are revoked afterwards, by ``Revocations``.
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

        init(_ entry: AuditRow, of account: AccountID, identities: Int) {
            self.account = account.text
            erased = entry.time
            self.identities = identities
            self.entry = entry.number
            hash = entry.hash.hexadecimal
        }
    }

    private let store: any AccountStore
    private let vault: AccountVault
    private let time: TimeSource
    private let random: RandomSource
    private let data: any AccountData

    /// - Parameter data: erases what the account has outside the file of accounts, such as its conversations.
    package init(
        store: any AccountStore, sealing: Sealing, time: TimeSource = .system, random: RandomSource = .system,
        data: any AccountData
    ) {
        self.store = store
        vault = AccountVault(sealing: sealing)
        self.time = time
        self.random = random
        self.data = data
    }

    /// Closes an account permanently. Nothing opens it from here on.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `account.unknown`.
    package func begin(_ id: AccountID) async throws {
        guard try await begin(id, if: { _, _ in true }) else { throw AccountDirectory.unknown(id) }
    }

    /// The same, if a condition holds at that moment.
    ///
    /// - Returns: false if it does not, or if there is no such account.
    func begin(
        _ id: AccountID, if condition: @escaping @Sendable (AccountRow, any AccountTables) throws -> Bool
    ) async throws -> Bool {
        try await store.write { [vault, random, now = time.wallClockMilliseconds()] tables in
            guard let row = try tables.account(id), try condition(row, tables) else { return false }
            guard row.state != .erasing else { return true }
            for grant in try vault.grants(of: id, in: tables) {
                try tables.save(try vault.row(grant, id: AccountID.randomName(random), due: now))
            }
            try Self.close(row, at: now, in: tables)
            return true
        }
    }

    /// Closes an account permanently and ends its sessions.
    private static func close(_ row: AccountRow, at now: Int64, in tables: any AccountTables) throws {
        var row = row
        row.state = .erasing
        try tables.save(row)
        for session in try tables.sessions(of: row.id) { try tables.removeSession(session.id) }
        try AuditLog.note(.erasureBegun, row.id, at: now, in: tables)
    }

    /// Permanently closes the account of a guest, and leaves its data for another account.
    static func begin(_ guest: AccountRow, successor: AccountID, at now: Int64, in tables: any AccountTables) throws {
        try tables.save(successor: successor, of: guest.id)
        try tables.moveSubscriptions(of: guest.id, to: successor)
        try AuditLog.note(.guestMoved, successor, detail: "guest: \(guest.id)", at: now, in: tables)
        try close(guest, at: now, in: tables)
    }

    /// Whether an account is being erased, or is not there any more. Then nothing may be stored for it.
    package func isGone(_ id: AccountID) async throws -> Bool {
        try await store.read { try Self.isGone(id, in: $0) }
    }

    private static func isGone(_ id: AccountID, in tables: any AccountTables) throws -> Bool {
        let state = try tables.account(id)?.state
        return state == nil || state == .erasing
    }

    /// Whether an account is closed and what it has will soon be another one's.
    package func isMoving(_ id: AccountID) async throws -> Bool {
        try await store.read { tables in
            guard try tables.account(id)?.state == .erasing, let successor = try tables.successor(of: id) else {
                return false
            }
            return try !Self.isGone(successor, in: tables)
        }
    }

    /// Removes all that belongs to an account whose erasure has begun.
    ///
    /// - Returns: the receipt, also if another caller has finished the erasure in the meantime.
    /// - Throws: what removing or moving its data throws, such as ``Problem`` with code `scope.busy` while a translation of it
    ///   runs. Then the erasure can be finished later.
    package func finish(_ id: AccountID) async throws -> Receipt {
        let (state, successor) = try await store.read { tables in
            (try tables.account(id)?.state, try tables.successor(of: id))
        }
        guard state == .erasing else {
            guard state == nil else { throw AccountDirectory.unknown(id) }
            return try await store.read { try Self.recorded(id, in: $0) }
        }
        // A successor that is being erased itself takes nothing any more.
        if let successor, try await !isGone(successor) { try await data.move(id, to: successor) }
        let marks = try await store.read { [vault] in try vault.marks(of: id, in: $0) }
        try await data.remove(id, leaving: marks)
        return try await store.write { [now = time.wallClockMilliseconds()] tables in
            let identities = try tables.identities(of: id).count
            guard try tables.remove(id) else { return try Self.recorded(id, in: tables) }
            let entry = try AuditLog.note(
                .erased, id, detail: Self.identities + String(identities), at: now, in: tables)
            return Receipt(entry, of: id, identities: identities)
        }
    }

    /// How the detail of an entry about an erased account begins.
    private static let identities = "identities: "

    /// The receipt of an account that has been erased.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `account.unknown`, if there was no such account.
    private static func recorded(_ id: AccountID, in tables: any AccountTables) throws -> Receipt {
        guard let entry = try tables.lastAudit(of: id, AuditLog.Event.erased.rawValue) else {
            throw AccountDirectory.unknown(id)
        }
        return Receipt(entry, of: id, identities: Int(entry.detail.dropFirst(identities.count)) ?? 0)
    }

    /// Accounts whose erasure has begun and not ended, in the order of their identifiers.
    package func pending(after id: AccountID? = nil, limit: Int = 100) async throws -> [AccountID] {
        try await store.read { try $0.accounts(in: .erasing, after: id, limit: limit).map(\.id) }
    }

    /// Finishes what was left, as far as possible now. One that cannot be finished does not keep the others waiting.
    ///
    /// - Parameter failed: learns why an account could not be erased: a translation of it still runs, or its disk fails. The
    ///   next round tries again.
    /// - Returns: how many accounts were erased.
    /// - Throws: `CancellationError`; what reading the store throws.
    @discardableResult
    package func finishPending(failed: (AccountID, any Error) -> Void = { _, _ in }) async throws -> Int {
        var count = 0
        var last: AccountID?
        while true {
            let page = try await pending(after: last)
            for id in page {
                do {
                    _ = try await finish(id)
                    count += 1
                } catch let error as CancellationError {
                    throw error
                } catch {
                    failed(id, error)
                }
            }
            guard let end = page.last else { return count }
            last = end
        }
    }
}
