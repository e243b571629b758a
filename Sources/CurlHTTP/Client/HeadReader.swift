internal import HTTPTypes

/// Reads the head of an answer from the lines that curl hands over, one at a time.
struct HeadReader {
    enum Step: Equatable {
        case more
        /// The final head is there. Comes once.
        case final(status: Int, fields: HTTPFields)
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
    private var fields: [HTTPField] = []
    private var codings = 0

    /// - Parameter limit: bytes of all lines, those of interim answers and trailers included.
    init(limit: Int) { self.limit = limit }

    /// Whether any line has come.
    var hasBegun: Bool { bytes > 0 }

    mutating func read(_ line: UnsafeRawBufferPointer) -> Step {
        bytes += line.count
        guard bytes <= limit else { return .tooLarge }
        var line = line[...]
        while line.last == Self.carriageReturn || line.last == Self.lineFeed { line.removeLast() }
        switch place {
        case .beforeStatus:
            guard let status = Self.status(of: line) else { return .malformed("the answer has no status") }
            self.status = status
            fields.removeAll(keepingCapacity: true)
            codings = 0
            place = .fields
            return .more
        case .fields:
            return line.isEmpty ? endOfFields() : readField(line)
        case .afterHead:
            // Trailers: counted, and not wanted by anybody yet.
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
        return .final(status: status, fields: HTTPFields(fields))
    }

    private mutating func readField(_ line: Slice<UnsafeRawBufferPointer>) -> Step {
        if let first = line.first, first == Self.space || first == Self.tab {
            // A folded line goes on with the field before.
            guard let folded = fields.popLast() else { return .more }
            let value = folded.withUnsafeBytesOfValue { [UInt8]($0) } + [Self.space] + Self.trimmed(line)
            fields.append(HTTPField(name: folded.name, lenientValue: value))
            return .more
        }
        guard let colon = line.firstIndex(of: Self.colon),
            let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
        else { return .more }
        let field = HTTPField(name: name, lenientValue: Self.trimmed(line[line.index(after: colon)...]))
        fields.append(field)
        if name == .contentEncoding || name == .transferEncoding {
            codings += field.value.split(separator: ",").count { coding in
                let coding = coding.lowercased().filter { !$0.isWhitespace }
                return coding != "chunked" && coding != "identity" && !coding.isEmpty
            }
            // Each layer multiplies what one read unpacks to, before any of it comes out and can be counted.
            if codings > 1 { return .malformed("the answer is compressed more than once") }
        }
        return .more
    }

    /// `HTTP/1.1 200 OK`, the reason being optional.
    private static func status(of line: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard line.starts(with: Array("HTTP/".utf8)), let gap = line.firstIndex(of: space) else { return nil }
        let digits = line[line.index(after: gap)...].prefix(3)
        guard digits.count == 3, let status = Int(String(decoding: digits, as: UTF8.self)), status >= 100 else {
            return nil
        }
        return status
    }

    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var bytes = bytes
        while let first = bytes.first, first == space || first == tab { bytes.removeFirst() }
        while let last = bytes.last, last == space || last == tab { bytes.removeLast() }
        return bytes
    }

    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let space = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")
    private static let colon = UInt8(ascii: ":")
}
