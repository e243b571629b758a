/// Counts the letters of a text by script, by their folded values.
struct ScriptCounts: LettersByScript, Sendable {
    private(set) var (latin, cyrillic, arabic, devanagari, han, kana, other) = (0, 0, 0, 0, 0, 0, 0)
    var hangul = 0

    mutating func add(_ letter: UInt32) {
        switch letter {
        // Digits are used in every script.
        case 0x30...0x39, 0x660...0x669, 0x6F0...0x6F9, 0x966...0x96F: break
        case ..<0x250, 0x1E00...0x1EFF: latin += 1
        case 0x400...0x52F: cyrillic += 1
        case 0x600...0x8FF, 0xFB50...0xFEFF: arabic += 1
        case 0x900...0x97F: devanagari += 1
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: kana += 1
        case 0x3005...0x3007, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: han += 1
        default: other += 1
        }
    }
}
