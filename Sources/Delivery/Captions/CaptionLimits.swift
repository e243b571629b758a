internal import Language

/// The limits of a caption in a language: the values of Netflix's style guides, as they are in SubtitleEdit's quality
/// controller.
struct CaptionLimits {
    /// Characters (grapheme clusters) on one line. If the script is not full-width itself, a full-width character counts as
    /// two.
    var columns: Int
    /// Characters that an adult reads in a second.
    var charactersPerSecond: Int
    var countsFullWidthTwice: Bool

    static let lines = 2
    /// Milliseconds: 5/6 s, 7 s, and two frames at 24 frames per second.
    static let shortest = 833
    static let longest = 7_000
    static let gap = 83
    /// A caption that lasts less than a second joins its neighbour, if the pause between them is no more than a second.
    static let brief = 1_000
    static let joiningPause = 1_000
    /// Characters a second that all readers can follow. Even if adults can read more, captions are slower if there is time for
    /// it.
    static let comfortableSpeed = 17

    static func of(_ language: LanguageCode) -> CaptionLimits {
        switch language {
        case .en, .ar: CaptionLimits(columns: 42, charactersPerSecond: 20, countsFullWidthTwice: true)
        case .es, .fr, .de, .it, .pt, .ru:
            CaptionLimits(columns: 42, charactersPerSecond: 17, countsFullWidthTwice: true)
        case .hi: CaptionLimits(columns: 42, charactersPerSecond: 22, countsFullWidthTwice: true)
        case .ja: CaptionLimits(columns: 23, charactersPerSecond: 4, countsFullWidthTwice: false)
        case .ko: CaptionLimits(columns: 16, charactersPerSecond: 12, countsFullWidthTwice: false)
        case .zh: CaptionLimits(columns: 16, charactersPerSecond: 9, countsFullWidthTwice: false)
        }
    }

    func width(of character: Character) -> Int {
        countsFullWidthTwice && character.isFullWidth ? 2 : 1
    }

    /// Characters a second that are read with ease.
    var easySpeed: Int { min(Self.comfortableSpeed, charactersPerSecond) }

    /// Milliseconds that it takes to read so many columns with ease, within the limits of a caption's length.
    func readingTime(columns: Int) -> Int {
        max(Self.shortest, min(Self.longest, (columns * 1_000 + easySpeed - 1) / easySpeed))
    }
}

extension Character {
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
    var breaksAnywhere: Bool {
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
