internal import Language
internal import Providers

/// One word of a transcript, or one character if spaces do not separate words, with the text up to the next token.
struct TranscriptToken: Sendable, Hashable {
    /// The token as written, with its punctuation.
    var text: String
    /// Its letters and digits in lower case: the part that two hearings of the same word share.
    var folded: String
    /// The time of its middle, in seconds on the utterance's clock; nil if the recognizer gives no times.
    var time: Double?
    /// Which of the transcript's timed words it belongs to.
    var word: Int?

    /// The text up to its last letter or digit, and the punctuation after it.
    var parts: (stem: Substring, tail: Substring) {
        let end = text.lastIndex(where: \.isSpoken).map(text.index(after:)) ?? text.endIndex
        return (text[..<end], text[end...])
    }
}

extension Character {
    /// Whether it is spoken, as opposed to punctuation.
    fileprivate var isSpoken: Bool { isLetter || isNumber }
    /// Whether it belongs to a word that spaces separate from its neighbours, in any language.
    fileprivate var isLatin: Bool { isASCII && isSpoken }
}

enum TranscriptTokens {
    /// The tokens of a recognition, with the times of its words.
    static func of(_ answer: Recognition, unspaced: Bool) -> [TranscriptToken] {
        var tokens = unspaced ? characters(answer.text) : words(answer.text)
        setTimes(of: &tokens, from: answer.words)
        return tokens
    }

    /// The tokens joined to one text.
    static func joined(_ tokens: some Sequence<TranscriptToken>, unspaced: Bool) -> String {
        tokens.map(\.text).joined(separator: unspaced ? "" : " ").trimmingBlanks
    }

    private static func words(_ text: String) -> [TranscriptToken] {
        var tokens: [TranscriptToken] = []
        for word in text.split(whereSeparator: \.isWhitespace) {
            let folded = folded(word)
            if folded.isEmpty, !tokens.isEmpty {
                // A dash on its own.
                tokens[tokens.count - 1].text += " \(word)"
            } else {
                tokens.append(TranscriptToken(text: String(word), folded: folded))
            }
        }
        return tokens
    }

    private static func characters(_ text: String) -> [TranscriptToken] {
        var tokens: [TranscriptToken] = []
        var opening = ""
        var last: Character?
        for character in text {
            defer { last = character }
            if !character.isSpoken {
                if tokens.isEmpty { opening.append(character) } else { tokens[tokens.count - 1].text.append(character) }
            } else if character.isLatin, last?.isLatin ?? false {
                tokens[tokens.count - 1].text.append(character)
                tokens[tokens.count - 1].folded += character.lowercased()
            } else {
                tokens.append(TranscriptToken(text: opening + String(character), folded: character.lowercased()))
                opening = ""
            }
        }
        return tokens.isEmpty && !opening.isEmpty ? [TranscriptToken(text: opening, folded: "")] : tokens
    }

    private static func folded(_ text: some StringProtocol) -> String { String(text).filter(\.isSpoken).lowercased() }

    // MARK: Times

    /// A character of a timed word.
    private struct Timed {
        var character: Character
        var time: Double
        var word: Int
    }

    /// How many characters ahead the two spellings are searched for the point where they match again.
    private static let reach = 16

    /// Finds each token's letters in the timed words, which may be spelled or divided differently ("25" and "twenty five").
    /// Tokens that are not found have no time.
    private static func setTimes(of tokens: inout [TranscriptToken], from words: [Recognition.Word]) {
        guard !words.isEmpty else { return }
        var timed: [Timed] = []
        for (index, word) in words.enumerated() {
            let letters = Array(folded(word.text))
            for (place, letter) in letters.enumerated() {
                let share = (Double(place) + 0.5) / Double(letters.count)
                timed.append(
                    Timed(character: letter, time: word.start + share * (word.end - word.start), word: index))
            }
        }
        let letters = tokens.enumerated().flatMap { index, token in token.folded.map { (index, $0) } }
        var sums = [(sum: Double, count: Int)](repeating: (0, 0), count: tokens.count)
        var (here, there) = (0, 0)
        while here < letters.count, there < timed.count {
            if letters[here].1 == timed[there].character {
                let token = letters[here].0
                sums[token] = (sums[token].sum + timed[there].time, sums[token].count + 1)
                tokens[token].word = timed[there].word
                (here, there) = (here + 1, there + 1)
            } else {
                guard let skip = meeting(letters[here...], timed[there...]) else { break }
                (here, there) = (here + skip.0, there + skip.1)
            }
        }
        for (index, sum) in sums.enumerated() where sum.count > 0 {
            tokens[index].time = sum.sum / Double(sum.count)
        }
    }

    /// How many characters to skip on both sides, as few as possible, until two in a row are the same.
    private static func meeting(
        _ letters: ArraySlice<(Int, Character)>, _ timed: ArraySlice<Timed>
    ) -> (Int, Int)? {
        for distance in 1...2 * reach {
            for skipped in max(0, distance - reach)...min(distance, reach) {
                let (here, there) = (letters.startIndex + skipped, timed.startIndex + distance - skipped)
                guard here < letters.endIndex, there < timed.endIndex,
                    letters[here].1 == timed[there].character
                else { continue }
                let isLast = here + 1 == letters.endIndex || there + 1 == timed.endIndex
                if isLast || letters[here + 1].1 == timed[there + 1].character { return (skipped, distance - skipped) }
            }
        }
        return nil
    }
}

extension String {
    /// The text without white space at both ends.
    fileprivate var trimmingBlanks: String {
        let start = drop(while: \.isWhitespace)
        return String(
            start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.endIndex))
    }
}
