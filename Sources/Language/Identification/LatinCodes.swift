/// What is written the same in any language in Latin letters: addresses, codes, spelled letters, units next to digits.
enum LatinCodes {
    /// The text without these parts.
    static func removed(from text: String) -> String {
        let plain = Addresses.removed(from: text)
        let words = plain.split(whereSeparator: \.isWhitespace)
        let letters = spelled(words)
        guard letters.contains(true) || plain.contains(where: { $0.isNumber || $0 == "." || $0 == "-" }) else {
            return plain
        }
        return words.indices.filter { index in
            let word = words[index]
            if letters[index] || isMixed(word) || isSpelled(word) { return false }
            if index > 0, hasDigit(words[index - 1]), units.contains(bare(word).lowercased()) { return false }
            return index + 1 == words.count || !hasDigit(words[index + 1]) || !numbering.contains(word.lowercased())
        }.map { words[$0] }.joined(separator: " ")
    }

    /// `X5`, `3pm`. Ideographs and other letters next to digits are separate words.
    private static func isMixed(_ word: Substring) -> Bool {
        hasASCIIDigit(word) && word.contains { $0.isASCII && $0.isLetter }
    }

    /// `O.K.`, `p.m.`, `U.S`, `J.`, `M-U-L-L-E-R`
    private static func isSpelled(_ word: Substring) -> Bool {
        let inner = bare(word)
        if isLetter(inner) { return inner.allSatisfy(\.isUppercase) && word.dropFirst(inner.count).first == "." }
        return ["." as Character, "-"].contains { separator in
            let parts = inner.split(separator: separator)
            return parts.count > 1 && parts.allSatisfy(isLetter)
        }
    }

    /// For each word, whether it is one of several single letters in a row. These are two capitals, or three letters of any
    /// kind, because small letters may be words (`e a conta`).
    private static func spelled(_ words: [Substring]) -> [Bool] {
        var result = Array(repeating: false, count: words.count)
        var start = 0
        while start < words.count {
            let run = words[start...].prefix { isLetter(bare($0)) }
            let isSpelled = run.count > 2 || run.count == 2 && run.allSatisfy { bare($0).allSatisfy(\.isUppercase) }
            if isSpelled { for index in run.indices { result[index] = true } }
            start += max(1, run.count)
        }
        return result
    }

    private static func isLetter(_ word: Substring) -> Bool {
        guard word.count == 1, let letter = word.unicodeScalars.first else { return false }
        return letter.isASCII && letter.properties.isAlphabetic
    }

    /// The word without the punctuation around it.
    private static func bare(_ word: Substring) -> Substring {
        var word = word.trimmingPrefix { !$0.isLetter && !$0.isNumber && $0 != "°" }
        while let last = word.last, !last.isLetter, !last.isNumber { word.removeLast() }
        return word
    }

    private static func hasDigit(_ word: Substring) -> Bool { word.contains(where: \.isNumber) }
    private static func hasASCIIDigit(_ word: Substring) -> Bool { word.contains { $0.isASCII && $0.isNumber } }

    /// Units behind digits that are written the same in all of the languages.
    private static let units = Set(
        """
        am pm km kg g mg m cm mm l cl dl ml h min sec s ms kb mb gb tb w kw kwh mw v hz khz mhz ghz °c °f c f ft lb lbs oz mph
        km/h km² m² m³ cv hp eur usd gbp chf € p pp
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Abbreviations of "number" before digits.
    private static let numbering: Set = ["no.", "nr.", "n.", "n.º", "n.°", "nº", "n°", "núm.", "num.", "№"]
}
