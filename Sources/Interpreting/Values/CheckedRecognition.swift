internal import Conversations
internal import Guards
internal import Language
internal import Providers

/// A recognition, and what the guards have decided on it.
struct CheckedRecognition: Sendable {
    var recognition: Recognition
    var flags: [RecognitionFlag]

    /// Whether nobody said it.
    var isDropped: Bool { flags.contains { $0.verdict == .dropped } }
    /// Whether it is only what was left.
    var isCut: Bool { flags.contains { $0.verdict == .cut } }

    init(_ recognition: Recognition, flags: [RecognitionFlag]) {
        self.recognition = recognition
        self.flags = flags
    }

    /// What is known from an earlier run; nil where nothing was recognized.
    init?(of record: UtteranceRecord?) {
        guard let record, let recognition = record.recognition else { return nil }
        self.init(recognition, flags: record.recognitionFlags)
    }
}

extension Recognition {
    /// The words of a text that is left of it, in their times.
    func cut(to text: String) -> Recognition {
        var copy = self
        copy.text = text
        let (all, left) = (HeardText(self.text).letters, HeardText(text).letters)
        // What was cut is one piece: before it the letters are the same, and behind it as many as are left.
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
    /// The language it was written down in: what its words plainly are, which decides against a recognizer that names another
    /// language or none; else what it says it is in.
    func languageOfWords(in pair: LanguagePair) -> LanguageCode {
        LanguageIdentifier(candidates: [pair.from, pair.to]).identify(text).language ?? language
    }
}
