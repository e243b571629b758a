/// Gives the bytes of a text as UTF-8, piece by piece.
///
/// A text that begins with the byte order mark of UTF-16 is converted: Windows programs save it as "Unicode". So is a text
/// without a mark of which one of the first two bytes is 0: it is UTF-16 that begins with a Latin letter. All other bytes are
/// passed on as they are, without the mark of UTF-8.
package struct TextDecoding: Sendable {
    private enum Form {
        /// The first bytes, while they are too few to decide.
        case beginning([UInt8])
        case utf8
        case utf16(isBigEndian: Bool)
    }

    private var form = Form.beginning([])
    private var oddByte: UInt8?
    private var surrogate: UInt16?

    package init() {}

    /// The whole of a text as UTF-8.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        var decoding = TextDecoding()
        return decoding.utf8(bytes) + decoding.finish()
    }

    /// The next bytes as UTF-8, as far as they are complete.
    package mutating func utf8(_ bytes: [UInt8]) -> [UInt8] {
        switch form {
        case .utf8: return bytes
        case .utf16(let isBigEndian): return units(of: bytes, isBigEndian)
        case .beginning(let known):
            let first = known + bytes
            let marks: [(mark: [UInt8], form: Form)] = [
                ([0xFF, 0xFE], .utf16(isBigEndian: false)), ([0xFE, 0xFF], .utf16(isBigEndian: true)),
                ([0xEF, 0xBB, 0xBF], .utf8),
            ]
            for (mark, found) in marks where first.starts(with: mark) {
                form = found
                return utf8(Array(first.dropFirst(mark.count)))
            }
            guard first.count > 1, !marks.contains(where: { $0.mark.starts(with: first) }) else {
                form = .beginning(first)
                return []
            }
            guard (first[0] == 0) != (first[1] == 0) else {
                form = .utf8
                return first
            }
            form = .utf16(isBigEndian: first[0] == 0)
            return utf8(first)
        }
    }

    /// What is left at the end: a part of a character becomes U+FFFD.
    package mutating func finish() -> [UInt8] {
        defer { self = TextDecoding() }
        if case .beginning(let first) = form { return first }
        return oddByte == nil && surrogate == nil ? [] : Array("\u{FFFD}".utf8)
    }

    private mutating func units(of bytes: [UInt8], _ isBigEndian: Bool) -> [UInt8] {
        var bytes = oddByte.map { [$0] + bytes } ?? bytes
        oddByte = bytes.count.isMultiple(of: 2) ? nil : bytes.removeLast()
        var units = surrogate.map { [$0] } ?? []
        surrogate = nil
        for place in stride(from: 0, to: bytes.count, by: 2) {
            let (one, other) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            units.append(isBigEndian ? one << 8 | other : other << 8 | one)
        }
        if let last = units.last, UTF16.isLeadSurrogate(last) { surrogate = units.removeLast() }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
