import Audio
package import Conversations
package import Language
import Providers

/// An utterance that a search has found, as the command line and the server print it.
package struct FoundText: Encodable, Sendable {
    package var conversation: ConversationID
    /// The utterance's number, from 1.
    package var utterance: Int
    package var title: String
    /// When the conversation began, in UTC (ISO 8601).
    package var createdAt: String
    /// Seconds from the beginning of the recording; nil if the utterance was written.
    package var start: Double?
    package var speaker: Speaker
    package var from: LanguageTag
    /// Nil if it was not translated.
    package var to: LanguageTag?
    package var source: String?
    package var translation: String?

    /// A match as the search shows it. Its start is rounded to milliseconds.
    package init(_ match: TextMatch) {
        let (record, utterance) = (match.record, match.record.utterance)
        conversation = match.conversation.id
        self.utterance = utterance.sequence
        title = match.conversation.title
        createdAt = match.conversation.createdAtText
        start = utterance.isWritten ? nil : (utterance.speech.startSeconds * 1_000).rounded() / 1_000
        speaker = record.speaker
        from = record.pair.source
        to = record.translation == nil ? nil : record.pair.target
        source = record.saidText
        translation = record.translation?.text
    }
}

extension Conversation {
    /// When it began, in UTC (ISO 8601).
    package var createdAtText: String { Timestamp.text(createdAt) }
}
