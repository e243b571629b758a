internal import Access
internal import Accounts
internal import Conversations
internal import HTTPTypes
internal import Jobs
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
        case .key(let id):
            guard let ring = policy.ring else { return principal }
            return try accepted(await ring.check(id: id))
        case .account(let id, let session):
            guard let accounts = policy.accounts, let id = AccountID(id), let session = SessionID(session) else {
                throw Refusal.ticket
            }
            return try await self.principal(of: id, session, accounts)
        }
    }

    /// The current permissions of a principal.
    func standing(of principal: Principal) async -> PrincipalStanding {
        do {
            return .good(try await current(principal).limits)
        } catch let refusal as Refusal where refusal.status == .unauthorized {
            return .over(refusal)
        } catch {
            return .unknown
        }
    }

    /// What a job is done for, with the limits of today. Keys that have expired since and sessions that have ended do not matter.
    ///
    /// - Returns: nil while the jobs of a guest who has signed in are being moved to the account.
    /// - Throws: ``Refusal`` with status 403 if the key was revoked, or the account closed.
    @Sendable func owner(of job: JobOwner) async throws -> Principal? {
        var principal = job.principal
        switch job.kind {
        case .local: break
        case .key:
            guard let ring = policy.ring else { break }
            switch try await ring.check(id: job.name) {
            case .accepted(let key): principal = Principal(key)
            case .expired: break
            case .revoked, .unknown: throw Refusal.revokedOwner
            }
        case .account:
            guard let accounts = policy.accounts, let id = AccountID(job.name) else { break }
            guard let tier = try await accounts.tier(of: id) else {
                if try await accounts.erasure.isMoving(id) { return nil }
                throw Refusal.closedOwner
            }
            principal.limits = AccessLimits(tier)
        }
        return principal
    }

    func accepted(_ check: KeyRing.Check) throws -> Principal {
        switch check {
        case .accepted(let key): return Principal(key)
        case .unknown: throw Refusal.key("unknown", "the key is not known", "check it, or ask for another one")
        case .expired: throw Refusal.key("expired", "the key has expired", "ask for another one")
        case .revoked: throw Refusal.key("revoked", "the key has been revoked", "ask for another one")
        }
    }

    /// An account in one of its sessions. Everything that it finds and makes is in a separate scope.
    func principal(
        of account: AccountID, _ session: SessionID, _ accounts: AccountServices
    ) async throws -> Principal {
        do {
            let (tier, profile) = try await accounts.rights(of: account, in: session)
            var principal = Principal(
                identity: .account(id: account.text, session: session.text), scope: try Scope(account.scopeName),
                permissions: [.read, .translate, .change], limits: AccessLimits(tier))
            principal.preferences = .init(voice: profile.voice, formality: profile.formality)
            return principal
        } catch let refusal as AccessRefusal {
            throw Refusal.token(refusal)
        }
    }
}

extension Refusal {
    fileprivate static let revokedOwner = Refusal(
        .forbidden,
        Problem(.usage, "key.revoked", "the key that made the job has been revoked", cure: "use another key"))

    fileprivate static let closedOwner = Refusal(
        .forbidden,
        Problem(
            .usage, "account.disabled", "the account that made the job is closed",
            cure: "ask the operator of this server"))

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
