internal import Accounts
internal import HTTPTypes
internal import Hummingbird
internal import Logging

/// Exchanges a refresh token for the next one and for an access token.
struct RefreshRoute: SharedRoute {
    static let name = RouteName(.post, "/api/auth/refresh")
    static let access = RouteAccess.open
    static let isPaced = true

    private struct Order: Decodable {
        /// Nil if the page sends its cookie.
        var refreshToken: String?
    }

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        let order = try await JSONBody.read(Order.self, keys: ["refreshToken"], from: request)
        let isPage = PageCookies.isAsked(request) && order.refreshToken == nil
        let cookies = PageCookies(accounts.configuration)
        guard let given = isPage ? cookies.refreshToken(of: request) ?? "" : order.refreshToken else {
            throw JSONBody.malformed("a field is missing or is of another type", cure: "use refreshToken")
        }
        do {
            return try await accounts.answer(try await accounts.sessions.refresh(given), isPage: isPage)
        } catch let refusal as RefreshRefusal {
            context.logger.info("refresh refused", metadata: ["reason": "\(refusal)"])
            throw Refusal.refresh(refusal)
        }
    }
}

/// Ends the session of the request.
struct LogoutRoute: SharedRoute {
    static let name = RouteName(.post, "/api/auth/logout")
    static let access = RouteAccess.account

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let (account, session) = try context.account()
        let accounts = try shared.requireAccounts()
        let isEnded = try await accounts.sessions.end(session, of: account)
        return try .json(EndedSessions(ended: isEnded ? 1 : 0)).signedOut(request, accounts)
    }
}

/// How many sessions were ended.
struct EndedSessions: Encodable {
    var ended: Int
}

/// Ends all sessions of the account, that of the request included.
struct LogoutEverywhereRoute: SharedRoute {
    static let name = RouteName(.post, "/api/auth/logout-all")
    static let access = RouteAccess.account

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let accounts = try shared.requireAccounts()
        let ended = try await accounts.sessions.endAll(of: try context.account().id)
        return try .json(EndedSessions(ended: ended)).signedOut(request, accounts)
    }
}

/// Lists the devices on which the account is signed in.
struct SessionListRoute: SharedRoute {
    static let name = RouteName(.get, "/api/auth/sessions")
    static let access = RouteAccess.account

    private struct List: Encodable {
        var sessions: [SessionDocument]
    }

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let (account, current) = try context.account()
        let sessions = try await shared.requireAccounts().sessions.list(account)
        return try .json(List(sessions: sessions.map { SessionDocument($0, current: current) }))
    }
}

/// Signs one device of the account out.
struct EndSessionRoute: SharedRoute {
    static let name = RouteName(.delete, "/api/auth/sessions/{id}")
    static let access = RouteAccess.account

    let shared: SharedParts

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let account = try context.account().id
        guard let id = context.parameters.get("id").flatMap({ SessionID($0) }),
            try await shared.requireAccounts().sessions.end(id, of: account, noting: .sessionEnded)
        else { throw Refusal.unknownDevice }
        return Response(status: .noContent)
    }
}
