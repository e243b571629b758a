extension Character {
    /// The number of terminal columns: 2 for East Asian Wide and Fullwidth characters and emoji, otherwise 1. It is 0
    /// for a combining mark alone and for characters that show nothing.
    ///
    /// The ranges are those of Unicode's `EastAsianWidth.txt` and `emoji-data.txt`, as terminals use them. The scalars after
    /// the first one (marks, joined emoji, a skin tone) take no columns of their own. Variation selector 16 turns a sign into
    /// an emoji.
    package var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.isASCII { return first.value < 0x20 || first.value == 0x7F ? 0 : 1 }
        if first.isWide || unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: return 1
        }
    }
}

extension Unicode.Scalar {
    /// Whether it takes the width of two Latin letters.
    package var isWide: Bool {
        guard value >= 0x1100 else { return false }
        return switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
            true
        default: properties.isEmojiPresentation
        }
    }
}

extension StringProtocol {
    /// The number of terminal columns, on one line.
    package var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension String {
    /// The text, padded with trailing spaces to this number of columns.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - columns)) }

    /// The text on one line of at most this many columns, with an ellipsis if something is left out. Characters that could move
    /// a terminal's cursor or reverse the direction of writing are dropped.
    package func clipped(to width: Int) -> String {
        let plain = String(unicodeScalars.filter { !$0.isHarmful })
        guard plain.columns > width else { return plain }
        var clipped = ""
        var room = width - 1
        for character in plain {
            room -= character.columns
            guard room >= 0 else { break }
            clipped.append(character)
        }
        return width > 0 ? clipped + "…" : ""
    }

    /// The text in lines of at most this many columns, broken at spaces and between characters of scripts without spaces.
    ///
    /// - Parameters:
    ///   - indent: columns by which all lines but the first are moved in; at most a third of the width is used.
    ///   - cutsWords: whether a word that is longer than a line is cut. If not, it stays whole, as a path that is to be copied.
    package func wrapped(to width: Int, under indent: Int = 0, cutsWords: Bool = true) -> [String] {
        let width = Swift.max(8, width)
        let margin = String(repeating: " ", count: Swift.max(0, Swift.min(indent, width / 3)))
        return split(separator: "\n", omittingEmptySubsequences: false).flatMap {
            LineBreaking(String($0), width: width, margin: margin, cutsWords: cutsWords).lines
        }
    }
}

/// Breaks one line.
private struct LineBreaking {
    private(set) var lines: [String] = []

    private let margin: String
    private let width: Int
    private let cutsWords: Bool
    private var line: [Character] = []
    private var used = 0
    /// Where the line can be broken: how many of its characters come before the break.
    private var lastBreak: Int?

    init(_ text: String, width: Int, margin: String, cutsWords: Bool) {
        self.margin = margin
        self.width = width
        self.cutsWords = cutsWords
        guard text.columns > width else {
            lines = [text]
            return
        }
        for character in text { take(character) }
        if !line.isEmpty { lines.append(String(line)) }
    }

    private mutating func take(_ character: Character) {
        let isBlank = character == " " || character == "\t"
        // A blank at the margin would move the line in further.
        if isBlank, !lines.isEmpty, line.count <= margin.count { return }
        if !isBlank, let last = line.last, canBreak(last, character) { lastBreak = line.count }
        line.append(character)
        used += character.columns
        if used > width, !isBlank { breakUp() }
    }

    private func canBreak(_ last: Character, _ next: Character) -> Bool {
        if last == " " || last == "\t" { return line.contains { $0 != " " } }
        if last.isWideLetter || next.isWideLetter { return !next.isPunctuation }
        // A path is preferably broken after a slash.
        return cutsWords && last == "/" && next != "/" && lastBreak == nil && used > width / 2
    }

    private mutating func breakUp() {
        while used > width {
            let found = lastBreak.flatMap { $0 > margin.count || lines.isEmpty ? $0 : nil }
            guard let place = found ?? (cutsWords ? most : nil) else { return }
            lastBreak = nil
            var first = line[..<place]
            while let last = first.last, last == " " || last == "\t" { first.removeLast() }
            lines.append(String(first))
            line = Array(margin) + line[place...]
            used = line.reduce(0) { $0 + $1.columns }
        }
    }

    /// How many characters fit into a line.
    private var most: Int {
        var room = width
        return line.firstIndex { character in
            room -= character.columns
            return room < 0
        } ?? line.count
    }
}

extension Character {
    /// Whether a line may be broken before and after it: the scripts without spaces.
    fileprivate var isWideLetter: Bool {
        guard let value = unicodeScalars.first?.value else { return false }
        return (0x3041...0x30FF).contains(value) || (0x3400...0x9FFF).contains(value) || value >= 0x20000
    }
}
