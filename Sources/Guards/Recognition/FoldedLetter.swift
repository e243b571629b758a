/// What a scalar is for comparing words. It is found by ranges: looking up Unicode's properties takes longer than everything
/// else that is done with a text here.
enum FoldedLetter {
    /// Between words.
    case outside
    /// Within a word, but no part of it: apostrophes, joiners, separate accents, vowel signs that are mostly left out.
    case inside
    /// A sign that belongs to the letter before it.
    case mark(UInt32)
    case letter(UInt32)
    /// A syllable in one character, of a script with spaces.
    case syllable(UInt32)
    /// A separate word.
    case character(UInt32)

    init(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        switch value {
        case 0x61...0x7A, 0x30...0x39: self = .letter(value)
        case 0x41...0x5A: self = .letter(value + 32)
        case 0x27, 0xAD: self = .inside
        case ..<0xC0: self = .outside
        case 0xC0..<0x590: self = Self.western(value)
        case 0x590..<0x900: self = Self.arabic(value)
        case 0x900..<0x980: self = Self.devanagari(value)
        case 0x1100...0x11FF, 0x3131...0x318E, 0xAC00...0xD7A3: self = .syllable(value)
        case 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FD...0x30FF, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x323AF:
            self = .character(value)
        // The mark of a long vowel: it may be repeated any number of times.
        case 0x30FC: self = .inside
        case 0x2018, 0x2019, 0x200B...0x200F, 0xFE00...0xFE0F: self = .inside
        case 0xFF10...0xFF19, 0xFF41...0xFF5A: self = .letter(value - 0xFEE0)
        case 0xFF21...0xFF3A: self = .letter(value - 0xFEE0 + 32)
        case 0x2000..<0x2C00, 0x3000..<0x3400, 0xFE10...0xFE6F, 0xFF00...0xFFFF, 0x1F000...: self = .outside
        default: self = .letter(value)
        }
    }

    /// Latin letters without their accents, Cyrillic in lower case, ё as е.
    private static func western(_ value: UInt32) -> FoldedLetter {
        switch value {
        case 0xD7, 0xF7: .outside
        case 0xC0...0xFF: .letter(UInt32(plain[Int(value - 0xC0)]))
        case 0x100...0x137, 0x14A...0x177: .letter(value | 1)
        case 0x2BC, 0x300...0x36F: .inside
        case 0x401, 0x451: .letter(0x435)
        case 0x410...0x42F: .letter(value + 32)
        case 0x400...0x40F: .letter(value + 80)
        default: .letter(value)
        }
    }

    private static let plain = Array(
        "aaaaaaaceeeeiiiidnooooo*ouuuuytsaaaaaaaceeeeiiiidnooooo*ouuuuyty".utf8)

    /// Arabic letters without vowel signs; letters that are written for one another become the same.
    private static func arabic(_ value: UInt32) -> FoldedLetter {
        switch value {
        case 0x622, 0x623, 0x625, 0x671: .letter(0x627)
        case 0x629: .letter(0x647)
        case 0x649: .letter(0x64A)
        case 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670: .inside
        case 0x600...0x60F, 0x61B...0x61F, 0x66A...0x66D, 0x6D4: .outside
        default: .letter(value)
        }
    }

    private static func devanagari(_ value: UInt32) -> FoldedLetter {
        switch value {
        case 0x93C: .inside
        case 0x900...0x903, 0x93A...0x94F, 0x951...0x957, 0x962...0x963: .mark(value)
        case 0x964...0x965, 0x970: .outside
        default: .letter(value)
        }
    }
}
