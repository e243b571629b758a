package import Captions
internal import Language

/// Marks around the lines of captions that run from right to left.
///
/// Many players lay out every line from left to right unless marks give another direction. Then the full stop of an Arabic line
/// is at its beginning. The marks are invisible. In a caption of two directions the lines that run from left to right get
/// marks, too.
package enum DirectionMarks: String, Sendable, CaseIterable {
    /// Embeddings: around all such lines of SRT, because players of SRT need them. Players of WebVTT use a line's first letter,
    /// so in WebVTT only lines whose first letter gives the wrong direction have marks.
    case auto
    /// U+202B or U+202A, and U+202C after the line: supported by the oldest players.
    case embed
    /// U+2067 or U+2066, and U+2069 after the line.
    case isolate
    case none

    /// The cue with its marks. If a line has marks already, it stays as it is.
    ///
    /// - Parameter goesByLetters: whether players of the format use the first letter of a line.
    package func marked(_ cue: CaptionCue, goesByLetters: Bool) -> CaptionCue {
        guard self != .none, cue.languages.contains(where: \.isRightToLeft) else { return cue }
        var marked = cue
        for (index, language) in zip(cue.lines.indices, cue.languages) {
            let line = cue.lines[index]
            let isEvident = self == .auto && goesByLetters && Self.runsRightToLeft(line) == language.isRightToLeft
            if !isEvident { marked.lines[index] = enclosed(line, isRightToLeft: language.isRightToLeft) }
        }
        return marked
    }

    private func enclosed(_ line: String, isRightToLeft: Bool) -> String {
        guard let first = line.unicodeScalars.first, !Self.beginnings.contains(first) else { return line }
        return self == .isolate
            ? (isRightToLeft ? "\u{2067}" : "\u{2066}") + line + "\u{2069}"
            : (isRightToLeft ? "\u{202B}" : "\u{202A}") + line + "\u{202C}"
    }

    /// Marks with which a line may begin.
    private static let beginnings: Set<Unicode.Scalar> = ["\u{202A}", "\u{202B}", "\u{2066}", "\u{2067}", "\u{2068}"]

    /// The direction of a line by its first letter; from left to right if it has none.
    private static func runsRightToLeft(_ line: String) -> Bool {
        line.unicodeScalars.first(where: \.properties.isAlphabetic).map(Self.isRightToLeft) ?? false
    }

    private static func isRightToLeft(_ letter: Unicode.Scalar) -> Bool {
        switch letter.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
