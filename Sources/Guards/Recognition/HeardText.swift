/// A recognized text as words that can be compared: without case, accents, punctuation and spaces.
///
/// Chinese and Japanese are written without spaces, so every character of theirs is a word.
package struct HeardText: Sendable {
    /// One word, as places in the text.
    package struct Word: Sendable {
        /// The hash of its folded letters; equal words have equal hashes.
        var hash: UInt64
        /// Where its letters are in ``HeardText/letters``.
        var letters: Range<Int>
        /// Where it is in ``HeardText/text``.
        var range: Range<String.Index>
    }

    /// The most words that are looked at: ten times what can be said in the longest utterance.
    static let maximumWords = 2_000

    let text: String
    package private(set) var words: [Word] = []
    /// Folded letters, digits and the marks that belong to them.
    package private(set) var letters: [UInt32] = []
    /// Letters and digits of alphabets, consonants of Devanagari: a voice needs a fifteenth of a second for one.
    private(set) var short = 0
    /// Chinese characters, kana and Hangul: a syllable each, or more.
    private(set) var syllables = 0
    /// Characters of scripts without spaces.
    private(set) var characters = 0
    private(set) var scripts = ScriptCounts()

    /// The least time it takes to say the text, in seconds. People say at most 25 letters, or 12 syllables that are written as
    /// one character, in a second.
    package var minimumSeconds: Double { Double(short) / 25 + Double(syllables) / 12 }

    /// Whether it is mostly written without spaces.
    package var isUnspaced: Bool { characters * 2 > short + syllables }

    package init(_ text: String) {
        self.text = text
        letters.reserveCapacity(text.utf8.count)
        words.reserveCapacity(text.utf8.count / 5 + 1)
        let scalars = text.unicodeScalars
        var start: String.Index?
        var (from, hash) = (0, Hash())
        var index = scalars.startIndex
        func end() {
            guard let begun = start else { return }
            words.append(Word(hash: hash.value, letters: from..<letters.count, range: begun..<index))
            (start, from, hash) = (nil, letters.count, Hash())
        }
        while index < scalars.endIndex, words.count < Self.maximumWords {
            let next = scalars.index(after: index)
            switch FoldedLetter(scalars[index]) {
            case .outside: end()
            case .inside: break
            case .mark(let value):
                if start == nil { break }
                letters.append(value)
                hash.add(value)
            case .letter(let value):
                if start == nil { start = index }
                letters.append(value)
                hash.add(value)
                scripts.add(value)
                short += 1
            case .syllable(let value):
                if start == nil { start = index }
                letters.append(value)
                hash.add(value)
                scripts.hangul += 1
                syllables += 1
            case .character(let value):
                end()
                start = index
                letters.append(value)
                hash.add(value)
                scripts.add(value)
                syllables += 1
                characters += 1
                index = next
                end()
                continue
            }
            index = next
        }
        end()
    }

    /// FNV-1a over scalars, with one more mixing step: 64 bits, so that two words or phrases never meet by chance.
    struct Hash: Sendable {
        private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ letter: UInt32) {
            value = (value ^ UInt64(letter)) &* 0x0000_0100_0000_01B3
            value ^= value >> 29
        }
    }

    /// The hash of all letters, whatever the spaces between them.
    static func hash(of phrase: String) -> UInt64 {
        var hash = Hash()
        for letter in HeardText(phrase).letters { hash.add(letter) }
        return hash.value
    }
}
