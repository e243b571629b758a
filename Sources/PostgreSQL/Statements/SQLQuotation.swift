/// Finds the parts of a statement that are not read as SQL: texts, quoted names and comments.
enum SQLQuotation {
    /// The index after such a part, if one begins at an index.
    static func end(in bytes: [UInt8], at index: Int) -> Int? {
        switch bytes[index] {
        case UInt8(ascii: "'"): quoted(in: bytes, from: index, hasEscapes: isEscaped(bytes, index))
        case UInt8(ascii: "\""): quoted(in: bytes, from: index, hasEscapes: false)
        case UInt8(ascii: "-") where next(bytes, index) == UInt8(ascii: "-"):
            bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        case UInt8(ascii: "/") where next(bytes, index) == UInt8(ascii: "*"): comment(in: bytes, from: index)
        case UInt8(ascii: "$"): dollarQuoted(in: bytes, from: index)
        default: nil
        }
    }

    /// Whether a byte may be inside a name.
    static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }

    private static func next(_ bytes: [UInt8], _ index: Int) -> UInt8? {
        index + 1 < bytes.count ? bytes[index + 1] : nil
    }

    /// Whether the text is `E'…'`, in which a backslash quotes.
    private static func isEscaped(_ bytes: [UInt8], _ index: Int) -> Bool {
        guard index > 0, bytes[index - 1] | 0x20 == UInt8(ascii: "e") else { return false }
        return index == 1 || !isPartOfName(bytes[index - 2])
    }

    private static func quoted(in bytes: [UInt8], from start: Int, hasEscapes: Bool) -> Int {
        let mark = bytes[start]
        var index = start + 1
        while index < bytes.count {
            if hasEscapes, bytes[index] == UInt8(ascii: "\\") {
                index += 2
            } else if bytes[index] != mark {
                index += 1
            } else if next(bytes, index) == mark {
                index += 2
            } else {
                return index + 1
            }
        }
        return bytes.count
    }

    private static func comment(in bytes: [UInt8], from start: Int) -> Int {
        var (index, depth) = (start, 0)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "/"), next(bytes, index) == UInt8(ascii: "*") {
                (index, depth) = (index + 2, depth + 1)
            } else if bytes[index] == UInt8(ascii: "*"), next(bytes, index) == UInt8(ascii: "/") {
                (index, depth) = (index + 2, depth - 1)
                if depth == 0 { return index }
            } else {
                index += 1
            }
        }
        return bytes.count
    }

    /// `$$…$$` or `$name$…$name$`.
    private static func dollarQuoted(in bytes: [UInt8], from start: Int) -> Int? {
        guard start == 0 || !isPartOfName(bytes[start - 1]) else { return nil }
        let name = bytes[(start + 1)...].prefix(while: isPartOfName)
        guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "$"),
            !(name.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false)
        else { return nil }
        let mark = bytes[start...name.endIndex]
        var index = mark.endIndex
        while index + mark.count <= bytes.count {
            if bytes[index] == UInt8(ascii: "$"), bytes[index..<index + mark.count].elementsEqual(mark) {
                return index + mark.count
            }
            index += 1
        }
        return bytes.count
    }
}
