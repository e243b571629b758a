internal import Conversations
internal import Guards
internal import Language
internal import Providers

/// A recognition, and what the guards have decided on it.
struct CheckedRecognition: Sendable {
    var recognition: Recognition
    var flags: [RecognitionFlag]

    /// Whether the guards decided that the text was not said.
    var isDropped: Bool { flags.contains { $0.verdict == .dropped } }
    /// Whether a guard has cut a part of the text.
    var isCut: Bool { flags.contains { $0.verdict == .cut } }

    init(_ recognition: Recognition, flags: [RecognitionFlag]) {
        self.recognition = recognition
        self.flags = flags
    }

    /// The recognition of an earlier run; nil if nothing was recognized.
    init?(of record: UtteranceRecord?) {
        guard let record, let recognition = record.recognition else { return nil }
        self.init(recognition, flags: record.recognitionFlags)
    }
}

extension Recognition {
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

extension Recognition {
    /// The language of the text. If its words plainly are of one language, that counts, even if the recognizer names another
    /// language or none; else the language that the recognizer names.
    func languageOfWords(in pair: LanguagePair) -> LanguageCode {
        LanguageIdentifier(candidates: [pair.from, pair.to]).identify(text).language ?? language
    }
}
