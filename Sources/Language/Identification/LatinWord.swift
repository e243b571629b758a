/// A word in Latin letters as it is in a text.
struct LatinWord: Sendable, Hashable {
    /// In lower case and half-width letters, with the apostrophe that ends an elided word (`l'`).
    var text: String
    /// Whether there is a capital anywhere in the word (`iPhone`): it may be a name.
    var hasCapital: Bool
    /// Whether all letters, two at least, are capitals.
    var isUppercase: Bool
}

extension LatinWord {
    /// The words of a text. Anything but a letter ends a word, and so does an apostrophe between letters.
    static func words(of text: some StringProtocol) -> [LatinWord] {
        var words: [LatinWord] = []
        var current = ""
        var capitals = 0
        func close(_ elided: Bool) {
            guard !current.isEmpty else { return }
            words.append(
                LatinWord(
                    text: elided ? current + "'" : current, hasCapital: capitals > 0,
                    isUppercase: capitals > 1 && capitals == current.count))
            current = ""
            capitals = 0
        }
        var apostropheBefore = false
        for character in text {
            guard character.unicodeScalars.first.flatMap(Script.init(of:)) == .latin else {
                if !current.isEmpty, apostrophes.contains(character) {
                    apostropheBefore = true
                } else {
                    apostropheBefore = false
                    close(false)
                }
                continue
            }
            if apostropheBefore { close(true) }
            apostropheBefore = false
            if character.isUppercase { capitals += 1 }
            current += halfWidth(character).lowercased()
        }
        close(false)
        return words
    }

    /// The words of a list, in which an apostrophe before a blank ends an elided word, as in `l'` alone.
    static func listed(in list: String) -> [LatinWord] {
        list.split(whereSeparator: \.isWhitespace).flatMap { entry in
            var words = words(of: entry)
            if let last = entry.last, apostrophes.contains(last), !words.isEmpty { words[words.count - 1].text += "'" }
            return words
        }
    }

    private static let apostrophes: Set<Character> = ["'", "\u{2019}", "\u{02BC}", "\u{FF07}"]

    private static func halfWidth(_ character: Character) -> Character {
        // The full-width forms U+FF01 … U+FF5E repeat ASCII with an offset of 0xFEE0.
        guard let scalar = character.unicodeScalars.first, (0xFF21...0xFF5A).contains(scalar.value),
            let folded = Unicode.Scalar(scalar.value - 0xFEE0)
        else { return character }
        return Character(folded)
    }
}
