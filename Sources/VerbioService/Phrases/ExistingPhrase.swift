package import Conversations
import Plumbing

extension PhraseStore {
    /// - Throws: `Problem` of kind `usage`, code `phrase.unknown`.
    package func existingPhrase(_ id: String) async throws -> Phrase {
        if let phrase = try await phrase(PhraseID(rawValue: id)) { return phrase }
        throw Problem(
            .usage, "phrase.unknown", "there is no phrase '\(id.clipped(to: 40))'", cure: "see 'verbio phrases list'")
    }
}
