internal import Language
internal import Providers

/// One word of a transcript, or one character where words are not told apart by spaces, with what follows it until the next.
struct TranscriptToken: Sendable, Hashable {
    /// As it was written, with its punctuation.
    var text: String
    /// Its letters and digits in lower case: what two hearings of the same word have in common.
    var folded: String
    /// Seconds on the utterance's clock, of its middle; nil where the recognizer gives no times.
    var time: Double?
    /// Which of the transcript's timed words it belongs to.
    var word: Int?

    /// The text up to its last letter or digit, and the punctuation behind it.
    var parts: (stem: Substring, tail: Substring) {
        let end = text.lastIndex(where: \.isSpoken).map(text.index(after:)) ?? text.endIndex
        return (text[..<end], text[end...])
    }
}

extension Character {
    /// Whether it is said and not punctuation.
    fileprivate var isSpoken: Bool { isLetter || isNumber }
    /// Whether it is a part of a word that is told from its neighbours by spaces, in whatever language.
    fileprivate var isLatin: Bool { isASCII && isSpoken }
}

enum TranscriptTokens {
    /// The tokens of a recognition, with its words' times.
    static func of(_ answer: Recognition, unspaced: Bool) -> [TranscriptToken] {
        var tokens = unspaced ? characters(answer.text) : words(answer.text)
        setTimes(of: &tokens, from: answer.words)
        return tokens
    }

    /// One text of tokens.
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

    /// How far the two spellings are searched for where they meet again, in characters.
    private static let reach = 16

    /// Finds each token's letters in the timed words, which may be spelled or divided otherwise ("25" and "twenty five").
    /// Those that are not found have no time.
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

    /// How many characters to pass over on both sides, as few as possible, until two in a row are the same.
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
    /// Without the blanks at both ends.
    fileprivate var trimmingBlanks: String {
        let start = drop(while: \.isWhitespace)
        return String(
            start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.endIndex))
    }
}
