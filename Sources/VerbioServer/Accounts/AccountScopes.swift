internal import Accounts
internal import Conversations
internal import Plumbing
internal import VerbioService

/// Opens the services of scopes, and none of an account that is being erased.
struct AccountScopes: Sendable {
    let services: any ScopedServices
    /// Nil if there are none.
    let accounts: AccountServices?

    /// The service of a scope.
    ///
    /// A request may have been admitted before the erasure of its account began. Opening its store after the erasure
    /// would make an empty one. So the account is looked up while the store is open, because an erasure that begins
    /// later finds it in use.
    ///
    /// - Throws: ``Refusal`` with status 401 if the scope is one of an account that is being erased, or is not there any more.
    func service(for scope: Scope) async throws -> any ConversationService {
        if let service = try await kept(scope) { return service }
        // Nothing refers to the store any more. If that fails, the erasure itself removes it.
        _ = try? await services.remove(scope)
        throw Refusal.token(.ended)
    }

    /// - Returns: nil if nothing may be stored in the scope.
    private func kept(_ scope: Scope) async throws -> (any ConversationService)? {
        let service = try await services.service(for: scope)
        guard let accounts, let id = AccountID(scope: scope.name) else { return service }
        return try await accounts.erasure.isGone(id) ? nil : service
    }
}
