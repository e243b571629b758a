public import Conversations
internal import FoundationEssentials

/// Events as text: one JSON object on one line, keys in alphabetical order, and the framing of server-sent events
/// around it.
public enum EventLines {
    /// The event as one line of JSON, without the line feed that ends it.
    ///
    /// - Parameter captions: the counts of the written captions, which are added to the event; no event of the log has them.
    /// - Throws: `EncodingError` if a number of the event is infinite or not a number.
    public static func json(_ event: Event, captions: CaptionTally? = nil) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = String(decoding: try encoder.encode(Line(event: event, captions: captions)), as: UTF8.self)
        // JSON allows these three in strings, but some readers take them for a line end.
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

    /// The event as a server-sent event. Its position in the log is its identifier, so that a client that reconnects can say
    /// how far it has come.
    public static func serverSent(_ logged: LoggedEvent) throws -> String {
        "id: \(logged.position)\nevent: \(logged.event.name)\ndata: \(try json(logged.event))\n\n"
    }

    /// Sent if nothing happens, so that no proxy on the way closes the connection as dead. Clients ignore it.
    public static let keepAlive = ": keep-alive\n\n"
}
