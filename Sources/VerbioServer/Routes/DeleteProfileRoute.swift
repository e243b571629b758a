internal import Accounts
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Erases the account of the request with all that belongs to it.
struct DeleteProfileRoute: Route {
    static let name = RouteName(.delete, "/api/user/profile")
    static let access = RouteAccess.account

    private struct Answer: Encodable {
        var account: String
        /// `erased`, or `pending` while a translation of the account still ends.
        var state: String
        var erasedAt: String?
        /// The entry of the server's audit log, and its hash.
        var receipt: Receipt?
    }

    private struct Receipt: Encodable {
        var entry: Int64
        var hash: String
    }

    private let shared: SharedParts

    init(_ parts: RouteParts) { shared = parts.shared }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let id = try context.account().id
        let accounts = try shared.requireAccounts()
        do {
            let receipt = try await accounts.erase(id)
            return try .json(
                Answer(
                    account: id.text, state: "erased", erasedAt: AccountAnswer.time(receipt.erased),
                    receipt: Receipt(entry: receipt.entry, hash: receipt.hash))
            ).signedOut(request, accounts)
        } catch let problem as Problem where problem.code == "scope.busy" {
            return try .json(Answer(account: id.text, state: "pending"), status: .accepted)
                .signedOut(request, accounts)
        }
    }
}
