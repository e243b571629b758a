internal import Language

/// A piece of a text: a word, a run of digits, or one other mark.
struct NumberToken {
    enum Kind: Equatable { case word, digits, mark }

    var kind: Kind
    var text: String
    /// In scalars of the folded text.
    var span: Range<Int>
    /// Whether white space comes before it.
    var isSpaced: Bool
    var literal: DigitLiteral?
}

extension FoldedText {
    /// The pieces in order. Each Han character is a separate word, because no space shows the end of a word. A run of kana
    /// or of Hangul is a word, too.
    func tokens(_ language: LanguageCode) -> [NumberToken] {
        var tokens: [NumberToken] = []
        var (offset, spaced, single) = (0, false, 0)
        while offset < count {
            let scalar = scalars[offset]
            if scalar.isBlank {
                spaced = true
                offset += 1
                continue
            }
            let start = offset
            if digitValue(scalar) != nil {
                let literal = DigitLiteral(self, at: offset, language, isSingle: offset < single)
                single = max(single, literal.rest)
                offset = literal.end
                tokens.append(
                    NumberToken(
                        kind: .digits, text: literal.digits, span: start..<offset, isSpaced: spaced, literal: literal))
            } else {
                let script = LetterKind(scalar)
                offset += 1
                if script != .mark, script != .han {
                    while offset < count, LetterKind(scalars[offset]) == script { offset += 1 }
                }
                tokens.append(
                    NumberToken(
                        kind: script == .mark ? .mark : .word, text: text(start..<offset), span: start..<offset,
                        isSpaced: spaced))
            }
            spaced = false
        }
        return tokens
    }
}

/// The kind of letters in a run.
enum LetterKind: Equatable {
    case letter, han, hiragana, katakana, hangul, mark

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0..<0x80: self = scalar.isASCIILetter ?? false ? .letter : .mark
        case 0x3040...0x309F: self = .hiragana
        case 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .katakana
        case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x3005, 0x3007, 0x20000...0x2FFFF: self = .han
        case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3130...0x318F: self = .hangul
        default:
            let properties = scalar.properties
            let isLetter: Bool
            switch properties.generalCategory {
            case .nonspacingMark, .spacingMark: isLetter = true
            default: isLetter = properties.isAlphabetic
            }
            self = isLetter && !Self.isSign(scalar) ? .letter : .mark
        }
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool { scalar == "º" || scalar == "ª" }
}

/// The value of a decimal digit of any system; nil if the scalar is none (², ½ and 五 are none).
func digitValue(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x30...0x39: Int(scalar.value - 0x30)
    case 0..<0x80: nil
    case 0x660...0x669: Int(scalar.value - 0x660)
    case 0x6F0...0x6F9: Int(scalar.value - 0x6F0)
    case 0x966...0x96F: Int(scalar.value - 0x966)
    default:
        scalar.properties.generalCategory == .decimalNumber
            ? scalar.properties.numericType == .decimal
                ? scalar.properties.numericValue.flatMap { Int(exactly: $0) } : nil
            : nil
    }
}
