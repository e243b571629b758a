package import Conversations
internal import FoundationEssentials
internal import Plumbing

/// Events as text: one JSON object on one line, keys in alphabetical order, and the framing of server-sent events
/// around it.
package enum EventLines {
    /// The event as one line of JSON, without the line feed that ends it.
    ///
    /// - Parameter captions: the counts of the written captions, which are added to the event; no event of the log has them.
    /// - Throws: `EncodingError` if a number of the event is infinite or not a number.
    package static func json(_ event: Event, captions: CaptionTally? = nil) throws -> String {
        separable(try JSONEncoder.sorted.text(Line(event: event, captions: captions)))
    }

    /// Escapes three characters that JSON allows in strings and that some readers take for a line end.
    private static func separable(_ line: String) -> String {
        line.replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
            .replacing("\u{85}", with: "\\u0085")
    }

    private struct Line: Encodable {
        var event: Event
        var captions: CaptionTally?

        private enum Key: CodingKey { case captions }

        func encode(to encoder: any Encoder) throws {
            try event.encode(to: encoder)
            guard let captions else { return }
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(captions, forKey: .captions)
        }
    }

    /// A partial as one line of JSON: the event `utterance.partial`, which is in no log.
    ///
    /// - Throws: `EncodingError` if a number is infinite or not a number.
    package static func json(_ partial: Partial, in conversation: ConversationID) throws -> String {
        try passing(PassingLine(event: "utterance.partial", conversation: conversation, partial: partial))
    }

    /// One line of JSON that says that the recognition of an utterance differs from the stable words of its partials.
    /// It is the event `utterance.revised`, which is in no log.
    package static func json(revised utterance: Int, in conversation: ConversationID) throws -> String {
        try passing(PassingLine(event: "utterance.revised", conversation: conversation, utterance: utterance))
    }

    /// Says up to where the sound of a live conversation is safe, as one line of JSON: the event `acknowledged`, which is in no
    /// log.
    package static func json(_ acknowledged: Acknowledgement, in conversation: ConversationID) throws -> String {
        try passing(PassingLine(event: "acknowledged", conversation: conversation, acknowledged: acknowledged))
    }

    private static func passing(_ line: PassingLine) throws -> String {
        separable(try JSONEncoder.sorted.text(line))
    }

    private struct PassingLine: Encodable {
        var event: String
        var conversation: ConversationID
        var utterance: Int?
        var partial: Partial?
        var acknowledged: Acknowledgement?

        private enum Key: CodingKey { case event, conversation, utterance, seconds }

        func encode(to encoder: any Encoder) throws {
            try partial?.encode(to: encoder)
            try acknowledged?.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(event, forKey: .event)
            try container.encode(conversation, forKey: .conversation)
            try container.encodeIfPresent(utterance, forKey: .utterance)
            try container.encodeIfPresent(acknowledged?.seconds, forKey: .seconds)
        }
    }

    /// The event as a line of a JSON Lines file.
    package static func line(_ event: Event) throws -> String { try json(event) + "\n" }

    /// The event as a server-sent event. Its position in the log is its identifier, so that a client can continue after it.
    package static func serverSent(_ logged: LoggedEvent) throws -> String {
        "id: \(logged.position)\n" + (try serverSent(logged.event))
    }

    /// The event as a server-sent event without an identifier. An utterance is logged when it has ended, so an event that is delivered
    /// before has no position yet.
    package static func serverSent(_ event: Event) throws -> String {
        "event: \(event.name)\ndata: \(try json(event))\n\n"
    }

    /// Sent when there is no event, so that no proxy closes the connection as idle. Clients ignore it.
    package static let keepAlive = ": keep-alive\n\n"
}
