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
