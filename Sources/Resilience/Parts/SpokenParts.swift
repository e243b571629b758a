internal import Language

/// Splits a text that is longer than a voice takes into parts that are spoken one after the other.
enum SpokenParts {
    /// The fewest parts that whole sentences fill, in order, none longer than `longest` scalars. A sentence that is too
    /// long by itself is split after a clause, otherwise after a word, otherwise after a character. The text between
    /// parts is white space, and a part with nothing to say is left out.
    static func cut(_ text: String, in language: LanguageCode, longest: Int) -> [String] {
        guard text.unicodeScalars.count > longest else { return [text] }
        let splitter = SentenceSplitter(language: language, maximumLength: longest)
        var parts: [String] = []
        var part = ""
        for segment in splitter.segments(of: text) {
            let longer = part + segment.text
            if trimmed(longer).unicodeScalars.count > longest {
                parts.append(part)
                part = segment.text
            } else {
                part = longer
            }
        }
        let spoken = (parts + [part]).map(trimmed).filter { $0.contains { $0.isLetter || $0.isNumber } }
        // A text without any words is left for the voice to refuse.
        return spoken.isEmpty ? [text] : spoken
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace ?? false { rest.removeFirst() }
        while rest.last?.isWhitespace ?? false { rest.removeLast() }
        return String(rest)
    }
}
