package import Audio
package import Conversations
package import Interpreting

/// What a program with many conversations needs: each is interpreted from bytes, and found again in the store.
package protocol ConversationService: Sendable {
    /// Interprets one conversation from bytes that arrive while it runs.
    ///
    /// - Parameters:
    ///   - audio: the bytes of a recording of any kind. An implementation reads it to its end or stops reading it.
    ///   - control: asks for the end; see `RunControl`.
    ///   - deliver: takes every event of the conversation, the first one being its start.
    /// - Returns: the conversation as it was interpreted and its last event, which has been delivered.
    /// - Throws: `Problem`, `ProviderError`, or `CancellationError`.
    func translate(
        _ request: ConversationRequest, audio: BytePipe, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished)

    /// Corrects which way an utterance goes, and does again what depends on it.
    ///
    /// - Parameter deliver: takes every event, the last one telling how the conversation ends now.
    /// - Throws: as ``translate(_:audio:control:deliver:)``; `Problem` of kind `usage`, codes `direction.…` where the
    ///   utterance goes neither way.
    func correct(
        _ request: CorrectionRequest, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished)

    /// Where conversations are found again.
    var store: any ConversationStore { get }

    /// Whether the providers that translations are made with are called just now.
    var providerConditions: [ProviderCondition] { get }
}

/// An utterance that is to go the other way.
package struct CorrectionRequest: Sendable, Hashable {
    package var conversation: Conversation
    /// The utterance's number, from 1.
    package var sequence: Int
    /// Who said it; nil for whoever it was not taken for.
    package var speaker: Speaker?

    package init(conversation: Conversation, sequence: Int, speaker: Speaker? = nil) {
        self.conversation = conversation
        self.sequence = sequence
        self.speaker = speaker
    }
}
