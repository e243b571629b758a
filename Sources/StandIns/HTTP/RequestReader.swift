/// Splits the bytes of one connection into requests, however the bytes are cut into pieces.
///
/// It is strict, because tests learn from it what Verbio's clients send. Lines end with CRLF, a body has a length or chunks but
/// never both, and input beyond the limits is refused.
struct RequestReader {
    struct Limits: Sendable {
        /// The most bytes of a request's line and fields, and of a chunk's line.
        var head: Int
        /// The most bytes of a body.
        var body: Int
    }

    /// What the reader found and the server has to handle.
    enum Event {
        /// The client waits for `100 Continue` before it sends its body.
        case expectation
        /// A complete request. Connection and index are left at 0.
        case request(RecordedRequest)
    }

    private enum State {
        case head
        case body(remaining: Int)
        case chunkSize
        case chunk(remaining: Int)
        case chunkEnd
        case trailer
    }

    private let limits: Limits
    private var state = State.head
    private var buffer: [UInt8] = []
    /// The position of the first byte that is not read yet.
    private var position = 0
    private var request = RecordedRequest(method: "", target: "")

    init(_ limits: Limits) { self.limits = limits }

    /// Whether a part of a request has come and the rest has not.
    var isWithinRequest: Bool {
        if case .head = state { position < buffer.count } else { true }
    }

    mutating func add(_ bytes: some Sequence<UInt8>) {
        buffer.removeFirst(position)
        position = 0
        buffer += bytes
    }

    /// The next event; nil if more bytes are needed.
    ///
    /// - Throws: ``StandInProblem`` if the request breaks the rules. The reader cannot be used afterwards.
    mutating func next() throws -> Event? {
        while true {
            switch state {
            case .head:
                guard let lines = try takeHead() else { return nil }
                if try begin(lines) { return .expectation }
                if case .head = state { return finished() }
            case .body(let remaining):
                let left = remaining - take(upTo: remaining)
                state = .body(remaining: left)
                guard left == 0 else { return nil }
                return finished()
            case .chunkSize:
                guard let line = try takeLine() else { return nil }
                let digits = line.prefix { $0 != ";" }.trimmingBlanks
                guard let size = Int(digits, radix: 16), size >= 0, !digits.hasPrefix("+") else {
                    throw StandInProblem("a chunk's size is \(line.debugDescription)")
                }
                // The subtraction keeps a huge size from overflowing.
                guard size <= limits.body - request.body.count else {
                    throw StandInProblem("the body has more than \(limits.body) bytes")
                }
                state = size == 0 ? .trailer : .chunk(remaining: size)
            case .chunk(let remaining):
                let left = remaining - take(upTo: remaining)
                state = left == 0 ? .chunkEnd : .chunk(remaining: left)
                if left > 0 { return nil }
            case .chunkEnd:
                guard let line = try takeLine() else { return nil }
                guard line.isEmpty else { throw StandInProblem("a chunk is longer than its size") }
                state = .chunkSize
            case .trailer:
                guard let line = try takeLine() else { return nil }
                if line.isEmpty { return finished() }
            }
        }
    }

    /// Reads the request's line and fields, and sets the state for the body.
    ///
    /// - Returns: whether the client waits for `100 Continue`.
    private mutating func begin(_ lines: [Substring]) throws -> Bool {
        let first = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard first.count == 3, first[2] == "HTTP/1.1", !first[0].isEmpty,
            first[1].hasPrefix("/") || first[0] == "CONNECT"
        else {
            throw StandInProblem("the request begins with \(String(lines.first ?? "").debugDescription)")
        }
        let headers = try lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(where: \.isWhitespace) else {
                throw StandInProblem("a header line is \(String(line.prefix(40)).debugDescription)")
            }
            return RecordedRequest.Header(name: String(parts[0]), value: parts[1].trimmingBlanks)
        }
        request = RecordedRequest(method: String(first[0]), target: String(first[1]), headers: headers)
        guard request.values(of: "host").count == 1 else { throw StandInProblem("the request needs one host header") }
        let lengths = request.values(of: "content-length")
        switch (request[header: "transfer-encoding"]?.lowercased(), lengths.count) {
        case (nil, 0): return false
        case (nil, 1):
            guard let length = Int(lengths[0]), length >= 0, lengths[0].utf8.allSatisfy({ (48...57).contains($0) })
            else { throw StandInProblem("the content length is \(lengths[0].debugDescription)") }
            guard length <= limits.body else { throw StandInProblem("the body has more than \(limits.body) bytes") }
            if length > 0 { state = .body(remaining: length) }
            return length > 0 && expectsContinue
        case ("chunked", 0):
            state = .chunkSize
            return expectsContinue
        default: throw StandInProblem("the request's length is told twice, or in a way of its own")
        }
    }

    private var expectsContinue: Bool { request[header: "expect"]?.lowercased() == "100-continue" }

    private mutating func finished() -> Event {
        state = .head
        defer { request = RecordedRequest(method: "", target: "") }
        return .request(request)
    }

    // MARK: Taking bytes

    private mutating func take(upTo count: Int) -> Int {
        let taken = min(count, buffer.count - position)
        request.body += buffer[position..<position + taken]
        position += taken
        return taken
    }

    private mutating func takeHead() throws -> [Substring]? {
        guard let bytes = try take(through: "\r\n\r\n") else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    }

    private mutating func takeLine() throws -> String? {
        try take(through: "\r\n").map { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes before the mark. The position moves to the end of the mark.
    private mutating func take(through mark: String) throws -> ArraySlice<UInt8>? {
        let rest = buffer[position...]
        guard let end = rest.prefix(limits.head).firstRange(of: Array(mark.utf8)) else {
            guard rest.count < limits.head else {
                throw StandInProblem("a head or a chunk's line has more than \(limits.head) bytes")
            }
            return nil
        }
        position = end.upperBound
        return rest[..<end.lowerBound]
    }
}
