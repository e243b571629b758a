internal import Language
internal import Providers

/// One pass over one text, from left to right.
struct FormScan {
    /// The text that is said in place of the characters up to `end`.
    struct Hit {
        var words: String
        var end: Int
    }

    let text: [Character]
    let locution: Locution
    private let forms: Set<SpokenForm>
    private var spoken = ""
    private var isChanged = false

    var language: LanguageCode { locution.language }
    var count: Int { text.count }

    init(_ text: [Character], _ forms: Set<SpokenForm>, _ locution: Locution) {
        self.text = text
        self.forms = forms
        self.locution = locution
    }

    /// The text in words; nil if nothing is to be changed.
    mutating func run() -> String? {
        var at = 0
        while at < count {
            if startsWord(at), let hit = hit(at), hit.end > at {
                append(hit, from: at)
                at = hit.end
            } else {
                let end = runEnd(at)
                spoken += String(text[at..<end])
                at = end
            }
        }
        return isChanged ? spoken : nil
    }

    /// Adds the words, and a space if a letter follows directly, because a sign and the text beside it are separate words.
    private mutating func append(_ hit: Hit, from start: Int) {
        isChanged = true
        spoken += hit.words
        if hit.end < count, !isJoined, isLetter(text[hit.end]), let last = hit.words.last, isLetter(last),
            // Korean particles belong to the word before them.
            language != .ko || !isEastern(text[hit.end])
        {
            spoken += " "
        }
    }

    private var isJoined: Bool { language.isWrittenWithoutSpaces }

    func hit(_ at: Int) -> Hit? {
        func wanted(_ form: SpokenForm, _ read: (Int) -> Hit?) -> Hit? { forms.contains(form) ? read(at) : nil }
        let first = text[at]
        if first.isLetter {
            return wanted(.address, address) ?? wanted(.date, dateOfWords) ?? wanted(.money, moneyOfSign)
                ?? wanted(.acronym, acronym)
        }
        if WrittenNumber.digit(first) != nil {
            guard !isTorn(at) else { return nil }
            let named = wanted(.address, address) ?? wanted(.date, date) ?? wanted(.clock, clock)
            let ranged = named ?? wanted(.percent) { span($0, percent) } ?? wanted(.unit) { span($0, measure) }
            let measured =
                ranged ?? wanted(.money, moneyOfNumber) ?? wanted(.percent, percent) ?? wanted(.unit, measure)
            let counted = measured ?? wanted(.ordinal, ordinal) ?? wanted(.year, year) ?? wanted(.decimal, decimal)
            return counted ?? wanted(.cardinal, cardinal) ?? wanted(.grouping, grouping)
        }
        if first == "+" { return wanted(.phone, phone) ?? dialled(at) }
        if "-−".contains(first) {
            return wanted(.percent, percent) ?? wanted(.unit, measure) ?? wanted(.minus, negative)
        }
        return wanted(.money, moneyOfSign)
    }

    // MARK: Around a place

    /// Whether a word may begin here: not within another word, and not behind a hyphen.
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

    /// The end of letters and digits that stand together, with the signs within numbers.
    private func runEnd(_ start: Int) -> Int {
        if WrittenNumber.digit(text[start]) != nil {
            let end = WrittenNumber.end(text, start)
            if end < count, isLetter(text[end]), !isEastern(text[end]) { return runEnd(end) }
            return max(end, start + 1)
        }
        guard isLetter(text[start]) else { return start + 1 }
        let eastern = isEastern(text[start])
        var end = start + 1
        while end < count, isLetter(text[end]) && isEastern(text[end]) == eastern || !eastern && text[end].isNumber {
            end += 1
        }
        return end
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

    /// The place behind one space, if there is one.
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
}
