internal import Access
internal import Accounts
internal import Conversations
internal import HTTPTypes
internal import Plumbing

/// Finds out what a principal may do now: its key may have been revoked, and the session of its account may have ended.
struct PrincipalCheck: Sendable {
    let policy: AccessPolicy

    /// The principal as it is now.
    ///
    /// - Throws: ``Refusal`` with status 401 if it may do nothing any more.
    func current(_ principal: Principal) async throws -> Principal {
        switch principal.identity {
        case .local: return principal
        case .key(let id): return try policy.ring.map { try accepted($0.check(id: id)) } ?? principal
        case .account(let id, let session):
            guard let accounts = policy.accounts, let id = AccountID(id), let session = SessionID(session) else {
                throw Refusal.ticket
            }
            return try await self.principal(of: id, session, accounts)
        }
    }

    /// Why a principal may do nothing any more; nil if it may, or if that cannot be found out now.
    func refusal(for principal: Principal) async -> Refusal? {
        do {
            _ = try await current(principal)
            return nil
        } catch let refusal as Refusal where refusal.status == .unauthorized {
            return refusal
        } catch {
            return nil
        }
    }

    func accepted(_ check: KeyRing.Check) throws -> Principal {
        switch check {
        case .accepted(let key): return Principal(key)
        case .unknown: throw Refusal.key("unknown", "the key is not known", "check it, or ask for another one")
        case .expired: throw Refusal.key("expired", "the key has expired", "ask for another one")
        case .revoked: throw Refusal.key("revoked", "the key has been revoked", "ask for another one")
        }
    }

    /// An account in one of its sessions. What it finds and makes is in a scope of its own.
    func principal(
        of account: AccountID, _ session: SessionID, _ accounts: AccountServices
    ) async throws -> Principal {
        do {
            let tier = try await accounts.tier(of: account, in: session)
            let limits = AccessLimits(tier)
            return Principal(
                identity: .account(id: account.text, session: session.text), scope: try Scope(account.scopeName),
                permissions: [.read, .translate, .change], limits: limits)
        } catch let refusal as AccessRefusal {
            throw Refusal.token(refusal)
        }
    }
}

extension Refusal {
    static let ticket = Refusal(
        .unauthorized,
        Problem(
            .usage, "ticket.unknown", "the ticket is not known: it was used, or it is too old",
            cure: "get another one with POST /api/live/tickets"),
        headers: [.wwwAuthenticate: "Bearer realm=\"verbio\", error=\"invalid_token\""])

    fileprivate static func key(_ code: String, _ what: String, _ cure: String) -> Refusal {
        Refusal(
            .unauthorized, Problem(.usage, "key.\(code)", what, cure: cure),
            headers: [.wwwAuthenticate: "Bearer realm=\"verbio\", error=\"invalid_token\""])
    }
}
