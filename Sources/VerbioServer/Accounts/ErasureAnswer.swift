internal import Accounts
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// The result of the erasure of an account.
struct ErasureAnswer: Encodable {
    private struct Receipt: Encodable {
        var entry: Int64
        var hash: String
    }

    private var account: String
    /// `erased`, or `pending` while a translation of the account still ends.
    private var state: String
    private var erasedAt: String?
    /// The entry of the server's audit log, and its hash.
    private var receipt: Receipt?

    private init(account: String, state: String) {
        self.account = account
        self.state = state
    }

    /// Erases an account.
    ///
    /// - Returns: the receipt, or status 202 if a translation of it still runs.
    static func erase(_ id: AccountID, of accounts: AccountServices) async throws -> Response {
        do {
            let receipt = try await accounts.erase(id)
            var answer = ErasureAnswer(account: id.text, state: "erased")
            answer.erasedAt = AccountDocument.time(receipt.erased)
            answer.receipt = Receipt(entry: receipt.entry, hash: receipt.hash)
            return try .json(answer)
        } catch let problem as Problem where problem.code == "scope.busy" {
            return try .json(ErasureAnswer(account: id.text, state: "pending"), status: .accepted)
        }
    }
}

extension AccountServices {
    /// The account that the address names.
    ///
    /// - Throws: ``Refusal`` with status 404 if there is none.
    func account(named context: ServerContext) async throws -> Account {
        guard let id = context.parameters.get("id").flatMap({ AccountID($0) }),
            let account = try await directory.account(id)
        else { throw Refusal.unknownAccount }
        return account
    }
}

extension Refusal {
    fileprivate static let unknownAccount = Refusal(
        .notFound,
        Problem(.usage, "account.unknown", "there is no such account", cure: "GET /api/accounts lists them"))
}
