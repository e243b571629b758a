public import Conversations
internal import FoundationEssentials

/// Events as text: one JSON object on one line, keys in alphabetical order, and the framing of server-sent events
/// around it.
public enum EventLines {
    /// The event as one line of JSON, without the line feed that ends it.
    ///
    /// - Parameter captions: what is to be told with it of the captions that were written; no event of the log has it.
    /// - Throws: `EncodingError` where a number of the event is infinite or none.
    public static func json(_ event: Event, captions: CaptionTally? = nil) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = String(decoding: try encoder.encode(Line(event: event, captions: captions)), as: UTF8.self)
        // JSON allows these three in strings, yet there are readers that end a line at them.
        return line.replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
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

    /// The event as a line of a JSON Lines file.
    public static func line(_ event: Event) throws -> String { try json(event) + "\n" }

    /// The event as a server-sent event; its place in the log is its identifier, so that a client that reconnects says
    /// how far it has come.
    public static func serverSent(_ logged: LoggedEvent) throws -> String {
        "id: \(logged.position)\nevent: \(logged.event.name)\ndata: \(try json(logged.event))\n\n"
    }

    /// What is sent while nothing happens, so that nobody on the way takes the connection for dead. Clients ignore it.
    public static let keepAlive = ": keep-alive\n\n"
}
