package import Audio
package import Conversations
package import Interpreting

/// The service for a program with many conversations: it interprets conversations, and finds them in the store.
package protocol ConversationService: SpeechService, PhraseService {
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

    /// A live conversation, whose sound is pushed during its run. The run throws as ``translate(_:audio:control:deliver:)``.
    func live(_ request: ConversationRequest, control: RunControl) -> LiveRun

    /// Translates a text, each line of which is an utterance.
    ///
    /// - Returns: as ``translate(_:audio:control:deliver:)``.
    /// - Throws: as that; `Problem` of kind `input` if a line is too long, after the lines before it.
    func translate(
        _ request: ConversationRequest, text: String, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished)

    /// Interprets an upload, or continues its conversation. Finished work of an earlier run is not repeated.
    ///
    /// - Returns: as ``translate(_:audio:control:deliver:)``.
    /// - Throws: as that.
    func translate(
        _ request: ConversationRequest, upload: StoredUpload, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished)

    /// How many seconds of audio an upload has; nil for a text.
    ///
    /// - Throws: `Problem` of kind `input` if it cannot be read.
    func seconds(of upload: StoredUpload, _ listening: ConversationRequest.Listening) async throws -> Double?

    /// Corrects the direction of an utterance and repeats the work that depends on it.
    ///
    /// - Parameter deliver: takes every event; the last one describes how the conversation ends after the correction.
    /// - Throws: as ``translate(_:audio:control:deliver:)``; `Problem` of kind `usage`, codes `direction.…` if the utterance
    ///   has neither direction.
    func correct(
        _ request: CorrectionRequest, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished)

    /// Corrects the texts of an utterance, and translates and speaks only this utterance again.
    ///
    /// - Parameter deliver: takes every event; the last one describes how the conversation ends after the correction.
    /// - Throws: as ``translate(_:audio:control:deliver:)``; `Problem` of kind `usage`: `utterance.outside` if it has no
    ///   direction, `utterance.wordless`, `translator.hears` if its translator reads no text, `translator.none`,
    ///   `conversation.busy`.
    func rewrite(
        _ request: RewritingRequest, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished)

    /// Continues a conversation that is not complete, with the engines that have worked on it: what failed is tried again, and what
    /// was not heard of its recording, upload or spool is heard. Finished work is delivered again and not repeated.
    ///
    /// - Returns: as ``translate(_:audio:control:deliver:)``. A complete conversation ends as it did before.
    /// - Throws: as that; `Problem` of kind `usage`, code `conversation.busy`, if another run works on it.
    func resume(
        _ conversation: Conversation, control: RunControl, deliver: @escaping DeliverySink
    ) async throws -> (Conversation, Event.ConversationFinished)

    /// Makes films of uploads.
    var films: any FilmService { get }

    /// The store that keeps the conversations and phrases.
    var store: any ScopeStore { get }

    /// Whether each provider is called at present, or skipped because its last calls have failed.
    var providerConditions: [ProviderCondition] { get }
}

/// A request to change the direction of an utterance.
package struct CorrectionRequest: Sendable, Hashable {
    package var conversation: Conversation
    /// The utterance's number, from 1.
    package var sequence: Int
    /// The speaker of the utterance; nil for the side to which it was not attributed.
    package var speaker: Speaker?

    package init(conversation: Conversation, sequence: Int, speaker: Speaker? = nil) {
        self.conversation = conversation
        self.sequence = sequence
        self.speaker = speaker
    }
}
