internal import Providers

/// One entry of a recognizer's list of words: a word, or a token, which may be a piece of one.
struct ReportedWord: Decodable {
    /// The text unchanged: Whisper's tokens begin with a space if a word begins there.
    var text: String
    var start: Double?
    var end: Double?
    var confidence: Double?

    init(text: String, start: Double?, end: Double?, confidence: Double?) {
        (self.text, self.start, self.end, self.confidence) = (text, start, end, confidence)
    }

    enum CodingKeys: CodingKey {
        case word, text, start, end, probability, confidence, score
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        text = members.readable(.word) ?? members.readable(.text) ?? ""
        start = members.readable(LenientNumber.self, .start)?.number
        end = members.readable(LenientNumber.self, .end)?.number
        confidence =
            (members.readable(LenientNumber.self, .probability) ?? members.readable(LenientNumber.self, .confidence))?
            .number
    }
}

/// Combines tokens into whole words.
///
/// If the list shows spaces, an entry without one continues the previous word. If it does not, the text shows whether there is
/// a space between two entries. In Chinese and Japanese each entry is a word. A letter whose bytes are in two tokens comes as
/// replacement characters (U+FFFD) and is taken from the text.
struct WholeWords {
    private let entries: [ReportedWord]
    private let text: String
    private let showsBlanks: Bool

    /// - Parameter text: the recognized text, in which the words are looked up.
    init(_ entries: [ReportedWord], in text: String) {
        self.entries = entries.filter { !$0.text.allSatisfy(\.isWhitespace) }
        self.text = text
        showsBlanks = self.entries.contains { $0.text.first?.isWhitespace ?? false }
    }

    /// The words that have times.
    ///
    /// - Parameter seconds: the length of the audio that was sent.
    func words(within seconds: Double) -> [Recognition.Word] {
        let groups = joined
        let texts = restored(groups.map(\.text))
        return zip(groups, texts).compactMap { group, text in
            Recognition.Word(
                told: text, start: group.start, end: group.end, confidence: group.confidence, within: seconds)
        }.inOrder
    }

    private var joined: [ReportedWord] {
        var groups: [ReportedWord] = []
        var place = text.startIndex
        for entry in entries {
            let isAdjacent = isAdjacent(entry, &place)
            guard let last = groups.last, continues(entry, last, isAdjacent: isAdjacent) else {
                groups.append(entry)
                continue
            }
            groups[groups.count - 1] = last.joined(with: entry)
        }
        for index in groups.indices { groups[index].text = groups[index].text.trimmingBlanks }
        return groups
    }

    private func continues(_ entry: ReportedWord, _ before: ReportedWord, isAdjacent: Bool) -> Bool {
        guard let left = before.text.last, let right = entry.text.first, !left.isWhitespace, !right.isWhitespace else {
            return false
        }
        if left == "\u{FFFD}", right == "\u{FFFD}" { return true }
        if left.isWrittenWithoutSpaces || right.isWrittenWithoutSpaces { return false }
        // A sentence that begins without a space begins a word nevertheless.
        if showsBlanks, Self.ends.contains(left), right.isUppercase {
            return text.contains(before.text.trimmingBlanks + entry.text.trimmingBlanks)
        }
        return showsBlanks || isAdjacent
    }

    private static let ends: Set<Character> = [".", "!", "?", "…", ",", ":", ";"]

    /// Whether an entry follows directly after the previous one in the text; `place` is the previous one's end.
    private func isAdjacent(_ entry: ReportedWord, _ place: inout String.Index) -> Bool {
        guard !showsBlanks else { return false }
        let near = text[place...].prefix(Self.longestSearch)
        guard let range = near.firstRange(of: entry.text.trimmingBlanks) else { return false }
        let isAdjacent = range.lowerBound == place && place > text.startIndex
        place = range.upperBound
        return isAdjacent
    }

    /// Beyond this distance, an entry that is not in the text would be found in another word.
    private static let longestSearch = 60

    /// The words, with broken letters replaced by those of the text.
    private func restored(_ words: [String]) -> [String] {
        guard words.contains(where: { $0.contains("\u{FFFD}") }) else { return words }
        let written = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let isAligned = written.count == words.count
        var rest = Substring(text)
        return words.enumerated().map { index, word in
            guard word.contains("\u{FFFD}") else {
                if let range = rest.firstRange(of: word) { rest = rest[range.upperBound...] }
                return word
            }
            let pattern = BrokenWord(word)
            if isAligned, pattern.matches(written[index]) { return written[index] }
            if let found = pattern.firstMatch(in: rest) {
                rest = rest[found.endIndex...]
                return String(found)
            }
            return word.withoutBrokenCharacters
        }
    }
}

/// A word of which only the beginning and the end are known.
private struct BrokenWord {
    private let head: String
    private let tail: String

    init(_ word: String) {
        head = String(word.prefix { $0 != "\u{FFFD}" })
        tail = String(word.reversed().prefix { $0 != "\u{FFFD}" }.reversed())
    }

    func matches(_ word: String) -> Bool {
        word.count > head.count + tail.count && word.hasPrefix(head) && word.hasSuffix(tail)
    }

    /// The first part without spaces that has both; if nothing follows the broken letter, one character replaces it.
    func firstMatch(in text: Substring) -> Substring? {
        let start = head.isEmpty ? text.startIndex : text.firstRange(of: head)?.lowerBound
        guard let start else { return nil }
        let word = text[start...].prefix { !$0.isWhitespace }
        let behind = word.dropFirst(head.count)
        guard let next = behind.first else { return nil }
        // With neither, any letter would match. If each letter is a word, the next letter is the right one.
        if head.isEmpty, tail.isEmpty, !next.isWrittenWithoutSpaces { return nil }
        if tail.isEmpty { return word.prefix(head.count + 1) }
        guard let end = behind.dropFirst().firstRange(of: tail) else { return nil }
        return word[..<end.upperBound]
    }
}

extension ReportedWord {
    /// One word made of two tokens; its time comes from the tokens that have one.
    fileprivate func joined(with next: ReportedWord) -> ReportedWord {
        var word = self
        word.text += next.text
        word.start = start ?? next.start
        word.end = next.end.map { max($0, end ?? $0) } ?? end
        word.confidence = [confidence, next.confidence].compactMap { $0 }.min()
        return word
    }
}

extension String {
    /// The text without the characters that replace bytes that are not UTF-8.
    var withoutBrokenCharacters: String {
        var scalars = unicodeScalars
        scalars.removeAll { $0 == "\u{FFFD}" }
        return String(scalars)
    }
}
