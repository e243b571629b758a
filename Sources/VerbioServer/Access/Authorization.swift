internal import Access
internal import Accounts
internal import Conversations
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Finds the principal of a request: the key or the access token in `Authorization`, or the user of this machine if neither is
/// demanded. For a live session a ticket in the address stands for them.
///
/// A request without a valid key reaches the routes that are open. At every other address it is refused, with or
/// without a route, so its client learns nothing about the server.
struct Authorization: RouterMiddleware {
    typealias Context = ServerContext

    let policy: AccessPolicy
    let tickets: TicketBook
    /// The routes that need no key.
    let open: [RouteName]
    let time: TimeSource

    private var check: PrincipalCheck { PrincipalCheck(policy: policy) }

    func handle(
        _ request: Request, context: ServerContext, next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        // Whether the process answers must not depend on the store of the keys.
        if LivenessRoute.name.matches(request.uri.path) { return try await next(request, context) }
        var context = context
        do {
            if let ticket = ticket(of: request) {
                guard let admission = try await tickets.redeem(ticket) else { throw Refusal.ticket }
                context.principal = try await check.current(admission.principal)
                context.carried = admission.parameters
            } else {
                context.principal = try await principal(of: request.headers)
            }
        } catch {
            // The liveness check also works if the keys cannot be read.
            guard open.contains(where: { $0.matches(request.uri.path) }) else { throw error }
        }
        let response = try await next(request, context)
        guard let principal = context.principal, principal != .local else { return response }
        // A live session checks its own key, so that its last event can say why it ends.
        guard !LiveExchangeRoute.name.matches(request.uri.path) else { return response }
        return standing(response, for: principal)
    }

    /// A stream of events ends when its principal may do nothing any more. Any other answer is short, or was there before.
    private func standing(_ response: Response, for principal: Principal) -> Response {
        guard EventStream.isDeclared(by: response.headers) else { return response }
        var response = response
        let body = response.body
        response.body = ResponseBody { [check, time] writer in
            try await body.write(StandingWriter(writer, principal: principal, check: check, time: time))
        }
        return response
    }

    private func ticket(of request: Request) -> String? {
        guard LiveRoute.name.matches(request.uri.path) else { return nil }
        return request.uri.queryParameters["ticket"].map(String.init)
    }

    private func principal(of fields: HTTPFields) async throws -> Principal {
        guard try await policy.demandsKey else { return .local }
        let given = fields[values: .authorization]
        guard policy.ring != nil || policy.accounts != nil, let field = given.first else { throw Refusal.keyMissing }
        let parts = field.split(separator: " ", maxSplits: 1).map(String.init)
        guard given.count == 1, parts.count == 2, parts[0].lowercased() == "bearer" else { throw Refusal.keyMalformed }
        let text = String(parts[1].drop { $0 == " " })
        // A signed token has three parts; a key has no dot.
        if let accounts = policy.accounts, policy.ring == nil || text.contains(".") {
            do {
                let token = try await accounts.tokens.check(text)
                return try await check.principal(of: token.account, token.session, accounts)
            } catch let refusal as AccessRefusal {
                throw Refusal.token(refusal)
            }
        }
        guard let ring = policy.ring else { throw Refusal.keyMissing }
        return try check.accepted(await ring.check(text))
    }
}

extension AccessLimits {
    /// What a tier allows. How long conversations are kept is no matter of a request; see ``ExpiredHistories``.
    init(_ tier: Tier) {
        self.init()
        requestsPerMinute = tier.requestsPerMinute
        sessions = tier.sessions
        minutesPerMonth = tier.minutesPerMonth
        longestMinutes = tier.longestFile
        providers = tier.providers.names
        voices = tier.voices.names
    }
}

extension Refusal {
    static let keyMissing = Refusal(
        .unauthorized,
        Problem(.usage, "key.missing", "the request has no key", cure: "send it as Authorization: Bearer KEY"),
        headers: [.wwwAuthenticate: "Bearer realm=\"verbio\""])

    fileprivate static let keyMalformed = Refusal(
        .unauthorized,
        Problem(
            .usage, "key.malformed", "the field Authorization is not one key",
            cure: "send one field Authorization: Bearer KEY"),
        headers: [.wwwAuthenticate: "Bearer realm=\"verbio\", error=\"invalid_request\""])

    /// The key does not have the permission that a route needs.
    static func lacking(_ permission: Permission) -> Refusal {
        let name = permission.rawValue
        return Refusal(
            .forbidden,
            Problem(
                .usage, "key.permission", "the key does not have the permission '\(name)'",
                cure: "use a key that has it"),
            headers: [.wwwAuthenticate: "Bearer realm=\"verbio\", error=\"insufficient_scope\", scope=\"\(name)\""])
    }
}
