internal import Language

/// Joins a text that its server has cut into segments or lines.
///
/// whisper.cpp's server begins a new segment after 60 characters, within a word if necessary. Whisper's words begin with a
/// space. So a segment that begins without one continues the previous word, if other segments have kept their spaces. A server
/// that has removed all spaces cuts between words, except whisper.cpp's, whose text stays as it was cut.
struct SegmentedText {
    private let pieces: [String]
    private let isUnspaced: Bool
    private let cutsWords: Bool

    /// - Parameters:
    ///   - pieces: segments or lines in their order, with their original spaces.
    ///   - cutsWords: whether the server cuts within words.
    init(_ pieces: [String], _ language: LanguageCode, cutsWords: Bool) {
        self.pieces = pieces
        isUnspaced = language.isWrittenWithoutSpaces
        self.cutsWords = cutsWords
    }

    /// Whether the pieces have kept the spaces before words.
    var showsBlanks: Bool { pieces.contains { $0.first?.isWhitespace ?? false } }

    /// All characters that are not spaces: two ways of cutting the same text agree in them.
    static func letters(_ pieces: [String]) -> String { String(pieces.joined().filter { !$0.isWhitespace }) }

    /// The whole as one line.
    var joined: String {
        let showsBlanks = showsBlanks
        var text = ""
        var endsInBlank = false
        for piece in pieces {
            let trimmed = piece.trimmingBlanks
            let hasBlank = endsInBlank || piece.first?.isWhitespace ?? false
            endsInBlank = piece.last?.isWhitespace ?? false || trimmed.isEmpty && hasBlank
            guard let right = trimmed.first else { continue }
            guard let left = text.last else {
                text = trimmed
                continue
            }
            text += separator(left, right, of: text, trimmed, hasBlank: hasBlank, showsBlanks)
            text += trimmed
        }
        return text
    }

    private func separator(
        _ left: Character, _ right: Character, of text: String, _ next: String, hasBlank: Bool, _ showsBlanks: Bool
    ) -> String {
        let isEastern = left.isWrittenWithoutSpaces || right.isWrittenWithoutSpaces
        if hasBlank { return isUnspaced && isEastern ? "" : " " }
        if isEastern || isUnspaced && !(left.isLetter && right.isLetter) { return "" }
        if Self.closing.contains(right) || right.isMark { return "" }
        if Self.openings.contains(right) { return " " }
        // A sentence ends here, but not within `U.S.`.
        if Self.stops.contains(left) {
            let isInitial = text.dropLast().last?.isUppercase ?? false && text.dropLast(2).last?.isLetter != true
            return right.isNumber && left == "." || isInitial && right.isUppercase && next.dropFirst().first == "."
                ? "" : " "
        }
        if Self.pauses.contains(left) { return right.isNumber && left != ";" ? "" : " " }
        if showsBlanks { return "" }
        return cutsWords && Self.mayContinue(left, right) ? "" : " "
    }

    /// Whether two characters may be adjacent within a word. A capital letter mostly begins a word.
    private static func mayContinue(_ left: Character, _ right: Character) -> Bool {
        let isInside = left.isLetter || left.isNumber || joints.contains(left)
        return isInside && (right.isLetter && !right.isUppercase || right.isNumber || joints.contains(right))
    }

    private static let stops: Set<Character> = [".", "!", "?", "…", "؟", "।"]
    private static let pauses: Set<Character> = [",", ";", ":", "،"]
    private static let closing: Set<Character> = [
        ".", ",", ";", ":", "!", "?", "%", ")", "]", "”", "»", "…", "،", "؟", "।",
    ]
    private static let openings: Set<Character> = ["(", "[", "“", "„", "«", "¿", "¡", "\"", ">", "–", "—", "♪", "*"]
    private static let joints: Set<Character> = ["'", "’", "-", "‐", "‑", "ـ"]
}

extension Character {
    /// Whether the character belongs to the letter before it, as a vowel sign or an accent does.
    fileprivate var isMark: Bool {
        let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .enclosingMark]
        return unicodeScalars.first.map { marks.contains($0.properties.generalCategory) } ?? false
    }

    /// Chinese characters and kana, and their marks. Hangul is written with spaces.
    var isWrittenWithoutSpaces: Bool {
        unicodeScalars.first.map { scalar in
            switch scalar.value {
            case 0x3000...0x312F, 0x31A0...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF9F, 0x20000...0x3FFFF: true
            default: false
            }
        } ?? false
    }
}
