/// About how many tokens of a language model a text comes to, the same at every run and on every machine.
///
/// It is for budgets, so it stays on the high side of what vendors tell: about four letters of English a token (OpenAI's
/// rule of thumb); and for the greetings OpenAI presented its tokenizer `o200k_base` with, about 3 letters a token in
/// Cyrillic, Arabic and Devanagari and 1.5 in Chinese, Japanese and Korean. The tokenizer before it took a token for two
/// Cyrillic letters and one for each East Asian character; that is what is reckoned with here, and a quarter more for the
/// latter.
public enum TokenEstimate {
    /// Tokens of a text, rounded up; 0 for an empty one.
    public static func tokens(in text: String) -> Int {
        (text.unicodeScalars.reduce(0) { $0 + quarters(of: $1) } + 3) / 4
    }

    /// The beginning of a text that comes to at most so many tokens, without half a character at its end.
    public static func beginning(of text: String, within tokens: Int) -> Substring {
        var left = tokens * 4
        for place in text.indices {
            left -= text[place].unicodeScalars.reduce(0) { $0 + quarters(of: $1) }
            if left < 0 { return text[..<place] }
        }
        return text[...]
    }

    /// Quarters of a token.
    private static func quarters(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        // Control characters go over the wire as six characters.
        case ..<0x20, 0x7F...0x9F: 8
        // Digits come in threes at best, and marks stand alone.
        case 0x30...0x39: 2
        case ..<0x80: 1
        // The other alphabets, and Latin letters with accents.
        case ..<0x1100: 2
        // Hangul, kana, Han and their marks.
        case 0x1100..<0x1200, 0x2E80..<0xE000, 0xF900..<0xFB00, 0xFE30..<0xFE50, 0xFF00..<0xFFF0: 5
        case ..<0x10000: 4
        // Emoji, rare Han characters and all else that takes four bytes.
        default: 8
        }
    }
}
