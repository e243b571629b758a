internal import Plumbing

/// Takes amounts of what is limited by the day, exactly, however many callers take at the same time.
///
/// An amount is taken from the store in larger pieces, and used from memory. So most calls do not touch the disk, and what the
/// store says is never less than what was used. If the process is killed, up to a piece of each resource counts as used.
final class UseLedger: Sendable {
    struct Account: Hashable {
        var name: String
        var resource: Resource
        var day: Int
    }

    /// A piece is this part of the limit.
    private static let share: Int64 = 100
    /// A piece if there is no limit: a minute of audio, in milliseconds.
    private static let unlimitedPiece: Int64 = 60_000

    private let store: any UseStore
    /// One call after the other: each sees what the one before it left.
    private let turn = Limiter(limit: 1)
    /// What was taken from the store and is not used. It is negative if calls have cost more than was reserved.
    private let held = Locked<[Account: Int64]>([:])

    init(store: any UseStore) { self.store = store }

    /// - Parameter limit: nil if the amount is only counted.
    /// - Returns: false if less is left.
    func take(_ amount: Int64, from account: Account, limit: Int64?) async throws -> Bool {
        if amount <= 0 || takeHeld(amount, account) { return true }
        return try await inTurn { [self] in
            while !takeHeld(amount, account) {
                let missing = amount - held.withLock { $0[account] ?? 0 }
                let added = try await store.add(
                    max(missing, limit.map { $0 / Self.share } ?? Self.unlimitedPiece), of: account.resource,
                    by: account.name, day: account.day, limit: limit ?? .max)
                // In the meantime, another call may have returned something.
                guard added > 0 else { return takeHeld(amount, account) }
                held.withLock { $0[account, default: 0] += added }
            }
            return true
        }
    }

    /// Returns an unused amount, or takes one that was used without being taken, which is negative.
    func putBack(_ amount: Int64, into account: Account) {
        guard amount != 0 else { return }
        held.withLock { $0[account, default: 0] += amount }
    }

    /// How much was used.
    func used(in account: Account) async throws -> Int64 {
        try await inTurn { [self] in
            let taken = try await store.used(account.resource, by: account.name, day: account.day)
            return taken - held.withLock { $0[account] ?? 0 }
        }
    }

    /// Returns to the store what is not used, so that the store is exact.
    func settle(_ name: String) async throws {
        try await inTurn { [self] in
            for account in held.withLock({ $0.keys.filter { $0.name == name } }) {
                try await settle(account)
            }
        }
    }

    /// Removes all that was counted under a name, here and in the store, except for what marks keep of a month.
    func forget(_ name: String, leaving marks: [UseMark], of month: Int) async throws {
        if !marks.isEmpty { try await settle(name) }
        try await inTurn { [self] in
            held.withLock { held in held = held.filter { $0.key.name != name } }
            try await store.forget(name, leaving: marks, of: month)
        }
    }

    /// Counts what marks have kept of a month for a name.
    func recall(_ marks: [UseMark], for name: String, of month: Int) async throws {
        try await inTurn { [store] in try await store.recall(marks, for: name, of: month) }
    }

    /// Counts what was used under a name under another one.
    func move(_ name: String, to other: String) async throws {
        try await settle(name)
        try await inTurn { [store] in try await store.move(name, to: other) }
    }

    /// Memory and store together never report less usage than there was.
    private func settle(_ account: Account) async throws {
        func correct(_ amount: Int64) async throws {
            try await store.correct(amount, of: account.resource, by: account.name, day: account.day)
        }
        let unused = held.withLock { held in
            let amount = held[account] ?? 0
            if amount >= 0 { held[account] = nil }
            return amount
        }
        if unused < 0 {
            try await correct(-unused)
            held.withLock { held in
                let rest = (held[account] ?? 0) - unused
                held[account] = rest == 0 ? nil : rest
            }
        } else if unused > 0 {
            do { try await correct(-unused) } catch {
                putBack(unused, into: account)
                throw error
            }
        }
    }

    /// Also runs if the caller was cancelled, which still has to return what it did not use.
    private func inTurn<Result: Sendable>(
        _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await Task { [turn] in try await turn.run(work) }.value
    }

    private func takeHeld(_ amount: Int64, _ account: Account) -> Bool {
        held.withLock { held in
            guard let free = held[account], free >= amount else { return false }
            held[account] = free - amount
            return true
        }
    }
}
