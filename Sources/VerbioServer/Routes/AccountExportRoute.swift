internal import Accounts
internal import Conversations
internal import Delivery
internal import Hummingbird
internal import Plumbing
internal import VerbioService

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
        _ = try QueryParameters(request.uri.query, known: [])
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
