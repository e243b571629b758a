internal import Access
internal import Accounts
internal import HTTPTypes
internal import Hummingbird
internal import Plumbing

/// Signs a person in with the token of an issuer.
struct SignIn: Sendable {
    /// What a client sends.
    struct Order: Decodable {
        var identityToken: String
        var nonce: String?
        /// Apple's code, with which what it grants can be taken back when the account is erased.
        var authorizationCode: String?
        /// Apple gives the name to the app, once, and not in the token.
        var name: String?
        /// The device's name, for the list of sessions.
        var device: String?
    }

    static let fields = ["identityToken", "nonce", "authorizationCode", "name", "device"]

    let accounts: AccountServices
    let issuer: String

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard accounts.verifier(issuer) != nil else { throw Refusal.unknownIssuer }
        let guest = try await guest(request, context)
        let (identity, order) = try await identity(request, context)
        let signIn = try await accounts.signIn(identity, name: order.name, guest: guest)
        return try await accounts.tokens(for: signIn.account, device: order.device, isNew: signIn.isNew, request)
    }

    /// The identity that the token of a request shows.
    func identity(_ request: Request, _ context: ServerContext) async throws -> (Identity, Order) {
        guard let verifier = accounts.verifier(issuer), let exchange = accounts.exchange(issuer) else {
            throw Refusal.unknownIssuer
        }
        let order = try await JSONBody.read(Order.self, keys: Self.fields, from: request)
        do {
            var checked = try await verifier.checked(order.identityToken, nonce: order.nonce)
            if let code = order.authorizationCode, exchange.takesCodesOfApps, let client = checked.identity.audience {
                let tokens = try await exchange.tokens(for: code, client: client)
                // The grant of another person must not be taken back when this account is erased.
                guard let token = tokens.identity, try await verifier.shows(checked.identity, in: token) else {
                    throw IdentityRefusal.code
                }
                checked.identity.grant = tokens.refresh.map { Identity.Grant(client: client, token: $0) }
            }
            // Last, so that a client can send the same again if the issuer did not answer.
            try await verifier.useUp(checked)
            return (checked.identity, order)
        } catch let refusal as IdentityRefusal {
            context.note(refusal, of: issuer)
            throw Refusal.identity(refusal)
        }
    }

    /// The guest who signs in. A token that is not valid is refused: what the guest made would be lost.
    private func guest(_ request: Request, _ context: ServerContext) async throws -> AccountID? {
        if case .account(let id, _)? = context.principal?.identity { return AccountID(id) }
        let given = request.headers[values: .authorization]
        guard let field = given.first else { return nil }
        throw await given.count == 1 ? reason(against: field) : Refusal.guestUnknown
    }

    /// Why the token of a guest is not valid.
    private func reason(against field: String) async -> Refusal {
        let token = field.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
        do {
            // The token is good, so its session has ended: with the guest's account, or with a sign-out.
            let account = try await accounts.tokens.check(token).account
            return try await accounts.erasure.isGone(account) ? .guestGone : .token(.ended)
        } catch AccessRefusal.expired {
            return .token(.expired)
        } catch {
            return .guestUnknown
        }
    }
}

extension AccountServices {
    /// Begins a session and answers with its tokens. The page gets its refresh token in a cookie.
    func tokens(for account: Account, device: String?, isNew: Bool, _ request: Request) async throws -> Response {
        let grant: Sessions.Grant
        do { grant = try await sessions.begin(account.id, label: device) } catch let refusal as RefreshRefusal {
            throw Refusal.refresh(refusal)
        }
        return try await answer(
            grant, AccountDocument(account, for: .owner), isNew: isNew, isPage: PageCookies.isAsked(request))
    }

    /// The answer with the tokens of a session.
    func answer(
        _ grant: Sessions.Grant, _ account: AccountDocument? = nil, isNew: Bool? = nil, isPage: Bool
    ) async throws -> Response {
        let token = try await tokens.make(for: grant.account, session: grant.session)
        var answer = TokenAnswer(grant, accessToken: token, account: account, isNew: isNew)
        guard isPage else { return try .json(answer) }
        answer.refreshToken = nil
        var response = try Response.json(answer)
        response.headers[.setCookie] = PageCookies(configuration).session(grant.refreshToken)
        return response
    }
}
