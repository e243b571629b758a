/// The largest width at which a text may be drawn. The reader of an SVG has other fonts than its writer, so it cannot be
/// measured.
///
/// The widths are those of DejaVu Sans Bold, the widest of the fonts that the pictures name, for kinds of characters.
enum TextWidth {
    /// In points.
    static func ofText(_ text: some StringProtocol, size: Double) -> Double {
        text.reduce(0) { $0 + width($1) } * size
    }

    /// The longest beginning that fits, with an ellipsis if something is left out.
    static func cut(_ text: String, size: Double, room: Double) -> String {
        guard ofText(text, size: size) > room else { return text }
        var left = room - width("…") * size
        let kept = text.prefix { character in
            left -= width(character) * size
            return left >= 0
        }
        return kept + "…"
    }

    /// The width as a fraction of the font size.
    private static func width(_ character: Character) -> Double {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch character {
        case "i", "j", "l", "I", "f", "t", "r", " ", ".", ",", ":", ";", "!", "'", "|", "(", ")", "[", "]", "-":
            return 0.53
        case "m", "w", "M", "W", "@", "%", "…": return 1.11
        case "a"..."z", "0"..."9", "_": return 0.72
        default: break
        }
        if character.unicodeScalars.contains(where: { $0.properties.isEmojiPresentation }) { return 1.4 }
        switch scalar.value {
        // A full square: Chinese, Japanese, Korean, and the wide forms of other letters.
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFFE6,
            0x20000...0x3FFFF:
            return 1.05
        // Capitals and all other letters of the alphabets next to ours.
        case 0x41...0x5A, 0xC0...0x24F: return 0.87
        // Some are as wide as a "W", some are ligatures of several letters.
        default: return 1.11
        }
    }
}
