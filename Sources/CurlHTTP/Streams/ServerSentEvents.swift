/// One event of a `text/event-stream`.
package struct ServerSentEvent: Sendable, Hashable {
    /// The event's name; empty if none was given.
    package var name: String
    /// The `data` lines, joined with line feeds.
    package var data: [UInt8]

    package init(name: String = "", data: [UInt8]) {
        self.name = name
        self.data = data
    }

    /// The data as text; bytes that are not UTF-8 are replaced.
    package var text: String { String(decoding: data, as: UTF8.self) }
}

/// Reads server-sent events from bytes in any chunks.
///
/// Follows WHATWG HTML §9.2.6 "Interpreting an event stream", except for `id` and `retry`. Those matter only to a client that
/// reconnects. Lines that no empty line ends are not an event.
package struct ServerSentEventParser: Sendable {
    private let limit: Int
    private var lines: LineSplitter
    private var isFirstLine = true
    private var name = ""
    private var data: [UInt8]?
    /// The first bytes, as long as the body may turn out not to be an event stream.
    private var beginning: [UInt8]? = []
    /// Whether the first line that is not empty cannot belong to an event stream.
    private var isStray = false
    private static let longestStray = 64 << 10

    /// - Parameter limit: the most bytes of one event's data, and of one line.
    package init(limit: Int = 4 << 20) {
        self.limit = limit
        lines = LineSplitter(limit: limit)
    }

    /// Takes in some bytes and returns the events that are complete now, in order.
    ///
    /// - Throws: ``HTTPFailure`` of kind `tooLarge`.
    package mutating func push(_ bytes: [UInt8]) throws(HTTPFailure) -> [ServerSentEvent] {
        let room = beginning.map { Self.longestStray - $0.count } ?? 0
        beginning?.append(contentsOf: bytes.prefix(room))
        var events: [ServerSentEvent] = []
        for line in try lines.push(bytes) {
            if let event = try take(line[...]) { events.append(event) }
        }
        return events
    }

    /// The body, up to its first 64 KiB, if it is not an event stream; nil for any other body.
    ///
    /// Such a body has no event. Its first line that is not empty is neither a line of an event stream nor the beginning of
    /// one.
    package var stray: [UInt8]? {
        guard let beginning else { return nil }
        let rest = content(of: lines.rest[...])
        let isCutField = Self.fields.contains { $0.utf8.starts(with: rest) }
        return isStray || Self.isForeign(rest) && !isCutField ? beginning : nil
    }

    private mutating func take(_ whole: ArraySlice<UInt8>) throws(HTTPFailure) -> ServerSentEvent? {
        let line = content(of: whole)
        isFirstLine = false
        guard !line.isEmpty else {
            defer { (name, data) = ("", nil) }
            if data != nil { beginning = nil }
            return data.map { ServerSentEvent(name: name, data: $0) }
        }
        if beginning != nil, !isStray {
            isStray = Self.isForeign(line)
            if !isStray { beginning = nil }
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data": try append(value)
        default: break
        }
        return nil
    }

    private static let fields = ["data", "event", "id", "retry"]

    /// Whether a line that is not empty is neither a comment nor a field of an event stream.
    private static func isForeign(_ line: ArraySlice<UInt8>) -> Bool {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        return !name.isEmpty && !fields.contains { name.elementsEqual($0.utf8) }
    }

    /// A line without the byte order mark that may precede the first line.
    private func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        isFirstLine && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
    }

    private mutating func append(_ value: ArraySlice<UInt8>) throws(HTTPFailure) {
        guard (data?.count ?? -1) + 1 + value.count <= limit else {
            throw HTTPFailure(
                .tooLarge, "an event of the answer is larger than \(limit) bytes", mayHaveBeenProcessed: true)
        }
        data = data.map { $0 + [0x0A] + value } ?? Array(value)
    }
}

/// What the reader of a stream decides after each piece.
package enum StreamStep: Sendable {
    case next
    /// The reader needs nothing more, because the protocol's own end has arrived.
    case stop
}

extension ResponseBody {
    /// Passes the body's server-sent events to `take` until it stops or the body ends.
    ///
    /// Each event counts as progress. Comments, which servers send to keep a connection open, do not count.
    ///
    /// - Returns: the body, if it is not an event stream; nil if it is one, even if only its beginning came.
    /// - Throws: what `take` throws; ``HTTPFailure``; `CancellationError`.
    package func forEachEvent(
        limit: Int = 4 << 20, _ take: (ServerSentEvent) async throws -> StreamStep
    ) async throws -> [UInt8]? {
        var parser = ServerSentEventParser(limit: limit)
        for try await bytes in self {
            for event in try parser.push(bytes) {
                madeProgress()
                if case .stop = try await take(event) { return nil }
            }
        }
        return parser.stray
    }
}
