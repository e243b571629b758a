internal import Language

/// A text that is written out in words, and how numbers are said in its language.
final class FormSource: Sendable {
    let text: [Character]
    let grammar: SpokenNumberGrammar

    init(_ text: [Character], _ grammar: SpokenNumberGrammar) {
        self.text = text
        self.grammar = grammar
    }
}

/// The text that is said in place of the characters up to `end`.
struct SpokenHit {
    var words: String
    var end: Int
}

/// Says the forms of one kind in words. Each reader has what it needs from the source, and keeps nothing.
protocol FormReader {
    var source: FormSource { get }
}

extension FormReader {
    var text: [Character] { source.text }
    var grammar: SpokenNumberGrammar { source.grammar }
    var language: LanguageCode { source.grammar.language }
    var count: Int { source.text.count }
    var isJoined: Bool { language.isWrittenWithoutSpaces }

    /// Whether a word may begin here: not within another word, and not after a hyphen.
    func startsWord(_ at: Int) -> Bool {
        guard at > 0 else { return true }
        let before = text[at - 1]
        if before.isWhitespace || "([{\"'«„“‘¿¡—،、。，；：！？（「『".contains(before) { return true }
        if language == .zh || language == .ja || language == .ko {
            return isEastern(before) && !isEastern(text[at])
        }
        return false
    }

    /// Whether the text that ends here is not part of something longer.
    func endsWord(_ at: Int) -> Bool {
        guard at < count else { return true }
        let next = text[at]
        if isEastern(next) { return [.zh, .ja, .ko].contains(language) }
        if isLetter(next) || next.isNumber { return false }
        if "%‰°²³€$£¥₹₽₩¢@_".contains(next) || next.isASCII && "^*=#&~\\".contains(next) { return false }
        guard at + 1 < count else { return true }
        let after = text[at + 1]
        if "-−–/'’+:".contains(next) { return !isLetter(after) && WrittenNumber.digit(after) == nil }
        if ".,".contains(next) { return WrittenNumber.digit(after) == nil && !(next == "." && after.isLetter) }
        return true
    }

    func isLetter(_ character: Character) -> Bool {
        character.isLetter || character.unicodeScalars.first.map { $0.properties.isAlphabetic } ?? false
    }

    /// Whether a character is of a script that is written without spaces, or of Hangul, in which particles follow digits.
    func isEastern(_ character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value else { return false }
        return (0x2E80...0x9FFF).contains(value) || (0xAC00...0xD7A3).contains(value)
            || (0xF900...0xFAFF).contains(value)
            || (0x20000...0x323AF).contains(value)
    }

    func has(_ word: String, at start: Int) -> Bool {
        start + word.count <= count && text[start...].starts(with: word)
    }

    func isSpace(_ at: Int) -> Bool {
        at < count && (text[at] == " " || text[at] == "\u{A0}" || text[at] == "\u{202F}")
    }

    /// The place after one space, if there is one.
    func afterSpace(_ at: Int) -> Int { isSpace(at) ? at + 1 : at }

    /// The word that begins here, in lower case.
    func word(_ at: Int) -> (text: String, end: Int) {
        var end = at
        while end < count, isLetter(text[end]), end - at < 40 { end += 1 }
        return (String(text[at..<end]).lowercased(), end)
    }

    func isBehindApostrophe(_ at: Int) -> Bool { at > 0 && "'’".contains(text[at - 1]) }

    /// The word before, in lower case; empty if a sign is between.
    func wordBefore(_ at: Int) -> String {
        guard at > 0, isSpace(at - 1) else { return "" }
        var start = at - 1
        while start > 0, isLetter(text[start - 1]), at - start < 40 { start -= 1 }
        return String(text[start..<at - 1]).lowercased()
    }

    func digits(_ at: Int) -> (text: String, end: Int) {
        guard at < count else { return ("", at) }
        let run = WrittenNumber.run(text, at)
        return (run, at + run.count)
    }

    func joined(_ parts: String...) -> String { parts.filter { !$0.isEmpty }.joined(separator: isJoined ? "" : " ") }

    /// The place after the point of an abbreviation, or before the point if it ends the sentence, too.
    func behindAbbreviation(_ point: Int) -> Int {
        guard has(".", at: point) else { return point }
        let next = afterSpace(point + 1)
        return next >= count || text[next].isNewline || text[next].isUppercase ? point : point + 1
    }
}
