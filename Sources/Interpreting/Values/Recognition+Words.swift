internal import Glibc
internal import Guards
internal import Language
internal import Providers

extension Recognition {
    /// How sure the recognizer was of the words, from 0 to 1; nil if it does not say.
    var estimatedConfidence: Double? { signals?.meanLogProbability.map { min(1, exp($0)) } ?? confidence }

    /// Whether the text has anything to translate. Punctuation alone is no word, and a sound that the recognizer describes, as
    /// in "[music]" or "*applause*", was not said.
    var hasWords: Bool {
        var closing: Character?
        var isInside = false
        for character in text {
            if character == closing {
                (closing, isInside) = (nil, false)
            } else if character.isLetter || character.isNumber {
                if closing == nil { return true }
                isInside = true
            } else if closing == nil {
                closing = Self.brackets[character]
            }
        }
        // A bracket that is never closed is no bracket.
        return isInside
    }

    private static let brackets: [Character: Character] = [
        "[": "]", "(": ")", "（": "）", "【": "】", "［": "］", "*": "*", "♪": "♪",
    ]

    /// The language of the text. If its words clearly belong to one language, it is that one, even if the recognizer
    /// names another language or none. Otherwise it is the language that the recognizer names.
    func languageOfWords(in pair: LanguagePair) -> LanguageCode {
        LanguageIdentifier(candidates: [pair.from, pair.to]).identify(text).language ?? language
    }

    /// The recognition with the blanks that its text and its words lack between two sentences or clauses.
    var withMissingBlanks: Recognition {
        var copy = self
        copy.text = MissingBlanks.repaired(text, in: language)
        guard copy.text != text else { return self }
        copy.words = words.flatMap { word -> [Word] in
            let pieces = MissingBlanks.pieces(of: word.text, in: language)
            guard pieces.count > 1 else { return [word] }
            // The time of a word is shared by the letters of its pieces.
            let letters = Double(max(1, word.text.count))
            var (place, start) = (0, word.start)
            return pieces.enumerated().map { number, piece in
                place += piece.count
                let isLast = number == pieces.count - 1
                let end = isLast ? word.end : word.start + (word.end - word.start) * Double(place) / letters
                defer { start = end }
                return Word(text: piece, start: start, end: end, confidence: word.confidence)
            }
        }
        return copy
    }

    /// The recognition with the part of its text that is left, and the words of that with their times.
    func cut(to text: String) -> Recognition {
        var copy = self
        copy.text = text
        let (all, left) = (HeardText(self.text).letters, HeardText(text).letters)
        // One piece was cut: before it the letters are the same, and after it as many as are left.
        let before = zip(all, left).prefix { $0 == $1 }.count
        let after = all.count - (left.count - before)
        var place = 0
        copy.words = words.filter { word in
            let end = place + HeardText(word.text).letters.count
            defer { place = end }
            return end <= before || place >= after
        }
        return copy
    }
}
