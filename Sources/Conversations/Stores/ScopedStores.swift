/// Everything that one scope has stored: conversations, audio and phrases.
package protocol ScopeStore: ConversationStore, BlobStore, SpoolStore, PhraseStore, RequestStore {
    /// Ends the use of the store by the caller; no other call follows.
    func close() async throws
}

/// The stores of all scopes. Each scope has its own store, which is opened when it is first asked for.
///
/// Every implementation passes `ScopeCompliance` in `VerbioTesting`. Errors are `Problem`s of kind `store`.
package protocol ScopedStores: Sendable {
    /// The store of a scope, which is made if it is missing. It stays open for as long as the caller keeps a reference to it.
    /// A store that is not in use may be closed.
    ///
    /// If as many scopes are in use as may be open at once, the call waits until one is no longer in use.
    ///
    /// - Throws: what opening a store throws; `CancellationError` if the task is cancelled during the wait.
    func store(for scope: Scope) async throws -> any ScopeStore

    /// The scopes that have a store, in the order of their names. ``Scope/local`` is always among them.
    func scopes() async throws -> [Scope]

    /// Removes a scope completely: its conversations, its phrases, its audio and its finished work.
    ///
    /// - Returns: whether it had a store.
    /// - Throws: a `Problem` with the code `scope.busy` if its store is in use, in this process or in another one. The code
    ///   is `scope.local` for ``Scope/local``, which cannot be removed.
    func remove(_ scope: Scope) async throws -> Bool

    /// Moves everything of a scope into another one and removes the scope. What the other one has already stays as it
    /// is. Nothing may be stored in the scope in the meantime. If the program is killed, another call continues.
    ///
    /// - Returns: whether it had a store.
    /// - Throws: as ``remove(_:)``, before anything is moved.
    func move(_ scope: Scope, into other: Scope) async throws -> Bool

    /// Closes all stores for this process; no other call follows.
    func close() async throws
}
