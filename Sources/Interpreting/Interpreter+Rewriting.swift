public import Conversations
internal import Language
internal import Plumbing
internal import Providers

extension Interpreter {
    /// Gives an utterance the text that a user says was said, and translates and speaks that line alone.
    ///
    /// Its former answers stay finished work, so a text that comes back finds its translation again. Translations that were
    /// shown the former text as context stay as they are. The new text is in the store before the first call is made, so a run
    /// that is cut short here is resumed like any other.
    ///
    /// - Parameters:
    ///   - text: in the language in which the utterance was said.
    ///   - ending: how the conversation ended before.
    /// - Throws: as `interpret`.
    public func rewrite(
        _ record: UtteranceRecord, of conversation: Conversation, as text: String,
        ending: Event.ConversationFinished, control: RunControl = RunControl(), deliver: @escaping DeliverySink
    ) async throws -> Event.ConversationFinished {
        let utterance = record.utterance
        let given = Recognition(text: text, language: record.knownLanguage ?? record.pair.from)
        let event = Event(
            .utteranceReopened(
                .init(utterance: utterance.sequence, speaker: record.speaker, pair: record.pair, reason: .text)),
            in: conversation.id)
        try await store.commit(
            [.conversationState(conversation.id, .running), .reopened(utterance.id, from: .recognition)]
                + [GivenText.answer(of: utterance, given, keys: store.keys), .event(event)])
        try await deliver(.event(event))
        let feed = CorrectionFeed(
            conversation.id, store: store, reopened: [utterance.sequence], turned: utterance.sequence, samples: [],
            ending: ending, control: control)
        return try await run(conversation, feed, control, canWait: false, deliver)
    }
}
