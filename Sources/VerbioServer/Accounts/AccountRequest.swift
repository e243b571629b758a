internal import Access
internal import Accounts
internal import Hummingbird
internal import Logging
internal import Plumbing

extension ServerContext {
    /// The account and the session of a request.
    ///
    /// - Throws: ``Refusal`` with status 403 if it came with a key.
    func account() throws -> (id: AccountID, session: SessionID) {
        guard case .account(let id, let session)? = principal?.identity, let id = AccountID(id),
            let session = SessionID(session)
        else { throw Refusal.needsAccount }
        return (id, session)
    }

    /// Writes to the log why an issuer cannot be used: the client does not learn it.
    func note(_ refusal: IdentityRefusal, of issuer: String) {
        switch refusal {
        case .keysUnavailable(let reason):
            logger.warning("keys of an issuer are missing", metadata: ["issuer": "\(issuer)", "reason": "\(reason)"])
        case .issuerUnavailable(let reason):
            logger.warning("an issuer does not answer", metadata: ["issuer": "\(issuer)", "reason": "\(reason)"])
        default: break
        }
    }
}
