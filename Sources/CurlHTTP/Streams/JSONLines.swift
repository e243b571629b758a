/// Reads newline-delimited JSON from bytes in any chunks: one document per line; blank lines are skipped.
package struct JSONLineParser: Sendable {
    private var lines: LineSplitter

    /// - Parameter limit: the most bytes of one line.
    package init(limit: Int = 16 << 20) { lines = LineSplitter(limit: limit) }

    /// Takes in some bytes and returns the lines that are complete now, in order, not yet decoded.
    ///
    /// - Throws: ``HTTPFailure`` of kind `tooLarge`.
    package mutating func push(_ bytes: [UInt8]) throws(HTTPFailure) -> [[UInt8]] {
        try lines.push(bytes).filter { !Self.isBlank($0) }
    }

    /// The last line, if no line feed ended it. It may be cut: only decoding it can show that.
    package func finish() -> [UInt8]? { Self.isBlank(lines.rest) ? nil : lines.rest }

    private static func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}
