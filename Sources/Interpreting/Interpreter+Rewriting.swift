package import Conversations
internal import Plumbing

extension Interpreter {
    /// Replaces the text of an utterance by a user's correction, and translates and speaks only this utterance again
    /// (``TextCorrection``).
    ///
    /// The new text is stored before the first call, so a run that ends early can be resumed.
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
            conversation.id, store: store, reopened: [sequence], corrected: sequence, samples: [], ending: ending,
            control: control)
        return try await run(conversation, feed, control, canWait: false, deliver)
    }
}
