package import Conversations
import Plumbing
package import SQLiteStore

/// The store of conversations and phrases. A further store conforms to it and is opened in `Assembly.store`.
package protocol ServiceStore: ConversationStore, PhraseStore {
    /// Closes the store for this process; no other call follows.
    func close() async throws
}

extension SQLiteStore: ServiceStore {}

extension PhraseStore {
    /// - Throws: `Problem` of kind `usage`, code `phrase.unknown`.
    package func existingPhrase(_ id: String) async throws -> Phrase {
        if let phrase = try await phrase(PhraseID(rawValue: id)) { return phrase }
        throw Problem(
            .usage, "phrase.unknown", "there is no phrase '\(id.clipped(to: 40))'", cure: "see 'verbio phrases list'")
    }
}
