internal import HTTPTypes

/// Reads the head of an answer from the lines that curl hands over, one at a time.
///
/// It reads only the parts that decide how the exchange continues. The caller that asks for the fields reads them itself.
struct HeadReader {
    enum Step {
        case more
        /// The final head has arrived. Comes once.
        case final(status: Int, lines: HeadLines)
        case malformed(String)
        case tooLarge
    }

    private enum Place {
        case beforeStatus, fields, afterHead
    }

    private let limit: Int
    private var bytes = 0
    private var place = Place.beforeStatus
    private var status = 0
    private var lines = HeadLines()
    private var codings = 0
    /// Whether the last field that was read states the coding of the body.
    private var isCoding = false

    /// - Parameter limit: the most bytes of all lines, including those of interim answers and trailers.
    init(limit: Int) { self.limit = limit }

    /// Whether any line has arrived.
    var hasBegun: Bool { bytes > 0 }
    /// Whether a status line has arrived, which shows that the server speaks HTTP.
    private(set) var hasStatus = false

    mutating func read(_ line: UnsafeRawBufferPointer) -> Step {
        bytes += line.count
        guard bytes <= limit else { return .tooLarge }
        let line = line.trimmingLineEnd
        switch place {
        case .beforeStatus:
            guard let status = Self.status(of: line) else { return .malformed("the answer has no status") }
            self.status = status
            hasStatus = true
            lines = HeadLines()
            codings = 0
            isCoding = false
            place = .fields
            return .more
        case .fields:
            return line.isEmpty ? endOfFields() : readField(line)
        case .afterHead:
            // Trailers are counted; no caller needs them yet.
            return .more
        }
    }

    private mutating func endOfFields() -> Step {
        if status == 101 { return .malformed("the answer switches to another protocol") }
        if status < 200 {
            place = .beforeStatus
            return .more
        }
        place = .afterHead
        return .final(status: status, lines: lines)
    }

    private mutating func readField(_ line: UnsafeRawBufferPointer) -> Step {
        lines.append(line)
        var value = line
        if !HeadLines.isFolded(line) {
            isCoding = false
            guard let name = line.name("content-encoding") ?? line.name("transfer-encoding") else { return .more }
            isCoding = true
            value = UnsafeRawBufferPointer(rebasing: line[(name + 1)...])
        }
        guard isCoding else { return .more }
        codings += String(decoding: value, as: UTF8.self).split(separator: ",").count { coding in
            let coding = coding.lowercased().filter { !$0.isWhitespace }
            return coding != "chunked" && coding != "identity" && !coding.isEmpty
        }
        // Each layer multiplies what one read decompresses to, before any of it is delivered and can be counted.
        return codings > 1 ? .malformed("the answer is compressed more than once") : .more
    }

    /// The status in a line such as `HTTP/1.1 200 OK`; the reason is optional.
    private static func status(of line: UnsafeRawBufferPointer) -> Int? {
        guard line.starts(with: "HTTP/".utf8), let gap = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        let digits = line[(gap + 1)...].prefix(3)
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let status = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return status >= 100 ? status : nil
    }
}

/// The lines of a head between its status and its end, as they arrived.
struct HeadLines: Sendable {
    /// All lines, each with a line feed.
    private var bytes: [UInt8] = []

    fileprivate mutating func append(_ line: UnsafeRawBufferPointer) {
        // Enough for most heads, so that the bytes need not be moved.
        if bytes.isEmpty { bytes.reserveCapacity(960) }
        bytes.append(contentsOf: line)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Whether the line continues the field before it.
    fileprivate static func isFolded(_ line: UnsafeRawBufferPointer) -> Bool { line.first.map(isBlank) ?? false }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// The fields, in order; a line that is not a field is left out.
    var fields: HTTPFields {
        var fields: [HTTPField] = []
        bytes.withUnsafeBytes { bytes in
            for line in bytes.split(separator: UInt8(ascii: "\n")) {
                let line = UnsafeRawBufferPointer(rebasing: line)
                if Self.isFolded(line) {
                    guard let folded = fields.popLast() else { continue }
                    let value =
                        folded.withUnsafeBytesOfValue { [UInt8]($0) } + [UInt8(ascii: " ")] + Self.trimmed(line[...])
                    fields.append(HTTPField(name: folded.name, lenientValue: value))
                } else if let colon = line.firstIndex(of: UInt8(ascii: ":")),
                    let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
                {
                    fields.append(HTTPField(name: name, lenientValue: Self.trimmed(line[(colon + 1)...])))
                }
            }
        }
        return HTTPFields(fields)
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var bytes = bytes
        while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return bytes
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var trimmingLineEnd: UnsafeRawBufferPointer {
        var end = count
        while end > 0, self[end - 1] == UInt8(ascii: "\r") || self[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[..<end])
    }

    /// The end of the field's name if it is this name; nil if the field has another name.
    ///
    /// - Parameter name: in lower case.
    fileprivate func name(_ name: StaticString) -> Int? {
        let end = name.utf8CodeUnitCount
        guard count > end, self[end] == UInt8(ascii: ":") else { return nil }
        return (0..<end).allSatisfy { self[$0] | 0x20 == name.utf8Start[$0] | 0x20 } ? end : nil
    }
}
