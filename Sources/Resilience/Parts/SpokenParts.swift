internal import Language

/// Cuts a text that is longer than a voice takes into parts that are spoken one after the other.
enum SpokenParts {
    /// As few parts as sentences fill, in order, none longer than `longest` scalars. A sentence that is longer by itself is cut
    /// behind a clause, else a word, else a character. What stands between parts is white space, and where there is nothing to say
    /// in one it is left out.
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
        // What has no words at all is for the voice to refuse.
        return spoken.isEmpty ? [text] : spoken
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text[...]
        while rest.first?.isWhitespace ?? false { rest.removeFirst() }
        while rest.last?.isWhitespace ?? false { rest.removeLast() }
        return String(rest)
    }
}
