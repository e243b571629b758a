/// Where the phrase book is kept: beside the conversations, with the same promises of what survives a crash and a power loss as
/// ``ConversationStore``, and with its blobs.
///
/// Every store passes `PhraseStoreCompliance` in `VerbioTesting`. Errors are `Problem`s of kind `store`.
public protocol PhraseStore: Sendable {
    /// Stores the phrase. One that is there already keeps its creation time and gets everything else as given now; audio that
    /// nothing refers to any more is removed.
    func save(_ phrase: Phrase) async throws

    func phrase(_ id: PhraseID) async throws -> Phrase?

    /// The oldest first, at most `limit`.
    func phrases(_ filter: PhraseFilter, limit: Int) async throws -> [Phrase]

    /// Removes the phrase, and its audio where nothing else refers to it.
    ///
    /// - Returns: whether it was there.
    func delete(_ id: PhraseID) async throws -> Bool
}
