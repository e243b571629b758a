/// Finds terms in texts of one language. It is the only one that compares terms with texts: what it finds goes into a
/// request, and with it the answer is looked at.
///
/// Case, and how a letter is composed, do not count. A term begins where a word begins; in Chinese and Japanese anywhere,
/// and in Arabic after the prepositions and the article that are written with the word. Of terms inside each other
/// the longest is found.
public struct TermFinder: Sendable {
    /// What may follow a term in its word.
    public enum Endings: Sendable {
        /// Nothing, except for the particles of Korean.
        case none
        /// What an inflected form may have: a few letters, which may take the place of the last ones of a long word.
        case inflected
        /// Anything, so that a compound that begins with the term counts.
        case any
    }

    /// Where a term stands.
    struct Place: Hashable {
        /// Which of the terms.
        var term: Int
        /// Which of the text's characters.
        var range: Range<Int>
    }

    private let language: LanguageCode
    private let endings: Endings
    private let terms: [[Character]]
    /// The terms that begin with two letters, or are one.
    private let beginnings: [[Character]: [Int]]

    /// - Parameter terms: what is looked for, in the language.
    public init(_ terms: [String], in language: LanguageCode, endings: Endings) {
        self.language = language
        self.endings = endings
        self.terms = terms.map(Self.folded)
        var beginnings: [[Character]: [Int]] = [:]
        for (index, term) in self.terms.enumerated() where !term.isEmpty {
            beginnings[Array(term.prefix(2)), default: []].append(index)
        }
        self.beginnings = beginnings
    }

    /// Which terms are in the text, each once, in the order in which they come.
    public func terms(in text: String) -> [Int] {
        var seen: Set<Int> = []
        return places(in: text).map(\.term).filter { seen.insert($0).inserted }
    }

    /// Where terms stand in the text, in order; none overlaps another.
    func places(in text: String) -> [Place] {
        guard !beginnings.isEmpty else { return [] }
        let text = Self.folded(text)
        var found: [Place] = []
        let insideWords = language.isWrittenWithoutSpaces || language == .ar
        for start in text.indices where insideWords || start == 0 || !text[start - 1].isLetter {
            let candidates = [text[start...].prefix(2), text[start...].prefix(1)].flatMap {
                beginnings[Array($0)] ?? []
            }
            for term in candidates where start == 0 || mayBegin(terms[term], after: text[start - 1]) {
                guard let end = end(of: terms[term], at: start, in: text) else { continue }
                found.append(Place(term: term, range: start..<end))
            }
        }
        found.sort { ($1.range.count, $0.range.lowerBound, $0.term) < ($0.range.count, $1.range.lowerBound, $1.term) }
        var chosen: [Place] = []
        for place in found where !chosen.contains(where: { $0.range.overlaps(place.range) }) { chosen.append(place) }
        return chosen.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private func mayBegin(_ term: [Character], after before: Character) -> Bool {
        guard before.isLetter else { return true }
        switch language {
        // A foreign word does not begin inside another one.
        case .zh, .ja: return !(before.isASCII && term[0].isASCII)
        case .ar: return Self.arabicPrefixes.contains(before)
        default: return false
        }
    }

    private static let arabicPrefixes: Set<Character> = ["ا", "ل", "ب", "و", "ف", "ك"]

    /// Where the term ends that begins at a place; nil where another word stands there.
    private func end(of term: [Character], at start: Int, in text: [Character]) -> Int? {
        if matches(term[...], at: start, in: text), mayEnd(term.count, term, at: start + term.count, in: text) {
            return start + term.count
        }
        // Declension changes the end: Москва, Москвы; die Anlage, der Anlagen.
        guard endings != .none, Self.declining.contains(language) else { return nil }
        let lastWord = term.reversed().prefix { $0 != " " }.count
        guard lastWord >= 5 else { return nil }
        let dropped = lastWord >= 7 ? 2 : 1
        let stem = term.dropLast(dropped)
        guard matches(stem, at: start, in: text) else { return nil }
        let end = start + stem.count
        return mayEnd(term.count, term, at: end, in: text, extra: dropped) ? end : nil
    }

    private static let declining: Set<LanguageCode> = [.ru, .de, .ko, .hi, .ar, .it, .es, .pt, .fr]

    private func matches(_ term: ArraySlice<Character>, at start: Int, in text: [Character]) -> Bool {
        guard start + term.count <= text.count else { return false }
        return term.indices.allSatisfy { term[$0] == text[start + $0] }
    }

    private func mayEnd(
        _ length: Int, _ term: [Character], at end: Int, in text: [Character], extra: Int = 0
    ) -> Bool {
        guard end < text.count, text[end].isLetter else { return true }
        if language.isWrittenWithoutSpaces { return !(text[end].isASCII && term[length - 1].isASCII) }
        if language == .ko { return true }
        guard length > 3 else { return false }
        switch endings {
        case .none: return false
        case .any: return true
        case .inflected: return text[end...].prefix { $0.isLetter }.count <= Self.longestEnding(language) + extra
        }
    }

    /// Letters that an ending adds at most.
    private static func longestEnding(_ language: LanguageCode) -> Int {
        switch language {
        case .en, .es, .fr, .it, .pt: 2
        case .de, .ru, .hi: 3
        default: 4
        }
    }

    /// Small letters without differences that do not count, one for each character of the text.
    static func folded(_ text: String) -> [Character] {
        text.map { character in
            switch character {
            case "ё", "Ё": "е"
            case "\u{2019}", "\u{2BC}": "'"
            default:
                if character.isWhitespace {
                    " "
                } else {
                    character.isCased ? single(character.lowercased()) ?? character : character
                }
            }
        }
    }

    private static func single(_ text: String) -> Character? { text.count == 1 ? text.first : nil }
}
