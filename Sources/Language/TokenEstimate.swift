/// Estimates how many tokens of a language model a text has, the same in every run and on every machine.
///
/// The estimate is for budgets, so it is on the high side of what vendors state. OpenAI's rule of thumb is about four letters
/// of English per token. OpenAI also gave counts for the greetings with which it presented its tokenizer `o200k_base`. They are
/// about 3 letters per token in Cyrillic, Arabic and Devanagari, and 1.5 in Chinese, Japanese and Korean. The tokenizer before
/// it took one token for two Cyrillic letters and one for each East Asian character. This estimate uses these older values, and
/// adds a quarter for East Asian characters.
package enum TokenEstimate {
    /// The number of tokens of a text, rounded up; 0 if the text is empty.
    package static func tokens(in text: String) -> Int {
        (text.unicodeScalars.reduce(0) { $0 + quarters(of: $1) } + 3) / 4
    }

    /// The longest beginning of a text that has at most so many tokens, never cut inside a character.
    package static func beginning(of text: String, within tokens: Int) -> Substring {
        var left = tokens * 4
        for place in text.indices {
            left -= text[place].unicodeScalars.reduce(0) { $0 + quarters(of: $1) }
            if left < 0 { return text[..<place] }
        }
        return text[...]
    }

    /// The estimate for one scalar, in quarters of a token.
    private static func quarters(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        // Control characters are sent over the network as six characters.
        case ..<0x20, 0x7F...0x9F: 8
        // A token holds at most three digits, and punctuation marks are separate tokens.
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
