/// Scalars that end, open, close and join text, in twelve languages.
enum Punctuation {
    /// Marks that end a sentence in any position, without the ambiguity of a full stop.
    static let terminals = Set("!?…‼⁇⁈⁉؟۔।॥。！？｡".unicodeScalars)
    /// Dots, which also mark abbreviations and numbers.
    static let dots = Set(".．".unicodeScalars)
    /// Terminals that need no space after them.
    static let ideographicTerminals = Set("。！？｡．".unicodeScalars)
    /// Marks that end a clause if white space follows.
    static let spacedClauseMarks = Set(",;:،؛".unicodeScalars)
    /// Marks that end a clause with or without white space.
    static let ideographicClauseMarks = Set("、，；：､".unicodeScalars)
    /// Dashes that end a clause if white space is on both sides.
    static let dashes = Set("—–―-".unicodeScalars)

    /// The marks that open a quotation or parenthesis, and those that close it. Germans also write »so« and „so“.
    static let closers: [Unicode.Scalar: Set<Unicode.Scalar>] = [
        "(": [")"], "[": ["]"], "{": ["}"], "“": ["”"], "„": ["“", "”"], "«": ["»"], "»": ["«"], "‹": ["›"],
        "\"": ["\""],
        "「": ["」"], "『": ["』"], "（": ["）"], "《": ["》"], "〈": ["〉"], "【": ["】"], "〔": ["〕"], "［": ["］"], "｢": ["｣"],
    ]
    /// Marks that may follow the end of a sentence and still belong to it.
    static let closing = Set("\"'”’“»«›)]}」』）》〉】〕］｣".unicodeScalars)
    /// Marks that may precede the first letter of a sentence.
    static let opening = Set("\"'“‘„«»‹([{¿¡「『（《〈【〔［｢".unicodeScalars)
    /// Marks that begin a sentence.
    static let inverted = Set("¿¡".unicodeScalars)
    static let bullets = itemBullets.union("*·-–—".unicodeScalars)
    /// Bullets that have no other use.
    static let itemBullets = Set("•⁃‣◦▪●○■".unicodeScalars)
}

extension Unicode.Scalar {
    var isSpace: Bool { isBlank }
    var isLineBreak: Bool { self == "\n" || self == "\r" || self == "\u{2028}" || self == "\u{2029}" }
    var isUpper: Bool {
        if isASCII { return (0x41...0x5A).contains(value) }
        return properties.isUppercase || properties.generalCategory == .titlecaseLetter
    }
    var isLower: Bool { properties.isLowercase }
    var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark:
            true
        default: false
        }
    }
    /// A decimal digit of any script, full-width ones included.
    var isDigit: Bool { isASCII ? (0x30...0x39).contains(value) : properties.generalCategory == .decimalNumber }
    /// Whether it is a letter of a script that writes no spaces between words.
    var isIdeographic: Bool {
        let script = Script(of: self)
        return script == .han || script == .kana
    }
}
