internal import Accounts
internal import Coordination
internal import HTTPTypes
internal import Plumbing

/// Exports of accounts that are being written. They take much of the disk, so there are few at once, and one of each account.
final class AccountExports: Sendable {
    private static let most = 2

    private let places = Limiter(limit: most)
    private let turns: any WorkTurns

    init(_ turns: any WorkTurns) { self.turns = turns }

    /// - Throws: ``Refusal`` with status 429 if one of the account is being written; what the work throws.
    func run<Value>(_ account: AccountID, _ work: () async throws -> Value) async throws -> Value {
        let value = try await turns.run("export \(account.text)") { try await places.run(work) }
        guard let value else { throw Refusal.isExported }
        return value
    }
}

extension Refusal {
    fileprivate static let isExported = Refusal(
        .tooManyRequests,
        Problem(
            .usage, "account.exporting", "the account is being exported already", cure: "wait for the first answer"),
        headers: [.retryAfter: "10"])
}
