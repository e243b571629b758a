package import Language

/// How wide the lines of captions may be in one language, and how fast they are read.
///
/// Widths are counted in columns. A Latin letter takes one. A grapheme cluster counts as one character: a letter with its
/// accents, a Devanagari syllable, an emoji. Marks of direction take no column.
package struct CaptionLimits: Sendable, Hashable {
    /// The columns of a line.
    package var columns: Int
    /// The columns that are read in a second.
    package var columnsPerSecond: Int
    /// The columns of a full-width character: East Asian Wide and Fullwidth, and emoji.
    package let fullWidth: Int
    /// The columns of what the guides call one character of the language: 2 if a half-width one counts as half.
    package let columnsPerCharacter: Int

    /// - Parameters:
    ///   - characters: the most characters of a line.
    ///   - perSecond: the most characters that are read in a second.
    ///
    /// Japanese counts full-width characters, and half-width ones as half (Netflix, Japanese Timed Text Style Guide). In Chinese and
    /// Korean each character counts as one. In all others, a full-width one counts as two.
    package init(_ language: LanguageCode, characters: Int, perSecond: Int) {
        columnsPerCharacter = language == .ja ? 2 : 1
        fullWidth = language == .zh || language == .ko ? 1 : 2
        columns = characters * columnsPerCharacter
        columnsPerSecond = perSecond * columnsPerCharacter
    }

    package func width(of character: Character) -> Int {
        if character.isFormatMark { return 0 }
        return character.isFullWidth ? fullWidth : 1
    }

    /// The columns of a text on one line.
    package func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    /// Characters a second that all readers can follow. Even if a profile allows more, captions are slower if there is time for it.
    package static let comfortableSpeed = 17

    /// Columns a second that are read with ease.
    package var easySpeed: Int { min(Self.comfortableSpeed * columnsPerCharacter, columnsPerSecond) }
}

extension Character {
    /// Whether it is an invisible mark, such as one of direction.
    package var isFormatMark: Bool {
        unicodeScalars.allSatisfy { $0.value >= 0x200B && $0.properties.generalCategory == .format }
    }

    /// Whether the character takes the width of two Latin letters: East Asian Wide and Fullwidth, and emoji.
    var isFullWidth: Bool {
        guard let value = unicodeScalars.first?.value, value >= 0x1100 else { return false }
        return switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// Whether the character belongs to a script in which a line may break between any two characters.
    package var breaksAnywhere: Bool {
        guard let value = unicodeScalars.first?.value, value >= 0x2E80 else { return false }
        return switch value {
        case 0x2E80...0x2FDF, 0x3000...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0xFF01...0xFF60, 0xFF65...0xFF9F, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    var isHiragana: Bool {
        unicodeScalars.first.map { (0x3041...0x309F).contains($0.value) } ?? false
    }
}
