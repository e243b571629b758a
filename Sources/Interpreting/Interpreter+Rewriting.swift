package import Conversations
internal import Plumbing

extension Interpreter {
    /// Gives an utterance the text that a user has corrected, and translates and speaks only that line
    /// (``TextCorrection``).
    ///
    /// The new text is in the store before the first call. So a run that is cut short here is resumed like any other.
    ///
    /// - Parameter ending: how the conversation ended before.
    /// - Throws: as `interpret`.
    package func rewrite(
        _ conversation: Conversation, _ correction: TextCorrection, ending: Event.ConversationFinished,
        control: RunControl = RunControl(), deliver: @escaping DeliverySink
    ) async throws -> Event.ConversationFinished {
        let sequence = correction.record.utterance.sequence
        try await store.commit(
            [.conversationState(conversation.id, .running)] + correction.changes(store.keys)
                + [.event(correction.event)])
        try await deliver(.event(correction.event))
        let feed = CorrectionFeed(
            conversation.id, store: store, reopened: [sequence], turned: sequence, samples: [], ending: ending,
            control: control)
        return try await run(conversation, feed, control, canWait: false, deliver)
    }
}
