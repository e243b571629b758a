import Captions
package import Conversations
import Language
package import Plumbing

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
    /// The path of a caption file whose text is used in place of what is said in the recording; nil if there is none.
    package var captions: String?
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

    /// Whether its text is given, so that nothing is recognized.
    var isWritten: Bool { kind != .audio || captions != nil }

    /// The path of the caption file that is translated; nil if there is none.
    var captionPath: String? { kind == .captions ? path : captions }

    /// Checks whether captions can be used for this file.
    ///
    /// - Parameter request: for their text.
    /// - Throws: `Problem`: `captions.twice`, or they cannot be read as captions.
    package func checkCaptions(for request: ConversationRequest) throws(Problem) {
        guard let captions else { return }
        guard kind == .audio else {
            throw Problem(
                .usage, "captions.twice", "the file that they belong to is a text or captions, too", at: "captions",
                cure: "send them with their recording, or one caption file alone")
        }
        do {
            _ = try CaptionScript(path: captions, language: request.findsLanguage ? nil : request.pair.source.code)
        } catch {
            var problem = error
            problem.place = "captions"
            throw problem
        }
    }

    /// The name of its conversation, and how its audio is found again.
    var identity: (ConversationID, AudioOrigin) { (conversation, .upload(path: path)) }
}
