/// The words of a file's code, line by line, without comments, imports and what is between quotation marks.
struct CodeLines {
    private struct Line {
        var isIndented: Bool
        var words: [Word] = []
    }

    private struct Word {
        var text: String
        var isBehindDot: Bool

        var isType: Bool { text.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false }
    }

    private let lines: [Line]

    init(_ text: String) {
        var lines: [Line] = []
        var isInText = false
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let code = Self.code(Array(line), &isInText)
            guard !code.words.prefix(2).contains(where: { $0.text == "import" }) else { continue }
            lines.append(code)
        }
        self.lines = lines
    }

    /// The names of types, but for those that follow a dot.
    var namedTypes: Set<String> {
        Set(lines.flatMap(\.words).filter { $0.isType && !$0.isBehindDot }.map(\.text))
    }

    /// The types that are declared.
    ///
    /// - Parameter atAnyDepth: whether types below others count, and private ones. The layout of the code, which is checked, has
    ///   all others at the beginnings of lines.
    func types(atAnyDepth: Bool) -> Set<String> {
        let kinds: Set = ["struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype"]
        var found: Set<String> = []
        for line in lines where atAnyDepth || !line.isIndented {
            for (index, word) in line.words.enumerated().dropLast() where kinds.contains(word.text) {
                let isPrivate = line.words[..<index].contains { $0.text.hasSuffix("private") }
                let name = line.words[index + 1]
                if name.isType, atAnyDepth || !isPrivate { found.insert(name.text) }
            }
        }
        return found
    }

    /// - Parameter isInText: whether the line begins in a text of several lines, and, afterwards, whether it ends in one.
    private static func code(_ bytes: [UInt8], _ isInText: inout Bool) -> Line {
        let (quote, slash) = (UInt8(ascii: "\""), UInt8(ascii: "/"))
        var line = Line(isIndented: bytes.first == UInt8(ascii: " "))
        var at = 0
        while at < bytes.count {
            let rest = bytes[at...]
            if bytes[at] == quote, rest.starts(with: [quote, quote, quote]) {
                isInText.toggle()
                at += 3
            } else if isInText {
                at += 1
            } else if bytes[at] == slash, rest.starts(with: [slash, slash]) {
                break
            } else if bytes[at] == quote {
                at += 1
                while at < bytes.count, bytes[at] != quote { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
                at += 1
            } else if isWordPart(bytes[at]) {
                let end = rest.firstIndex { !isWordPart($0) } ?? bytes.count
                let isBehindDot = at > 0 && bytes[at - 1] == UInt8(ascii: ".")
                line.words.append(
                    Word(text: String(decoding: bytes[at..<end], as: UTF8.self), isBehindDot: isBehindDot))
                at = end
            } else {
                at += 1
            }
        }
        return line
    }

    private static func isWordPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
