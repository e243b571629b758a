package import Conversations

/// The body of a request, as a file that stays until the work on it has ended.
package struct StoredUpload: Sendable, Hashable {
    /// The content of the file.
    package enum Kind: Sendable, Hashable {
        case audio
        /// A text, each line of which is an utterance.
        case text
        /// A caption file.
        case captions
    }

    package var path: String
    package var kind: Kind
    /// Given by the caller, so that another run with it continues the same conversation.
    package var conversation: ConversationID

    package init(path: String, kind: Kind, conversation: ConversationID) {
        self.path = path
        self.kind = kind
        self.conversation = conversation
    }

    /// - Parameter isText: whether the client has sent a text. Otherwise the file shows what it is.
    package init(path: String, isText: Bool, conversation: ConversationID) {
        let kind: Kind = isText ? .text : CaptionArgument.areCaptions(in: path) ? .captions : .audio
        self.init(path: path, kind: kind, conversation: conversation)
    }

    /// The name of its conversation, and how its audio is found again.
    var identity: (ConversationID, AudioOrigin) { (conversation, .upload(path: path)) }
}
