/// A text as the number reader sees it. It is in lower case, without accents, optional vowel signs and invisible marks; each
/// scalar has its place in the text.
struct FoldedText {
    private(set) var scalars: [Unicode.Scalar] = []
    /// For each scalar the index of its beginning in the text, and the text's end.
    private var positions: [String.Index] = []
    private var ends: [String.Index] = []

    init(_ text: String) {
        let view = text.unicodeScalars
        scalars.reserveCapacity(view.count)
        var index = view.startIndex
        while index < view.endIndex {
            let next = view.index(after: index)
            for scalar in Self.folded(view[index]) {
                scalars.append(scalar)
                positions.append(index)
                ends.append(next)
            }
            index = next
        }
    }

    var count: Int { scalars.count }

    subscript(_ offset: Int) -> Unicode.Scalar? { scalars.indices.contains(offset) ? scalars[offset] : nil }

    func text(_ range: Range<Int>) -> String {
        var result = ""
        result.unicodeScalars.append(contentsOf: scalars[range])
        return result
    }

    /// The range of the text that the scalars came from.
    func range(_ range: Range<Int>) -> Range<String.Index> { positions[range.lowerBound]..<ends[range.upperBound - 1] }

    /// Whether the scalars at an offset begin with these.
    func hasPrefix(_ prefix: [Unicode.Scalar], at offset: Int) -> Bool {
        offset + prefix.count <= scalars.count && scalars[offset..<offset + prefix.count].elementsEqual(prefix)
    }

    /// The words of a list, each folded. Tables of words are written as such lists.
    static func words(_ list: some StringProtocol) -> [String] {
        list.split(whereSeparator: \.isWhitespace).map { fold(String($0)) }
    }

    /// A word folded the same way.
    static func fold(_ word: String) -> String {
        var result = ""
        for scalar in word.unicodeScalars { result.unicodeScalars.append(contentsOf: folded(scalar)) }
        return result
    }

    private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar.value {
        case 0x41...0x5A: return [Unicode.Scalar(UInt8(scalar.value) + 32)]
        case 0x20...0x7E: return [scalar]
        // Accents, soft hyphen, joiners, directional marks, Arabic vowel signs and tatweel, nukta.
        case 0x300...0x36F, 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF, 0x640, 0x64B...0x652,
            0x670, 0x93C, 0x61C:
            return []
        case 0x901: return ["\u{902}"]
        case 0x958...0x95F: return [devanagari[Int(scalar.value - 0x958)]]
        case 0x622, 0x623, 0x625, 0x671: return ["\u{627}"]
        case 0x649: return ["\u{64A}"]
        case 0xDF: return ["s", "s"]
        case 0x451, 0x401: return ["\u{435}"]
        // Full-width letters, digits and signs, except the comma and the full stop, which end a clause.
        case 0xFF01...0xFF0B, 0xFF0D...0xFF5E:
            return Unicode.Scalar(scalar.value - 0xFEE0).map(folded) ?? [scalar]
        case 0xC0...0x17F:
            return latin[scalar] ?? Array(scalar.properties.lowercaseMapping.unicodeScalars)
        default:
            return scalar.properties.isUppercase ? Array(scalar.properties.lowercaseMapping.unicodeScalars) : [scalar]
        }
    }

    private static let devanagari: [Unicode.Scalar] = ["क", "ख", "ग", "ज", "ड", "ढ", "फ", "य"]

    private static let latin: [Unicode.Scalar: [Unicode.Scalar]] = {
        var table: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        let rows: [(Unicode.Scalar, String)] = [
            ("a", "àáâãäåÀÁÂÃÄÅ"), ("e", "èéêëÈÉÊË"), ("i", "ìíîïÌÍÎÏ"), ("o", "òóôõöÒÓÔÕÖ"), ("u", "ùúûüÙÚÛÜ"),
            ("c", "çÇ"), ("n", "ñÑ"),
        ]
        for (base, accented) in rows { for scalar in accented.unicodeScalars { table[scalar] = [base] } }
        table["œ"] = ["o", "e"]
        table["Œ"] = ["o", "e"]
        return table
    }()
}
