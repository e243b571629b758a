/// One event of a `text/event-stream`.
public struct ServerSentEvent: Sendable, Hashable {
    /// The event's name; empty where none was given.
    public var name: String
    /// The `data` lines, joined with line feeds.
    public var data: [UInt8]

    public init(name: String = "", data: [UInt8]) {
        self.name = name
        self.data = data
    }

    /// The data as text; bytes that are no UTF-8 are replaced.
    public var text: String { String(decoding: data, as: UTF8.self) }
}

/// Reads server-sent events from bytes in any chunks.
///
/// Follows WHATWG HTML §9.2.6 "Interpreting an event stream", but for `id` and `retry`, which only matter to a client that
/// reconnects. What no empty line ends is not an event.
public struct ServerSentEventParser: Sendable {
    private let limit: Int
    private var lines: LineSplitter
    private var isFirstLine = true
    private var name = ""
    private var data: [UInt8]?
    /// The first bytes, as long as they may be those of no stream.
    private var beginning: [UInt8]? = []
    /// Whether the first line that is not empty is none of a stream's.
    private var isStray = false
    private static let longestStray = 64 << 10

    /// - Parameter limit: the most bytes of one event's data, and of one line.
    public init(limit: Int = 4 << 20) {
        self.limit = limit
        lines = LineSplitter(limit: limit)
    }

    /// Takes in some bytes and gives the events that are complete now, in order.
    ///
    /// - Throws: ``HTTPFailure`` of kind `tooLarge`.
    public mutating func push(_ bytes: [UInt8]) throws(HTTPFailure) -> [ServerSentEvent] {
        let room = beginning.map { Self.longestStray - $0.count } ?? 0
        beginning?.append(contentsOf: bytes.prefix(room))
        var events: [ServerSentEvent] = []
        for line in try lines.push(bytes) {
            if let event = try take(line[...]) { events.append(event) }
        }
        return events
    }

    /// What came in place of a stream, its first 64 KiB at most: the bytes of a body without an event, whose first line that
    /// is not empty is none that a stream has, nor the beginning of one. Nil for any other body.
    public var stray: [UInt8]? {
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

    /// Whether a line that is not empty is neither a comment nor one of the fields that a stream has.
    private static func isForeign(_ line: ArraySlice<UInt8>) -> Bool {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        return !name.isEmpty && !fields.contains { name.elementsEqual($0.utf8) }
    }

    /// A line without the mark of its encoding that may stand before the first.
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

/// What a reader of a stream says after each piece.
public enum StreamStep: Sendable {
    case next
    /// Nothing more is wanted: the protocol's own end was there.
    case stop
}

extension ResponseBody {
    /// Gives the body's server-sent events to `take` until it has enough or the body ends. Each event counts as progress;
    /// comments, which servers send to keep a connection open, do not.
    ///
    /// - Returns: what came in place of a stream; nil where there was one, if only the beginning of it.
    /// - Throws: what `take` throws; ``HTTPFailure``; `CancellationError`.
    public func forEachEvent(
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
