/// Makes texts comparable for a search: `Café` and `cafe`, `ＡＢＣ` and `abc`, traditional and simplified characters are the same.
///
/// Stores keep texts in this form, so a change of the rules needs a migration that folds them again.
package enum SearchText {
    /// The text in small letters without accents, vowel points and joiners, with halfwidth letters and simplified characters.
    package static func folded(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in ChineseScript.folded(text).unicodeScalars where !isLeftOut(scalar) {
            let narrow = halfwidth(scalar)
            if let letter = letters[narrow] {
                folded.append(letter)
            } else {
                folded.append(contentsOf: narrow.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(folded)
    }

    /// Accents that stand alone, Arabic vowel points and lengthening, and characters without a width.
    private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x640, 0x64B...0x65F, 0x670, 0x200B...0x200F, 0xFEFF: true
        default: false
        }
    }

    private static func halfwidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        case 0x3000: " "
        default: scalar
        }
    }

    /// Letters that are taken as another one: Latin letters with their accents, Ё, and the forms of alif.
    private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
        var letters: [Unicode.Scalar: Unicode.Scalar] = ["Ё": "е", "ё": "е", "آ": "ا", "أ": "ا", "إ": "ا"]
        for value in [0xC0...0x24F, 0x1E00...0x1EFF].joined() {
            guard let scalar = Unicode.Scalar(UInt32(value)), let base = plainLetter(scalar) else { continue }
            letters[scalar] = base
        }
        return letters
    }()

    /// The base letter in the name of an accented one: `LATIN SMALL LETTER E WITH ACUTE` is an `e`.
    private static func plainLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        let words = scalar.properties.name?.split(separator: " ") ?? []
        guard words.count > 4, words[0] == "LATIN", words[2] == "LETTER", words[4] == "WITH", words[3].count == 1 else {
            return nil
        }
        return words[3].lowercased().unicodeScalars.first
    }
}
