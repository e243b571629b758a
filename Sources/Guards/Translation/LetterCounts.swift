internal import Language

/// The letters of a text as it stands, by script.
struct LetterCounts: LettersByScript {
    private(set) var (latin, cyrillic, arabic, devanagari, han, kana, hangul, other) = (0, 0, 0, 0, 0, 0, 0, 0)
    /// Letters of Ukrainian and Belarusian, and of Persian and Urdu, that Russian and Arabic do not have.
    private(set) var (ukrainian, persian) = (0, 0)

    init(_ text: String) {
        for scalar in text.unicodeScalars where scalar.isASCIILetter ?? scalar.properties.isAlphabetic {
            switch scalar.value {
            case 0x41...0x24F, 0x1E00...0x1EFF, 0xFF21...0xFF5A: latin += 1
            case 0x400...0x52F:
                cyrillic += 1
                if "іїєґўІЇЄҐЎ".unicodeScalars.contains(scalar) { ukrainian += 1 }
            case 0x600...0x6FF, 0x750...0x77F, 0xFB50...0xFDFF, 0xFE70...0xFEFE:
                arabic += 1
                if "پچژگکیٹڈںےہ".unicodeScalars.contains(scalar) { persian += 1 }
            case 0x900...0x97F: devanagari += 1
            case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: if scalar != "ー", scalar != "・" { kana += 1 }
            case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x3005, 0x20000...0x2FFFF: han += 1
            case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3130...0x318F: hangul += 1
            default: other += 1
            }
        }
    }

    /// Whether there are Chinese, Japanese or Korean letters that a language does not have: one of them is a word.
    func isEastern(besides language: LanguageCode) -> Bool {
        switch language {
        case .zh: kana + hangul > 0
        case .ja: hangul > 0
        default: han + kana > 0 || language != .ko && hangul > 0
        }
    }
}
