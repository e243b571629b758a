package import Captions
package import Conversations
internal import Language

/// Makes the cues of a file from utterances as they arrive.
package protocol CueMaking {
    /// Takes the next utterance, and returns the cues that are settled, in order.
    mutating func add(_ record: UtteranceRecord) -> [CaptionCue]
    /// Returns the remaining cues; no more utterances come.
    mutating func finish() -> [CaptionCue]
    /// The counts of the cues that were given.
    var tally: CaptionTally { get }
}

extension CaptionHeading {
    /// The beginning of a file with the captions of a conversation.
    package init(of conversation: Conversation, style: CaptionStyle) {
        let pair = conversation.settings.namedPair
        self.init(
            title: CaptionText.flattened(conversation.title), languages: style.languages(of: pair).map(\.rawValue),
            head: conversation.captionHead)
    }
}
