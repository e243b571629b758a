internal import Language

/// A text in lower case for finding phrases in it, with its number of sentences and parts.
struct Spoken {
    let text: String
    /// Pieces that end with their own mark or are separate lines.
    let sentences: [String]

    init(_ text: String) {
        self.text = Self.folded(text)
        sentences = self.text.split { Self.stops.contains($0) }.map(String.init).filter {
            $0.contains { $0.isLetter || $0.isNumber }
        }
    }

    /// The number of sentences and of pieces between commas, because languages and translators end sentences at different
    /// places.
    var parts: Int {
        sentences.reduce(0) { sum, sentence in
            sum
                + Self.withoutClocks(sentence).split { Self.pauses.contains($0) }.count {
                    $0.contains { $0.isLetter || $0.isNumber }
                }
        }
    }

    /// The text without marks before the first letter, and with one kind of apostrophe.
    static func folded(_ text: String) -> String {
        var folded = text.lowercased()
        for apostrophe in ["’", "‘"] where folded.hasBytes(of: apostrophe) {
            folded = folded.replacing(apostrophe, with: "'")
        }
        return folded.trimmingPrefix { $0.isWhitespace || openings.contains($0) }.description
    }

    private static let stops: Marks = ".!?…。！？؟।\n"
    private static let pauses: Marks = ",，、،;；:：—–"
    private static let openings: Marks = "\"“«„*¡¿「"

    /// Whether it has a colon that is not part of a time of day.
    var hasColon: Bool { Self.hasColon(text) && Self.hasColon(Self.withoutClocks(text)) }

    private static func hasColon(_ text: String) -> Bool { text.hasBytes(of: ":") || text.hasBytes(of: "：") }

    /// The text without the colons between digits.
    private static func withoutClocks(_ text: String) -> String {
        guard hasColon(text) else { return text }
        let characters = Array(text)
        return String(
            characters.indices.compactMap { place in
                let isClock =
                    ":：".contains(characters[place]) && place > 0 && characters[place - 1].isNumber
                    && place + 1 < characters.count && characters[place + 1].isNumber
                return isClock ? nil : characters[place]
            })
    }

    func says(_ phrase: String) -> Bool { Self.says(phrase, in: text) }

    /// The first phrase of a list that the text says.
    func first(of phrases: [String]) -> String? { phrases.first { says($0) } }

    func says(anyOf phrases: [String]) -> Bool { first(of: phrases) != nil }

    /// Whether a text says a phrase. If the phrase begins with a letter of an alphabet, it must begin at the beginning of a
    /// word.
    static func says(_ phrase: String, in text: String) -> Bool {
        // There are hundreds of phrases and hardly one occurs; comparing bytes excludes the others a hundred times faster.
        guard text.hasBytes(of: phrase) else { return false }
        // If vowels are marks on the letter before, a piece of a word can end within what is one letter to the eye.
        guard let first = phrase.unicodeScalars.first, first.value < 0x600 else { return true }
        return text.ranges(of: phrase).contains { range in
            guard range.lowerBound > text.startIndex else { return true }
            return !text[text.index(before: range.lowerBound)].isLetter
        }
    }

    /// Whether a text says these words, and not only as the beginning of longer words.
    static func saysWhole(_ phrase: String, in text: String) -> Bool {
        guard text.hasBytes(of: phrase) else { return false }
        return text.ranges(of: phrase).contains { range in
            (range.lowerBound == text.startIndex || !text[text.index(before: range.lowerBound)].isLetter)
                && (range.upperBound == text.endIndex || !text[range.upperBound].isLetter)
        }
    }

    /// Whether the text begins with these words, and not with longer words that begin like them.
    func begins(with phrase: String) -> Bool {
        guard text.hasPrefix(phrase) else { return false }
        guard let last = phrase.last, last.isLetter, let scalar = phrase.unicodeScalars.first, !scalar.isEastAsian
        else {
            return true
        }
        return !(text.dropFirst(phrase.count).first?.isLetter ?? false)
    }
}

extension Unicode.Scalar {
    /// Whether it is of a script without spaces between words, or with endings attached to words.
    var isEastAsian: Bool { value >= 0x3000 }
}
