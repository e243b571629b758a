/// Cuts a stream of bytes into lines, whatever chunks it comes in.
///
/// Lines end in LF, CRLF or CR (WHATWG HTML, §9.2.5 "Parsing an event stream"). A CR at the end of a chunk ends its line
/// at once; the LF that may follow in the next chunk is skipped there.
struct LineSplitter: Sendable {
    /// The longest line that is accepted, in bytes.
    let limit: Int
    /// The beginning of a line that has not ended yet.
    private(set) var rest: [UInt8] = []
    private var endedInReturn = false

    init(limit: Int) { self.limit = limit }

    /// Takes in some bytes and returns the lines that are complete now, without their line ends, in order.
    ///
    /// - Throws: ``HTTPFailure`` of kind `tooLarge` for a line above the limit.
    mutating func push(_ bytes: [UInt8]) throws(HTTPFailure) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = 0
        if endedInReturn, bytes.first == 0x0A { start = 1 }
        if !bytes.isEmpty { endedInReturn = bytes.last == 0x0D }
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == 0x0A || byte == 0x0D else {
                index += 1
                continue
            }
            try extend(with: bytes[start..<index])
            lines.append(rest)
            rest = []
            index += byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
            start = index
        }
        try extend(with: bytes[start...])
        return lines
    }

    private mutating func extend(with bytes: ArraySlice<UInt8>) throws(HTTPFailure) {
        guard rest.count + bytes.count <= limit else {
            throw HTTPFailure(
                .tooLarge, "a line of the answer is longer than \(limit) bytes", mayHaveBeenProcessed: true)
        }
        rest.append(contentsOf: bytes)
    }
}
