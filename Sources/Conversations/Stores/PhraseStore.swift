/// A store for the phrase book. It is next to the conversations, uses their blobs, and gives the same guarantees for a
/// crash and a power loss as ``ConversationStore``.
///
/// Every store passes `PhraseStoreCompliance` in `VerbioTesting`. Errors are `Problem`s of kind `store`.
package protocol PhraseStore: Sendable {
    /// Stores the phrase. If it is already stored, it keeps its creation time and all other fields take the new values. Audio
    /// that nothing refers to any more is removed.
    func save(_ phrase: Phrase) async throws

    func phrase(_ id: PhraseID) async throws -> Phrase?

    /// The oldest first, at most `limit`.
    func phrases(_ filter: PhraseFilter, limit: Int) async throws -> [Phrase]

    /// Removes the phrase. Its audio is removed too, if nothing else refers to it.
    ///
    /// - Returns: whether the phrase was stored.
    func delete(_ id: PhraseID) async throws -> Bool
}
