internal import Accounts
internal import HTTPTypes
internal import Plumbing

/// Exports of accounts that are being written. They take much of the disk, so there are few at once, and one of each account.
final class AccountExports: Sendable {
    private static let most = 2

    private let places = Limiter(limit: most)
    private let open = Locked<Set<AccountID>>([])

    /// - Throws: ``Refusal`` with status 429 if one of the account is being written; what the work throws.
    func run<Value>(_ account: AccountID, _ work: () async throws -> Value) async throws -> Value {
        guard open.withLock({ $0.insert(account).inserted }) else { throw Refusal.isExported }
        defer { _ = open.withLock { $0.remove(account) } }
        return try await places.run(work)
    }
}

extension Refusal {
    fileprivate static let isExported = Refusal(
        .tooManyRequests,
        Problem(
            .usage, "account.exporting", "the account is being exported already", cure: "wait for the first answer"),
        headers: [.retryAfter: "10"])
}
