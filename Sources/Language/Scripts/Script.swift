/// A writing system that distinguishes some of Verbio's languages.
package enum Script: Sendable, Hashable, CaseIterable {
    case latin, han, kana, hangul, arabic, devanagari, cyrillic, greek, hebrew, thai, bengali, tamil, telugu
    /// Any script that none of them is written in: Georgian, Armenian, Gujarati …
    case other

    /// Whether it is the script of a tested language. A single letter of any other one is a sign in most texts (`β`, `Ω`).
    var isOfTested: Bool {
        switch self {
        case .latin, .han, .kana, .hangul, .arabic, .devanagari, .cyrillic: true
        case .greek, .hebrew, .thai, .bengali, .tamil, .telugu, .other: false
        }
    }

    /// The code of ISO 15924, in capitals; nil if several scripts are meant, or it depends on the language.
    var code: String? {
        switch self {
        case .latin: "LATN"
        case .arabic: "ARAB"
        case .devanagari: "DEVA"
        case .cyrillic: "CYRL"
        case .greek: "GREK"
        case .hebrew: "HEBR"
        case .thai: "THAI"
        case .bengali: "BENG"
        case .tamil: "TAML"
        case .telugu: "TELU"
        case .han, .kana, .hangul, .other: nil
        }
    }

    /// The script of a letter; nil if the scalar is no letter.
    ///
    /// Digits of any system, punctuation, emoji and combining marks are no letters. Signs that only look like letters or
    /// describe pronunciation are none either (`ª`, `µ`, `ə`, `ℵ`, `𝐀`).
    ///
    /// Blocks are from the Unicode Character Database. Full-width Latin and half-width kana count as the characters they
    /// represent.
    init?(of scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A: self = .latin
        case ..<0xC0: return nil
        case 0xD7, 0xF7: return nil
        case 0xC0...0x24F, 0x1E00...0x1EFF, 0xFB00...0xFB06, 0xFF21...0xFF3A, 0xFF41...0xFF5A: self = .latin
        case 0x400...0x481, 0x48A...0x52F, 0x1C80...0x1C88: self = .cyrillic
        case 0x620...0x64A, 0x66E...0x6D3, 0x6D5, 0x6FA...0x6FC, 0x750...0x77F, 0x8A0...0x8C9, 0xFB50...0xFBB1,
            0xFBD3...0xFD3D, 0xFD50...0xFDC7, 0xFDF0...0xFDFB, 0xFE70...0xFEFC:
            self = .arabic
        case 0x904...0x939, 0x93D, 0x950, 0x958...0x961, 0x971...0x97F: self = .devanagari
        case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xD7B0...0xD7FB, 0xFFA1...0xFFDC:
            self = .hangul
        case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D:
            self = .kana
        case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: self = .han
        default:
            guard scalar.isLetterOfAnyScript else { return nil }
            self = Self.block(of: scalar.value)
        }
    }
}

extension Script {
    /// The script of a block that has letters of one kind.
    private static func block(of value: UInt32) -> Script {
        switch value {
        case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
        case 0x5D0...0x5F2, 0xFB1D...0xFB4F: .hebrew
        case 0xE00...0xE7F: .thai
        case 0x980...0x9FF: .bengali
        case 0xB80...0xBFF: .tamil
        case 0xC00...0xC7F: .telugu
        default: .other
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is a letter of a script, and neither a sign made from a letter nor a rare letter of the scripts above.
    fileprivate var isLetterOfAnyScript: Bool {
        switch value {
        case 0x250...0x36F, 0x482...0x489, 0x600...0x6FF, 0x8A0...0x97F, 0x1C80...0x1C8F, 0x1D00...0x1DFF,
            0x2000...0x2BFF,
            0x2C60...0x2C7F, 0x3000...0x33FF, 0xA640...0xA69F, 0xA700...0xA7FF, 0xA8E0...0xA8FF, 0xAB30...0xAB6F,
            0xFB50...0xFFFF, 0x1AFF0...0x1B16F, 0x1D400...0x1D7FF, 0x1EE00...0x1EEFF:
            false
        default:
            switch properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .otherLetter: true
            default: false
            }
        }
    }
}

/// The share of each script in the letters of a text.
package struct ScriptEvidence: Sendable, Hashable {
    /// Letters of all scripts; combining marks, digits and punctuation do not count.
    package private(set) var letters = 0
    private var counts: [Script: Int] = [:]

    package init(_ text: some StringProtocol) {
        for scalar in text.unicodeScalars {
            guard let script = Script(of: scalar) else { continue }
            counts[script, default: 0] += 1
            letters += 1
        }
    }

    /// The share of letters in a script, 0 … 1; always 0 if the text has no letters.
    package subscript(script: Script) -> Double {
        letters == 0 ? 0 : Double(counts[script, default: 0]) / Double(letters)
    }
}
