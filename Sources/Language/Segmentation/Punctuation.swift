/// Scalars that end, open, close and join, in twelve languages.
enum Punctuation {
    /// Ends a sentence wherever a full stop's doubts do not arise.
    static let terminals = Set("!?…‼⁇⁈⁉؟۔।॥。！？｡".unicodeScalars)
    /// Dots, which abbreviate and count as well.
    static let dots = Set(".．".unicodeScalars)
    /// Of the terminals, those that no space needs to follow.
    static let ideographicTerminals = Set("。！？｡．".unicodeScalars)
    /// Ends a clause, with white space behind it.
    static let spacedClauseMarks = Set(",;:،؛".unicodeScalars)
    /// Ends a clause with or without white space.
    static let ideographicClauseMarks = Set("、，；：､".unicodeScalars)
    /// Ends a clause between white space.
    static let dashes = Set("—–―-".unicodeScalars)

    /// What may open a quotation or parenthesis, and what closes it. Germans also write »so« and „so“.
    static let closers: [Unicode.Scalar: Set<Unicode.Scalar>] = [
        "(": [")"], "[": ["]"], "{": ["}"], "“": ["”"], "„": ["“", "”"], "«": ["»"], "»": ["«"], "‹": ["›"],
        "\"": ["\""],
        "「": ["」"], "『": ["』"], "（": ["）"], "《": ["》"], "〈": ["〉"], "【": ["】"], "〔": ["〕"], "［": ["］"], "｢": ["｣"],
    ]
    /// May follow the end of a sentence and still belong to it.
    static let closing = Set("\"'”’“»«›)]}」』）》〉】〕］｣".unicodeScalars)
    /// May stand before the first letter of a sentence.
    static let opening = Set("\"'“‘„«»‹([{¿¡「『（《〈【〔［｢".unicodeScalars)
    /// Begins a sentence.
    static let inverted = Set("¿¡".unicodeScalars)
    static let bullets = itemBullets.union("*·-–—".unicodeScalars)
    /// Bullets that serve for nothing else.
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
    /// A letter of a script that writes no spaces between words.
    var isIdeographic: Bool {
        let script = Script(of: self)
        return script == .han || script == .kana
    }
}
