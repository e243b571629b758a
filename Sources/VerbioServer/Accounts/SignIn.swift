internal import Access
internal import Accounts
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Plumbing

/// Signs a person in with the token of an issuer.
struct SignIn: Sendable {
    /// What a client sends.
    struct Order: Decodable {
        var identityToken: String
        var nonce: String?
        /// Apple tells the name to the app, once, and not in the token.
        var name: String?
        /// The device's name, for the list of sessions.
        var device: String?
    }

    static let fields = ["identityToken", "nonce", "name", "device"]

    let accounts: AccountServices
    let issuer: String

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let verifier = accounts.verifier(issuer) else { throw Refusal.unknownIssuer }
        let order = try await JSONBody.read(Order.self, keys: Self.fields, from: request)
        let guest = try guest(request, context)
        do {
            let identity = try await verifier.identity(of: order.identityToken, nonce: order.nonce)
            let signIn = try await accounts.directory.signIn(identity, name: order.name, guest: guest)
            return try await accounts.tokens(
                for: signIn.account, device: order.device, isNew: signIn.isNew)
        } catch let refusal as IdentityRefusal {
            if case .keysUnavailable(let reason) = refusal {
                context.logger.warning(
                    "keys of an issuer are missing", metadata: ["issuer": "\(issuer)", "reason": "\(reason)"])
            }
            throw Refusal.identity(refusal)
        }
    }

    /// The guest who signs in. A token that is not valid is refused: what the guest made would be lost.
    private func guest(_ request: Request, _ context: ServerContext) throws -> AccountID? {
        if case .account(let id, _)? = context.principal?.identity { return AccountID(id) }
        guard request.headers[values: .authorization].isEmpty else { throw Refusal.guestUnknown }
        return nil
    }
}

extension AccountServices {
    /// Begins a session and answers with its tokens.
    func tokens(for account: Account, device: String?, isNew: Bool) async throws -> Response {
        let grant: Sessions.Grant
        do { grant = try await sessions.begin(account.id, label: device) } catch let refusal as RefreshRefusal {
            throw Refusal.refresh(refusal)
        }
        let token = try await tokens.make(for: grant.account, session: grant.session)
        return try .json(TokenAnswer(grant, accessToken: token, account: AccountAnswer(account), isNew: isNew))
    }
}
