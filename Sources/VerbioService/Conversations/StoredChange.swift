package import Conversations
package import Interpreting
internal import Plumbing

/// A user's change of an utterance in the store, with the engines that repeat the work that depends on it.
package protocol StoredChange: Sendable {
    var opened: OpenedConversation { get }
    /// The utterance that is changed.
    var utterance: UtteranceID { get }

    /// Performs the change. It is stored before the first call, so a run that ends early can be resumed.
    ///
    /// - Returns: how the conversation ends now, and the utterances that were worked on, the changed one first.
    func perform(
        control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (finished: Event.ConversationFinished, reopened: [Int])
}

extension StoredChange {
    /// Whether a repeated utterance failed, or still waits for audio that has not been heard.
    package func hasUnfinished(of reopened: [Int]) async throws -> Bool {
        for sequence in reopened {
            let id = UtteranceID(conversation: opened.conversation.id, sequence: sequence)
            if let record = try await opened.store.utterance(id), !record.outcome.isFinal { return true }
        }
        return false
    }
}

extension ConversationStore {
    /// The record of an utterance that is to be changed.
    ///
    /// - Throws: `Problem` of kind `usage`, code `utterance.unknown`.
    func record(
        _ sequence: Int, of conversation: Conversation, for assembly: Assembly
    ) async throws -> UtteranceRecord {
        guard let record = try await utterance(UtteranceID(conversation: conversation.id, sequence: sequence)) else {
            throw Problem(
                .usage, "utterance.unknown", "\(conversation.id) has no utterance \(sequence)",
                cure: "see their numbers with '\(assembly.command("conversations show \(conversation.id)"))'")
        }
        return record
    }
}
