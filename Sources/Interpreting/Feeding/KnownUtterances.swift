internal import Conversations
internal import Plumbing

/// What earlier runs have stored of a conversation. A new conversation is known to have nothing, so it asks nothing.
struct KnownUtterances: Sendable {
    private let store: any ConversationStore
    private let isNew: Bool

    init(_ conversation: Conversation, _ store: any ConversationStore) async throws {
        self.store = store
        isNew = try await store.conversation(conversation.id) == nil
    }

    /// The record of an utterance that was heard again.
    ///
    /// - Throws: `Problem` of kind `store` where an earlier run heard something else under the same number.
    func record(of fed: FedUtterance) async throws -> UtteranceRecord? {
        guard !isNew, fed.record == nil else { return nil }
        guard let record = try await store.utterance(fed.utterance.id) else { return nil }
        var heard = fed.utterance
        // Earlier versions of Verbio did not keep it.
        if record.utterance.evidence.speechProbability == nil { heard.evidence.speechProbability = nil }
        guard record.utterance == heard else {
            throw Problem(
                .store, "store.conflict",
                "utterance \(fed.utterance.sequence) of \(fed.utterance.conversation) was heard differently before",
                cure: "delete the conversation with 'verbio conversations delete' and translate the recording again")
        }
        return record
    }
}
