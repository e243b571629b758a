internal import Access
internal import Accounts
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
}
