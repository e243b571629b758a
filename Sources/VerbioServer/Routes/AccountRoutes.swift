internal import Access
internal import Accounts
internal import HTTPTypes
internal import Hummingbird

/// The accounts of the server, in the order of their names.
struct AccountListRoute: SharedRoute {
    static let name = RouteName(.get, "/api/accounts")
    static let parameters = ["email", "limit", "cursor"]
    static let access = RouteAccess.key(.admin)

    private struct Listing: Encodable {
        var accounts: [AccountDocument]
        var nextCursor: NextCursor

        enum CodingKeys: String, CodingKey {
            case accounts
            case nextCursor = "next_cursor"
        }
    }

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let directory = try shared.requireAccounts().directory
        let query = context.query
        let limit = try query.number("limit", in: 1...1_000, otherwise: 50)
        let place = try query.cursor { AccountID($0) }
        if let email = query["email"] {
            let found = try await directory.accounts(email: email, limit: 1_000)
            return try .json(
                Listing(accounts: found.map { AccountDocument($0, for: .operator) }, nextCursor: NextCursor(nil)))
        }
        let found = try await directory.accounts(after: place, limit: limit + 1)
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last?.id.text : nil
        return try .json(
            Listing(accounts: page.map { AccountDocument($0, for: .operator) }, nextCursor: NextCursor(next)))
    }
}

/// One account with its sessions.
struct AccountRoute: SharedRoute {
    static let name = RouteName(.get, "/api/accounts/{id}")
    static let access = RouteAccess.key(.admin)

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        let account = try await accounts.account(named: context)
        return try .json(
            AccountDocument(account, for: .operator, sessions: try await accounts.sessions.list(account.id)))
    }
}

/// Sets the tier of an account, closes it or opens it again.
struct ChangeAccountRoute: SharedRoute {
    static let name = RouteName(.patch, "/api/accounts/{id}")
    static let access = RouteAccess.key(.admin)

    private struct Order: Decodable {
        var tier: String?
        var isDisabled: Bool?
    }

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        let id = try await accounts.account(named: context).id
        let order = try await JSONBody.read(Order.self, keys: ["tier", "isDisabled"], from: request)
        guard order.tier != nil || order.isDisabled != nil else {
            throw JSONBody.malformed("there is nothing to change", cure: "send tier or isDisabled")
        }
        if let tier = order.tier { try await accounts.set(tier: tier, of: id) }
        if let isDisabled = order.isDisabled { try await accounts.set(isDisabled: isDisabled, of: id) }
        return try .json(AccountDocument(try await accounts.account(named: context), for: .operator))
    }
}

/// Erases an account with all that belongs to it.
struct EraseAccountRoute: SharedRoute {
    static let name = RouteName(.delete, "/api/accounts/{id}")
    static let access = RouteAccess.key(.admin)

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        return try await ErasureAnswer.erase(try await accounts.account(named: context).id, of: accounts)
    }
}
