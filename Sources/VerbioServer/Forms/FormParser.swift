internal import Glibc
internal import Plumbing

/// Reads `multipart/form-data` (RFC 7578) piece by piece, however the bytes are cut.
///
/// Memory holds at most the delimiter's length or the head of one part. The content of a part is passed on piece by piece.
struct FormParser {
    enum Event: Hashable {
        /// A part begins.
        case part(FormPart)
        /// The next bytes of the part.
        case content([UInt8])
        /// The part has ended.
        case partEnd
    }

    private enum Place { case preamble, delimiter, head, content, end }

    /// The most bytes of one part's header fields.
    static let longestHead = 8 << 10
    /// The most characters of a boundary, by RFC 2046.
    static let longestBoundary = 70

    private let delimiter: [UInt8]
    private var place = Place.preamble
    // The first delimiter has no line end before it; all others have one.
    private var buffer = Array("\r\n".utf8)

    /// - Parameter contentType: the value of the field `Content-Type`.
    /// - Throws: ``Problem`` of kind `usage`, code `form.malformed`, if it names no usable boundary.
    init(contentType: String) throws(Problem) {
        let boundary = HeaderParameters(contentType)["boundary"] ?? ""
        guard (1...Self.longestBoundary).contains(boundary.utf8.count), boundary.utf8.allSatisfy({ 32..<127 ~= $0 })
        else {
            throw Self.malformed("its Content-Type names no boundary of 1 to \(Self.longestBoundary) characters")
        }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Takes the next bytes of the body.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `form.malformed`.
    mutating func read(_ bytes: some Sequence<UInt8>) throws(Problem) -> [Event] {
        guard place != .end else { return [] }
        buffer.append(contentsOf: bytes)
        var events: [Event] = []
        var start = 0
        while place != .end {
            let (next, isShort) = try step(from: start, &events)
            start = next
            if isShort { break }
        }
        buffer.removeFirst(start)
        return events
    }

    /// - Returns: where the next step begins, and whether more bytes are needed for it.
    private mutating func step(
        from start: Int, _ events: inout [Event]
    ) throws(Problem) -> (next: Int, isShort: Bool) {
        switch place {
        case .preamble, .content:
            let (found, safe) = search(from: start)
            if place == .content, safe > start { events.append(.content(Array(buffer[start..<safe]))) }
            guard let found else { return (safe, true) }
            if place == .content { events.append(.partEnd) }
            place = .delimiter
            return (found + delimiter.count, false)
        case .delimiter: return try passDelimiter(from: start)
        case .head: return try readHead(from: start, &events)
        case .end: return (start, true)
        }
    }

    /// The next delimiter, and the end of the bytes that certainly are not part of one.
    private func search(from start: Int) -> (found: Int?, safe: Int) {
        buffer.withUnsafeBytes { raw in
            var place = start
            while let base = raw.baseAddress, place < raw.count,
                let hit = memchr(base + place, 13, raw.count - place)
            {
                place = UnsafeRawPointer(hit) - base
                let rest = min(delimiter.count, raw.count - place)
                if memcmp(base + place, delimiter, rest) == 0 {
                    return (rest == delimiter.count ? place : nil, place)
                }
                place += 1
            }
            return (nil, raw.count)
        }
    }

    /// After a delimiter there is `--` at the end of the form, or else a line end, which spaces may precede.
    private mutating func passDelimiter(from start: Int) throws(Problem) -> (next: Int, isShort: Bool) {
        var place = start
        while place < buffer.count, [32, 9].contains(buffer[place]), place - start < 64 { place += 1 }
        guard place + 1 < buffer.count else { return (start, true) }
        switch (buffer[place], buffer[place + 1]) {
        case (13, 10):
            self.place = .head
            return (place + 2, false)
        case (45, 45):
            self.place = .end
            return (place + 2, false)
        default: throw Self.malformed("a boundary is not followed by the end of its line")
        }
    }

    private mutating func readHead(
        from start: Int, _ events: inout [Event]
    ) throws(Problem) -> (next: Int, isShort: Bool) {
        var place = start
        while place + 3 < buffer.count {
            if buffer[place] == 13, buffer[place + 1] == 10, buffer[place + 2] == 13, buffer[place + 3] == 10 {
                // The name of a file may be in another encoding; it is not used.
                events.append(.part(try FormPart(String(decoding: buffer[start..<place], as: UTF8.self))))
                self.place = .content
                return (place + 4, false)
            }
            place += 1
        }
        guard buffer.count - start <= Self.longestHead else {
            throw Self.malformed("the header fields of a part have more than \(Self.longestHead) bytes")
        }
        return (start, true)
    }

    /// What is wrong with a form whose bytes end here; nil if it is complete.
    var fault: Problem? {
        // The delimiter begins with a line end.
        let line = String(decoding: delimiter.dropFirst(2), as: UTF8.self)
        switch place {
        case .end: return nil
        case .preamble:
            return Self.malformed(
                "it has no line \(line), as the boundary in its Content-Type says",
                cure: "begin each part with this line, and end lines with CR LF")
        case .delimiter, .head, .content:
            return Problem(
                .input, "body.truncated", "the form ended without its last line",
                cure: "send all of it, and then the line \(line)--")
        }
    }

    static func malformed(_ what: String, cure: String = "send it as browsers and curl -F do") -> Problem {
        Problem(.usage, "form.malformed", "the form cannot be read: \(what)", cure: cure)
    }
}
