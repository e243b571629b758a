internal import Language
internal import Plumbing

/// A text and its tokens, as all readers of numbers see it.
final class NumberSource: Sendable {
    let language: LanguageCode
    let words: NumberWords
    let text: FoldedText
    let tokens: [NumberToken]

    init(_ text: String, _ language: LanguageCode) {
        self.language = language
        words = NumberWords.of(language)
        self.text = FoldedText(text)
        tokens = self.text.tokens(language)
    }
}

/// A number that was read: the text up to its end makes this number.
struct FoundNumber {
    var mention: NumberMention
    /// In scalars.
    var end: Int
    /// The beginning of its currency or half of the day, if that comes before it.
    var start: Int?
    /// Whether its last word multiplies, so that "and a half" is half of that.
    var scale = 0
}

/// Several numbers that were read as one piece of the text.
struct FoundNumbers {
    var mentions: [NumberMention]
    /// In scalars.
    var end: Int
}

/// Reads one notation of numbers in a text. Each reader has what it needs from the source, and keeps nothing.
protocol NotationReader: Sendable {
    var source: NumberSource { get }
}

extension NotationReader {
    var language: LanguageCode { source.language }
    var words: NumberWords { source.words }
    var text: FoldedText { source.text }
    var tokens: [NumberToken] { source.tokens }

    /// The first token that begins at or after a scalar.
    func token(from offset: Int) -> Int {
        source.tokens.partitioningIndex { $0.span.lowerBound >= offset }
    }

    /// The end, in tokens, of a phrase that begins at a token; nil if it does not stand there.
    func matches(_ phrase: [String], at: Int) -> Int? {
        let tokens = source.tokens
        guard !phrase.isEmpty, at >= 0, at + phrase.count <= tokens.count else {
            return han(phrase, at: at)
        }
        for (offset, word) in phrase.enumerated() where tokens[at + offset].text != word { return han(phrase, at: at) }
        return at + phrase.count
    }

    /// The same for a phrase of characters that are one token each, such as 午後.
    private func han(_ phrase: [String], at: Int) -> Int? {
        guard phrase.count == 1, at >= 0, at < tokens.count else { return nil }
        let scalars = Array(phrase[0].unicodeScalars)
        let start = tokens[at].span.lowerBound
        guard scalars.count > 1, LetterKind(scalars[0]) != .letter, text.hasPrefix(scalars, at: start) else {
            return nil
        }
        return token(from: start + scalars.count)
    }
}
