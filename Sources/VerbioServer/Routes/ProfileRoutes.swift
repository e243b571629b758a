internal import Accounts
internal import Conversations
internal import Delivery
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing
internal import VerbioService

/// Returns the account of the request.
struct ProfileRoute: SharedRoute {
    static let name = RouteName(.get, "/api/user/profile")
    static let access = RouteAccess.account

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let account = try await shared.requireAccounts().directory.account(try context.account().id) else {
            throw Refusal.token(.ended)
        }
        return try .json(AccountDocument(account, for: .owner))
    }
}

/// Changes what a person says of themselves.
struct ChangeProfileRoute: SharedRoute {
    static let name = RouteName(.patch, "/api/user/profile")
    static let access = RouteAccess.account

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let id = try context.account().id
        let accounts = try shared.requireAccounts()
        let change = try ProfileChange(reading: try await JSONBody.bytes(of: request))
        return try .json(AccountDocument(try await accounts.change(id, by: change), for: .owner))
    }
}

/// Erases the account of the request with all that belongs to it.
struct DeleteProfileRoute: SharedRoute {
    static let name = RouteName(.delete, "/api/user/profile")
    static let access = RouteAccess.account

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let id = try context.account().id
        let accounts = try shared.requireAccounts()
        return try await ErasureAnswer.erase(id, of: accounts).signedOut(request, accounts)
    }
}

/// All that is stored of the account, as one archive.
struct AccountExportRoute: Route {
    static let name = RouteName(.get, "/api/user/export")
    static let isBrief = false
    static let access = RouteAccess.accountScope
    static let endsWithClient = true

    private let shared: SharedParts
    private let store: any ScopeStore
    private let files: AnswerFiles
    private let time: TimeSource

    init(_ parts: RouteParts) {
        shared = parts.shared
        store = parts.service.store
        files = parts.files
        time = parts.work.time
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let (id, session) = try context.account()
        let accounts = try shared.requireAccounts()
        let export = AccountExport(account: id, accounts: accounts, store: store, jobs: shared.jobs, time: time)
        let file = try await shared.exports.run(id) {
            try await files.file(writing: { try await export.write(to: $0) })
        }
        // The session may have ended while the archive was written.
        do { _ = try await accounts.rights(of: id, in: session) } catch let refusal as AccessRefusal {
            throw Refusal.token(refusal)
        }
        return file.response(type: ConversationArchive.mediaType, name: "verbio-\(id).zip")
    }
}

/// Lets the account of the request sign in with another identity, too.
struct LinkRoute: SharedRoute {
    static let name = RouteName(.post, "/api/auth/link/{issuer}")
    static let access = RouteAccess.account

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        let id = try context.account().id
        let signIn = SignIn(accounts: accounts, issuer: context.parameters.get("issuer") ?? "")
        let (identity, _) = try await signIn.identity(request, context)
        return try .json(AccountDocument(try await accounts.directory.link(identity, to: id), for: .owner))
    }
}
