internal import Conversations
internal import FoundationEssentials
internal import Plumbing

/// What a live session says about itself, beside the events of its conversation.
enum LiveNotice: Encodable {
    /// The first message: how to come back, and how much sound is safe.
    case session(SessionGreeting)
    /// The server is being stopped; what was said may take so long to be finished. The session is nil if it cannot be resumed.
    case leaving(seconds: Int64, ConversationID?, session: String?)
    /// Speech of an utterance is left out, because the client does not take it fast enough.
    case lagged(utterance: Int, of: ConversationID)
    /// An order was refused; the session goes on.
    case refused(Refusal)
    /// The last message of a client without a socket, for which a socket has a code.
    case closed(SocketCloseCode, reason: String)

    struct SessionGreeting: Encodable {
        var session: String
        /// Messages of the client that have come.
        var received: Int
        var bytes: Int
        /// Seconds for which a session without a connection is kept.
        var patience: Int64
        /// Whether another server began the session; nil if not.
        var continued: Bool?
    }

    private enum Name: String, CodingKey {
        case event, conversation, utterance, code, reason, seconds, session
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Name.self)
        switch self {
        case .session(let greeting):
            try fields.encode("session", forKey: .event)
            try greeting.encode(to: encoder)
        case .leaving(let seconds, let conversation, let session):
            try fields.encode("goaway", forKey: .event)
            try fields.encode(seconds, forKey: .seconds)
            try fields.encodeIfPresent(conversation, forKey: .conversation)
            try fields.encodeIfPresent(session, forKey: .session)
        case .lagged(let utterance, let conversation):
            try fields.encode("lagged", forKey: .event)
            try fields.encode(utterance, forKey: .utterance)
            try fields.encode(conversation, forKey: .conversation)
        case .refused(let refusal):
            try fields.encode("error", forKey: .event)
            try ProblemDocument(refusal).encode(to: encoder)
        case .closed(let code, let reason):
            try fields.encode("closed", forKey: .event)
            try fields.encode(code.rawValue, forKey: .code)
            try fields.encode(reason, forKey: .reason)
        }
    }

    /// One line of JSON with its keys in alphabetical order. Texts and whole numbers always encode.
    var text: String { (try? JSONEncoder.sorted.text(self)) ?? #"{"event":"error"}"# }
}
