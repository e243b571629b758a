internal import Language

/// Words that two hypotheses in a row agree on (LocalAgreement-2, Macháček et al., "Turning Whisper into Real-Time
/// Transcription System", 2023).
///
/// Words are compared without case and punctuation, and are shown as the newer hypothesis writes them. Chinese and Japanese
/// are compared letter by letter. What was agreed on never changes.
struct AgreedWords: Sendable {
    private struct Word: Sendable {
        /// With the blanks before it.
        var text: String
        /// In lower case without punctuation; empty for punctuation alone.
        var key: String

        /// Whether it is one letter of a script that is written without blanks.
        var isClosed: Bool { key.count == 1 && key.allSatisfy(\.standsAlone) }
    }

    private var agreed: [Word] = []
    private var previous: [Word] = []

    /// Takes the next hypothesis of the whole utterance.
    mutating func take(_ hypothesis: String) -> (stable: String, tentative: String) {
        let words = Self.words(of: hypothesis)
        let known = agreed.count
        let same = zip(previous.dropFirst(known), words.dropFirst(known)).prefix { $0.key == $1.key }.count
        agreed += words.dropFirst(known).prefix(same)
        previous = words
        return (text(agreed), text(Array(words.dropFirst(agreed.count)), behind: !agreed.isEmpty))
    }

    /// The recognizer does not change this text any more.
    mutating func settle(_ text: String) { agreed = Self.words(of: text) }

    /// Whether the final text says something else than what was agreed on.
    func differs(from final: String) -> Bool {
        let said = agreed.map(\.key).filter { !$0.isEmpty }
        return Self.words(of: final).map(\.key).filter { !$0.isEmpty }.prefix(said.count) != said[...]
    }

    private func text(_ words: [Word], behind: Bool = false) -> String {
        let text = words.map(\.text).joined()
        return behind ? text : String(text.drop { $0.isWhitespace })
    }

    private static func words(of text: String) -> [Word] {
        var words: [Word] = []
        for character in text {
            let beginsWord =
                character.isWhitespace ? words.last.map { !$0.key.isEmpty } ?? true : character.standsAlone
            if words.isEmpty || beginsWord || words.last?.isClosed == true && !character.isWhitespace {
                words.append(Word(text: "", key: ""))
            }
            words[words.count - 1].text.append(character)
            if character.isLetter || character.isNumber {
                words[words.count - 1].key += character.lowercased()
            }
        }
        return words
    }
}

extension Character {
    /// Whether it is a Chinese character or a Japanese syllable.
    fileprivate var standsAlone: Bool {
        guard let scalar = unicodeScalars.first?.value else { return false }
        return (0x3040...0x30FF).contains(scalar) || (0x3400...0x9FFF).contains(scalar)
            || (0x20000...0x3FFFF).contains(scalar)
    }
}
